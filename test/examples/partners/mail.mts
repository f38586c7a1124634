// A mail server with state: SMTP on 127.0.0.1 without encryption, which keeps every mail that it is given.
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface Mail {
	readonly from: string;
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
}

export interface MailServer {
	readonly port: number;
	readonly mails: Mail[];
	reset(): void;
	stop(): Promise<void>;
}

function decodeQuotedPrintable(text: string): string {
	const bytes = text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(text: string): string {
	return text
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, word: string) =>
			decodeQuotedPrintable(word.replaceAll('_', ' ')),
		);
}

function mailOf(from: string, to: readonly string[], data: string): Mail {
	const split = data.indexOf('\r\n\r\n');
	const head = data.slice(0, split).replace(/\r\n[ \t]+/g, ' ');
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
	const body = data.slice(split + 4).replace(/^\.\./gm, '.');
	const encoding = header('Content-Transfer-Encoding').toLowerCase();
	const text =
		encoding === 'base64'
			? Buffer.from(body, 'base64').toString('utf8')
			: encoding === 'quoted-printable'
				? decodeQuotedPrintable(body)
				: body;
	return { from, to, subject: decodeWords(header('Subject')), text: text.replaceAll('\r\n', '\n') };
}

function addressOf(line: string): string {
	return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

function serve(socket: Socket, keep: (mail: Mail) => void): void {
	let from = '';
	let to: string[] = [];
	let data: string[] | undefined;
	let rest = '';
	const line = (text: string): string | undefined => {
		if (data !== undefined) {
			if (text !== '.') {
				data.push(text);
				return undefined;
			}
			keep(mailOf(from, to, data.join('\r\n')));
			data = undefined;
			to = [];
			return '250 Kept';
		}
		const command = text.slice(0, 4).toUpperCase();
		if (command === 'EHLO') return '250-mail.example\r\n250 8BITMIME';
		if (command === 'MAIL') from = addressOf(text);
		if (command === 'RCPT') to.push(addressOf(text));
		if (command === 'DATA') data = [];
		return command === 'DATA' ? '354 Go on' : command === 'QUIT' ? '221 Bye' : '250 OK';
	};
	socket.on('error', () => socket.destroy());
	socket.setEncoding('latin1').write('220 mail.example ESMTP\r\n');
	socket.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\r\n');
		rest = lines.pop() ?? '';
		for (const each of lines) {
			const reply = line(each);
			if (reply !== undefined) socket.write(`${reply}\r\n`);
			if (reply?.startsWith('221')) socket.end();
		}
	});
}

export async function startMailServer(): Promise<MailServer> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		serve(socket, (mail) => mails.push(mail));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		reset: () => {
			mails.length = 0;
		},
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
