// How a connection hands over the bytes that it receives.

/** What is used of a Node.js socket, which may be one of TLS. */
interface Socket {
	/** True while what is received goes to listeners; null or false while it waits to be read. */
	readonly readableFlowing: boolean | null;
	emit(event: 'data', piece: Uint8Array): boolean;
	push(piece: Uint8Array): boolean;
}

/** As many bytes as the readers of responses await. */
const LENGTH = 256 * 1024;

const buffer = Buffer.allocUnsafeSlow(LENGTH);

/**
 * Options of Node.js for the sockets of an agent (`onread` of `net.connect`): they receive into one buffer. Otherwise
 * Node.js makes a buffer for each piece, and for each 64 MB of them the engine collects the garbage of n8n's whole
 * heap. The HTTP parser copies the body of the response before the buffer is used again. Where n8n does not pass the
 * options on, sockets do as usual.
 */
export const agentOptions = {
	onread: {
		buffer,
		callback(this: Socket, length: number): boolean {
			const piece = buffer.subarray(0, length);
			if (this.readableFlowing === true) this.emit('data', piece);
			else this.push(Buffer.from(piece));
			return true;
		},
	},
};
