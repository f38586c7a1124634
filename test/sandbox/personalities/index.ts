// All personalities: services as unlike as they could be made, with the truth of each.
import { asDocumented } from './asDocumented';
import { dataContracts } from './dataContracts';
import { camelCaseGateway } from './camelCaseGateway';
import { xmlOnly } from './xmlOnly';
import { refusesJson } from './refusesJson';
import { zeroBased } from './zeroBased';
import { ownPages } from './ownPages';
import { legacy } from './legacy';
import { forbiddenList } from './forbiddenList';
import { marksByReading } from './marksByReading';
import { marksByListing } from './marksByListing';
import { flaky } from './flaky';
import { failsInTheMiddle } from './failsInTheMiddle';
import { refused } from './refused';
import { signIn } from './signIn';
import { broken } from './broken';
import { errorsAsSuccess } from './errorsAsSuccess';
import { echoesIds } from './echoesIds';
import { strictIds } from './strictIds';
import { firewall } from './firewall';
import { gateway } from './gateway';
import { otherApplication } from './otherApplication';
import { bareErrors } from './bareErrors';
import { cloud } from './cloud';
import { wrappedLists } from './wrappedLists';
import { forbidsPaths } from './forbidsPaths';
import { smallPages } from './smallPages';
import type { Personality } from '../personality.mjs';
import type { Truth } from './truth';

export interface Declared extends Personality {
	readonly truth: Truth;
}

export const personalities: readonly Declared[] = [
	asDocumented,
	dataContracts,
	camelCaseGateway,
	xmlOnly,
	refusesJson,
	zeroBased,
	ownPages,
	legacy,
	forbiddenList,
	marksByReading,
	marksByListing,
	flaky,
	failsInTheMiddle,
	refused,
	signIn,
	broken,
	errorsAsSuccess,
	echoesIds,
	strictIds,
	firewall,
	gateway,
	otherApplication,
	bareErrors,
	cloud,
	wrappedLists,
	forbidsPaths,
	smallPages,
];
