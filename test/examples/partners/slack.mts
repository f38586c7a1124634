// Slack with state, as far as the examples use it: messages posted to a channel.
import { jsonOf, ok, type Partner } from './network.mjs';

export interface Message {
	readonly channel: string;
	readonly text: string;
}

export interface Slack {
	readonly partner: Partner;
	readonly messages: Message[];
	reset(): void;
}

/** A workspace without messages. */
export function newSlack(): Slack {
	const messages: Message[] = [];
	return {
		messages,
		partner: (request) => {
			const { method, path, headers } = request;
			if (headers.authorization !== 'Bearer slack-token') {
				return ok({ ok: false, error: 'invalid_auth' });
			}
			if (`${method} ${path}` !== 'POST /api/chat.postMessage') {
				return ok({ ok: false, error: 'unknown_method' });
			}
			const { channel, text } = jsonOf<Message>(request);
			if (!channel) return ok({ ok: false, error: 'channel_not_found' });
			if (!text) return ok({ ok: false, error: 'no_text' });
			messages.push({ channel, text });
			return ok({ ok: true, channel, ts: `${messages.length}.0`, message: { text } });
		},
		reset: () => {
			messages.length = 0;
		},
	};
}
