// Error bodies as ASP.NET writes them, in either format.
import type { Problem } from '../requests/checking';
import { xmlText } from './xmlWriter';

/** `ModelState` names fields, the other members are text. */
export interface ErrorBody {
	readonly Message: string;
	readonly ModelState?: Readonly<Record<string, readonly string[]>>;
	readonly MessageDetail?: string;
	readonly ExceptionMessage?: string;
	readonly ExceptionType?: string;
	readonly StackTrace?: string;
}

export function invalidRequest(problems: readonly Problem[]): ErrorBody {
	const state: Record<string, string[]> = {};
	for (const { path, message } of problems.slice(0, 50)) {
		state[path] = [...(state[path] ?? []), message];
	}
	return { Message: 'The request is invalid.', ModelState: state };
}

const usual: Readonly<Record<number, string>> = {
	400: 'The request is invalid.',
	401: 'Authorization has been denied for this request.',
	403: 'You are not allowed to do this.',
	404: 'No HTTP resource was found that matches the request URI.',
	405: 'The requested resource does not support this HTTP method.',
	429: 'Too many requests.',
	500: 'An error has occurred.',
	503: 'The service is unavailable.',
};

/** The body that ASP.NET sends with a status when nothing more is known. */
export function usualError(status: number): ErrorBody {
	const Message = usual[status] ?? `The request failed with status ${status}.`;
	if (status !== 500) return { Message };
	return {
		Message,
		ExceptionMessage: 'Object reference not set to an instance of an object.',
		ExceptionType: 'System.NullReferenceException',
		StackTrace:
			'   at Exchange.Controllers.SubscribeController.Get(String id) in c:\\build\\Exchange\\SubscribeController.cs:line 214',
	};
}

// XmlConvert.EncodeLocalName: what a name cannot hold becomes its code, as in body.Clients_x005B_0_x005D_.Name.
function elementName(name: string): string {
	return name.replace(
		/[^\p{L}\p{N}_.-]/gu,
		(sign) => `_x${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}_`,
	);
}

function xmlMember(name: string, value: unknown): string {
	const tag = elementName(name);
	if (typeof value === 'string') return `<${tag}>${xmlText(value)}</${tag}>`;
	if (Array.isArray(value)) return `<${tag}>${xmlText(value.join(' '))}</${tag}>`;
	const members = Object.entries(value as object).map(([key, part]) => xmlMember(key, part));
	return `<${tag}>${members.join('')}</${tag}>`;
}

/** The body's text. */
export function writeError(body: ErrorBody, format: 'json' | 'xml'): string {
	return format === 'json' ? JSON.stringify(body) : xmlMember('Error', body);
}
