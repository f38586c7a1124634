// What a person chose for the items of an operation.
import type { Schema } from '../../../api/schema/types';
import type { OwnNames } from '../../shared/customFieldNames';
import type { SplitOut } from './splitOut';

export interface ItemChoices {
	/** What the rows are. */
	readonly schema: Schema;
	/** The fields to keep, nested ones with a dot ("Contact.Email"); left out, all are kept. */
	readonly fields?: readonly string[] | undefined;
	readonly onlyFilled?: boolean;
	readonly names?: OwnNames;
	/** Makes an item of every member of a collection. */
	readonly splitOut?: SplitOut | undefined;
}
