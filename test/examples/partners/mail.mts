// A mail server with state: SMTP on 127.0.0.1 without encryption, which keeps every mail.
import { createServer, type Socket } from 'node:net';

import { listening } from '../../host/servers/server.mjs';

export interface Mail {
	readonly from: string;
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
}

function decodeQuotedPrintable(text: string): string {
	const bytes = text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

function mailOf(from: string, to: readonly string[], data: string): Mail {
	const split = data.indexOf('\r\n\r\n');
	const head = data.slice(0, split).replace(/\r\n[ \t]+/g, ' ');
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
	const body = data.slice(split + 4).replace(/^\.\./gm, '.');
	const isQuoted = header('Content-Transfer-Encoding').toLowerCase() === 'quoted-printable';
	const text = isQuoted ? decodeQuotedPrintable(body) : body;
	return { from, to, subject: header('Subject'), text: text.replaceAll('\r\n', '\n') };
}

function serve(socket: Socket, keep: (mail: Mail) => void): void {
	let from = '';
	let to: string[] = [];
	let data: string[] | undefined;
	let rest = '';
	const replyTo = (line: string): string | undefined => {
		if (data !== undefined && line !== '.') {
			data.push(line);
			return undefined;
		}
		if (data !== undefined) {
			keep(mailOf(from, to, data.join('\r\n')));
			data = undefined;
			to = [];
			return '250 Kept';
		}
		const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
		switch (line.slice(0, 4).toUpperCase()) {
			case 'EHLO':
				return '250-mail.example\r\n250 8BITMIME';
			case 'MAIL':
				from = address;
				return '250 OK';
			case 'RCPT':
				to.push(address);
				return '250 OK';
			case 'DATA':
				data = [];
				return '354 Go on';
			case 'QUIT':
				return '221 Bye';
			default:
				return '250 OK';
		}
	};
	socket.setEncoding('latin1').write('220 mail.example ESMTP\r\n');
	socket.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\r\n');
		rest = lines.pop() ?? '';
		for (const reply of lines.map(replyTo)) {
			if (reply !== undefined) socket.write(`${reply}\r\n`);
			if (reply?.startsWith('221')) socket.end();
		}
	});
}

/** `receive` is what a person does with a mail that came. */
export async function startMailServer() {
	const mails: Mail[] = [];
	const state = { mails, receive: undefined as ((mail: Mail) => void) | undefined };
	const keep = (mail: Mail) => {
		mails.push(mail);
		state.receive?.(mail);
	};
	const { port, stop } = await listening(createServer((socket) => serve(socket, keep)));
	return Object.assign(state, { port, stop });
}
