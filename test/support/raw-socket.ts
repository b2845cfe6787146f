import { connect, type Socket } from "node:net";

/** One HTTP/1.1 response, as it stood on the wire. */
export interface Answer {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: ReadonlyMap<string, string>;
	readonly body: string;
}

/** Status, media type, and whether the connection is closed after it. */
export function summarize({ status, headers }: Answer): string {
	const mediaType = headers.get("content-type")?.replace(/;.*/, "");
	const closing = headers.get("connection") === "close" ? "closing" : undefined;
	return [status, mediaType, closing].filter(Boolean).join(" ");
}

/** A connection on which anything may be sent. */
export interface RawSocket extends AsyncDisposable {
	readonly socket: Socket;
	/** Sends bytes, each written as the character of its number. */
	send(bytes: string): void;
	/**
	 * The answers that came, interim ones included, once there are `count` final ones or the server closed the connection.
	 * @throws Error when neither happens in time
	 */
	answers(count?: number): Promise<Answer[]>;
	/** Resolves once the server closed the connection, with all that came. */
	closed(): Promise<Answer[]>;
}

/** Far above every timeout of the servers under test, and below that of a test. */
const BOUND = 10_000;
const isFinal = ({ status }: Answer): boolean => status >= 200;

/** The body of a chunked message and what follows it; undefined while it is incomplete. */
function readChunked(text: string): { body: string; rest: string } | undefined {
	let body = "";
	let rest = text;
	for (;;) {
		const end = rest.indexOf("\r\n");
		if (end === -1) return undefined;
		const size = Number.parseInt(rest.slice(0, end), 16);
		const after = end + 2 + size + 2;
		if (Number.isNaN(size) || rest.length < after) return undefined;
		body += rest.slice(end + 2, end + 2 + size);
		rest = rest.slice(after);
		if (size === 0) return { body, rest };
	}
}

function readBody(
	{ headers, status }: Omit<Answer, "body">,
	text: string,
	isClosed: boolean,
): { body: string; rest: string } | undefined {
	const length = headers.get("content-length");
	if (status < 200 || status === 204) return { body: "", rest: text };
	if (headers.get("transfer-encoding") === "chunked") return readChunked(text);
	if (length === undefined)
		return isClosed ? { body: text, rest: "" } : undefined;
	return text.length < Number(length)
		? undefined
		: { body: text.slice(0, Number(length)), rest: text.slice(Number(length)) };
}

/** The first answer in what came, and what follows it; undefined while it is incomplete. Those to HEAD cannot be read. */
function readAnswer(
	text: string,
	isClosed: boolean,
): { answer: Answer; rest: string } | undefined {
	const end = text.indexOf("\r\n\r\n");
	if (end === -1) return undefined;
	const [start = "", ...lines] = text.slice(0, end).split("\r\n");
	const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]);
	const headers = new Map(
		lines.map((line) => {
			const [name = "", ...value] = line.split(":");
			return [name.toLowerCase(), value.join(":").trim()];
		}),
	);
	const read = readBody({ status, headers }, text.slice(end + 4), isClosed);
	return (
		read && {
			answer: {
				status,
				headers,
				body: Buffer.from(read.body, "latin1").toString(),
			},
			rest: read.rest,
		}
	);
}

/** Opens a connection to the server at `url`; it is destroyed when disposed. */
export async function openSocket(url: string): Promise<RawSocket> {
	const { hostname, port } = new URL(url);
	const socket = connect({
		host: hostname,
		port: Number(port),
		allowHalfOpen: true,
	});
	const came: Answer[] = [];
	let rest = "";
	let isClosed = false;
	let check = (): void => {};
	const onChange = (): void => {
		for (
			let read = readAnswer(rest, isClosed);
			read;
			read = readAnswer(rest, isClosed)
		) {
			came.push(read.answer);
			rest = read.rest;
		}
		check();
	};
	socket.setEncoding("latin1");
	socket.on("data", (text: string) => {
		rest += text;
		onChange();
	});
	for (const event of ["end", "error", "close"])
		socket.on(event, () => {
			isClosed = true;
			onChange();
		});

	const until = (isEnough: () => boolean): Promise<Answer[]> =>
		new Promise((resolve, reject) => {
			const bound = setTimeout(
				() =>
					reject(
						new Error(
							`The connection was neither answered nor closed within ${BOUND} ms; after ${came.length} answers came ${JSON.stringify(rest.slice(0, 500))}.`,
						),
					),
				BOUND,
			);
			check = () => {
				if (!isClosed && !isEnough()) return;
				clearTimeout(bound);
				check = () => {};
				resolve([...came]);
			};
			check();
		});

	await new Promise<void>((resolve, reject) => {
		socket.once("connect", resolve);
		socket.once("error", reject);
	});
	return {
		socket,
		send: (bytes) => {
			if (socket.writable) socket.write(bytes, "latin1");
		},
		answers: (count = 1) => until(() => came.filter(isFinal).length >= count),
		closed: () => until(() => false),
		async [Symbol.asyncDispose]() {
			socket.destroy();
		},
	};
}
