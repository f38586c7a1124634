// A session, logged in, with the REST API that n8n's editor uses.

export interface Login {
	email: string;
	password: string;
}

/** An error response of n8n, with its HTTP status and n8n's own message. */
export class N8nRequestError extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const secondsPerRequest = 120;
const browserId = 'test-session';

function messageOf(text: string): string {
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
	} catch {
		// The text is not JSON and is shown as it is.
	}
	return text.slice(0, 500);
}

/** Sends requests with the session's cookie, each with a timeout. */
export class Session {
	private cookie = '';

	constructor(private readonly url: string) {}

	/** Sends a request; the text of its response. */
	async requestText(method: string, path: string, body?: unknown): Promise<string> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': browserId,
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(secondsPerRequest * 1000),
		});
		const text = await response.text();
		if (!response.ok) {
			throw new N8nRequestError(
				response.status,
				`n8n answered ${method} ${path} with ${response.status}: ${messageOf(text)}`,
			);
		}
		this.keepCookie(response);
		return text;
	}

	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const text = await this.requestText(method, path, body);
		const parsed: unknown = text === '' ? undefined : JSON.parse(text);
		const wrapped = typeof parsed === 'object' && parsed !== null && 'data' in parsed;
		return (wrapped && path.startsWith('/rest/') ? parsed.data : parsed) as T;
	}

	/** The first visitor becomes the owner; where there is an owner already, this logs in. */
	async logIn(login: Login): Promise<void> {
		try {
			await this.request('POST', '/rest/owner/setup', {
				...login,
				firstName: 'Test',
				lastName: 'Owner',
			});
		} catch (error) {
			if (!(error instanceof N8nRequestError) || error.status >= 500) throw error;
			await this.request('POST', '/rest/login', {
				emailOrLdapLoginId: login.email,
				password: login.password,
			});
		}
	}

	private keepCookie(response: Response): void {
		for (const header of response.headers.getSetCookie()) {
			if (header.startsWith('n8n-auth=')) this.cookie = header.split(';')[0] ?? '';
		}
	}
}
