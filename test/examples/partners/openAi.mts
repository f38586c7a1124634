// OpenAI as far as the examples use it: a model without understanding that uses its tool once.
import { jsonOf, ok, type Partner } from './network.mjs';

interface Completion {
	readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>;
	readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>;
}

/**
 * Calls the first tool with these arguments; then it replies with what it finds in the tool's result, or with "none".
 * The request for a reply comes with the result as its last message.
 */
export function newOpenAi() {
	const model = { toolArguments: {}, reply: /$^/ };
	const partner: Partner = (request) => {
		const { method, path, headers } = request;
		if (headers.authorization !== 'Bearer openai-key') return { status: 401 };
		if (`${method} ${path}` !== 'POST /v1/chat/completions') return { status: 404 };
		const { messages, tools = [] } = jsonOf<Completion>(request);
		const last = messages.at(-1);
		const call = {
			name: tools[0]?.function.name,
			arguments: JSON.stringify(model.toolArguments),
		};
		const isTold = last?.role === 'tool';
		const message = isTold
			? { content: model.reply.exec(JSON.stringify(last.content))?.[1] ?? 'none' }
			: { content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
		return ok({
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [
				{
					index: 0,
					message: { role: 'assistant', ...message },
					finish_reason: isTold ? 'stop' : 'tool_calls',
				},
			],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	};
	return { model, partner };
}
