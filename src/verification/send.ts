import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { OutgoingRequest, ProviderResponse, Send } from "./contract.ts";

/** No more of a body is ever held. */
const MAX_BYTES = 16 * 1_048_576;

/** The provider gave no answer that could be read. */
export class NoResponseError extends Error {
	override readonly name = "NoAnswer";
	readonly timedOut: boolean;

	constructor(message: string, timedOut = false) {
		super(message);
		this.timedOut = timedOut;
	}
}

const REASONS: Readonly<Record<string, string>> = {
	ECONNREFUSED: "refused the connection",
	ECONNRESET: "closed the connection without an answer",
	EPIPE: "closed the connection without an answer",
	ENOTFOUND: "is at a host that is not known",
	EAI_AGAIN: "is at a host that is not known",
	EHOSTUNREACH: "cannot be reached",
	ENETUNREACH: "cannot be reached",
};

function explain(error: NodeJS.ErrnoException): string {
	const { code = "" } = error;
	if (code.startsWith("HPE_")) return "does not speak HTTP";
	return REASONS[code] ?? `could not be asked: ${error.message}`;
}

function readHeaders(message: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(message.headersDistinct).map(([name, values]) => [
			name,
			(values ?? []).join(", "),
		]),
	);
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of message) {
		length += chunk.length;
		if (length > MAX_BYTES)
			throw new NoResponseError(`sent more than ${MAX_BYTES} bytes`, true);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

export interface SendOptions {
	/** With the base path, without a trailing slash. */
	readonly baseUrl: string;
	/** Sent with every request. */
	readonly headers: Readonly<Record<string, string>>;
	/** For one exchange, body included, in milliseconds. */
	readonly timeoutMs: number;
	/** Ends whatever is under way. */
	readonly signal?: AbortSignal;
}

/** Sends requests as they are: no redirect is followed, no body decoded, no connection used twice. */
export function createSend({
	baseUrl,
	headers,
	timeoutMs,
	signal,
}: SendOptions): Send {
	const { request: begin } = baseUrl.startsWith("https:") ? https : http;
	return ({
		method,
		path,
		headers: own = {},
		body,
		chunked,
	}: OutgoingRequest) =>
		new Promise<ProviderResponse>((resolve, reject) => {
			const fail = (error: Error): void => {
				request.destroy();
				clearTimeout(timer);
				reject(
					error instanceof NoResponseError
						? error
						: new NoResponseError(explain(error)),
				);
			};
			const length =
				chunked || body === undefined
					? {}
					: { "content-length": `${Buffer.byteLength(body)}` };
			const request = begin(`${baseUrl}${path}`, {
				method,
				headers: { accept: "*/*", ...length, ...own, ...headers },
				agent: false,
				...(signal && { signal }),
			});
			const timer = setTimeout(
				() =>
					fail(
						new NoResponseError(
							`did not answer ${method} ${path} within ${timeoutMs} ms`,
							true,
						),
					),
				timeoutMs,
			);
			request.on("error", fail);
			request.on("response", (message) => {
				readBody(message).then((read) => {
					clearTimeout(timer);
					request.destroy();
					resolve({
						status: message.statusCode ?? 0,
						headers: readHeaders(message),
						body: read,
					});
				}, fail);
			});
			request.end(body);
		});
}
