import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { errorMessage } from "../../values/errors.ts";
import { joinHeaders } from "../../values/http.ts";
import type { Send } from "../contract.ts";
import { keepNoResponse, NoResponseError } from "../errors.ts";
import type { VerifyOptions } from "../verify-options.ts";

const MAX_BODY_BYTES = 16 * 1_048_576;
const MAX_CONSECUTIVE_TIMEOUTS = 3;

/** Descriptions of the service's failure, by error code. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
	[/^HPE_/, "does not speak HTTP"],
	[/^ECONNREFUSED$/, "refused the connection"],
	[/^(ECONNRESET|EPIPE)$/, "closed the connection without a response"],
	[/^(ENOTFOUND|EAI_AGAIN)$/, "has an unknown host name"],
	[/^E(HOST|NET)UNREACH$/, "cannot be reached"],
	[/ALTNAME/, "has a certificate for another host name"],
	[/EXPIRED/, "has a certificate that has expired"],
	[
		/CERT|^UNABLE_TO/,
		"has a certificate that is not trusted. Pass the file of its CA with --ca, or in NODE_EXTRA_CA_CERTS",
	],
	[
		/^(EPROTO|ERR_SSL)/,
		"does not speak TLS. Pass a base URL with http instead of https",
	],
];

const explain = ({ code = "", message }: NodeJS.ErrnoException): string =>
	REASONS.find(([pattern]) => pattern.test(code))?.[1] ??
	`could not be called: ${message}`;

async function readBody(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of message) {
		length += chunk.length;
		if (length > MAX_BODY_BYTES)
			throw new NoResponseError(
				`sent a body of more than ${MAX_BODY_BYTES} bytes`,
				true,
			);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

interface SendOptions extends Pick<VerifyOptions, "headers" | "ca"> {
	/** Includes the base path. Has no trailing slash. */
	readonly baseUrl: string;
	/** The limit for one exchange, including the body. */
	readonly timeoutMs: number;
	/** Aborts all pending requests. */
	readonly signal: AbortSignal;
	/** Whether a connection is used for several requests. Defaults to false, so that checks do not affect each other. */
	readonly keepsConnections?: boolean;
}

const SWITCHES =
	"responded with 101 to a request that asked for no other protocol";

/** Returns a function that sends requests without changes, redirects and decoding. */
export function createSend(options: SendOptions): Send {
	const { baseUrl, headers, ca, timeoutMs, signal } = options;
	const { request: start, Agent } = baseUrl.startsWith("https:") ? https : http;
	const agent =
		options.keepsConnections === true && new Agent({ keepAlive: true });
	const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
	return async ({ method, path, headers: own, body, chunked }) => {
		const length = !chunked &&
			body !== undefined && { "content-length": `${Buffer.byteLength(body)}` };
		const timeout = AbortSignal.timeout(timeoutMs);
		const request = start(`${baseUrl}${path}`, {
			method,
			headers: { accept: "*/*", ...length, ...own, ...headers },
			agent,
			...trusted,
			signal: AbortSignal.any([signal, timeout]),
		});
		try {
			const message = await new Promise<IncomingMessage>((resolve, reject) => {
				request
					.on("response", resolve)
					.on("error", reject)
					.on("upgrade", (_, socket) => {
						socket.destroy();
						reject(new NoResponseError(SWITCHES));
					})
					.end(body);
			});
			return {
				status: message.statusCode ?? 0,
				headers: joinHeaders(message.headersDistinct),
				body: await readBody(message),
			};
		} catch (error) {
			if (timeout.aborted)
				throw new NoResponseError(
					`did not respond to ${method} ${path} within ${timeoutMs} ms`,
					true,
				);
			throw error instanceof Error && !(error instanceof NoResponseError)
				? new NoResponseError(explain(error))
				: error;
		} finally {
			request.destroy();
		}
	};
}

/**
 * Stops sending after several consecutive timeouts. Otherwise, a silent provider would cost one timeout per check.
 */
export function stopAfterTimeouts(send: Send): Send {
	let consecutive = 0;
	return async (request) => {
		if (consecutive >= MAX_CONSECUTIVE_TIMEOUTS)
			throw new NoResponseError(
				`was not called, because the last ${MAX_CONSECUTIVE_TIMEOUTS} requests timed out`,
				true,
			);
		const outcome = await send(request).catch(keepNoResponse);
		const isMissing = outcome instanceof NoResponseError;
		consecutive = isMissing && outcome.timedOut ? consecutive + 1 : 0;
		if (isMissing) throw outcome;
		return outcome;
	};
}

const INTERVAL_MS = 250;

/**
 * Waits until the service sends any response. Returns a predicate if the service does not respond in time.
 * @param waitS the maximum time in seconds; by default, does not wait
 */
export async function waitForService(
	service: Pick<SendOptions, "baseUrl" | "ca" | "signal">,
	{ waitS = 0, onProgress }: Pick<VerifyOptions, "waitS" | "onProgress">,
): Promise<string | undefined> {
	const end = performance.now() + waitS * 1000;
	let reason = "";
	while (performance.now() < end) {
		const timeoutMs = Math.max(Math.ceil(end - performance.now()), 1);
		try {
			await createSend({ ...service, timeoutMs })({ method: "GET", path: "/" });
			return undefined;
		} catch (error) {
			service.signal.throwIfAborted();
			reason = errorMessage(error);
		}
		onProgress?.(`waiting for the service, which ${reason}`);
		await sleep(INTERVAL_MS, undefined, { signal: service.signal });
	}
	return reason && `did not respond within ${waitS} s: it ${reason}`;
}
