import { request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type StubServer, startStub } from "../../support/stub-server.ts";

/** Sends a response instead of the service, or breaks the connection. */
export type Disturb = (outgoing: ServerResponse) => void;

/** Returns the disturbance of one request, or undefined. */
type Choose = (status?: number) => Disturb | undefined;

export interface Disturbance {
	/** Called before the service receives a request. */
	readonly before?: Choose;
	/** Called when the service has executed a request. */
	readonly after?: Choose;
}

export const respondInstead =
	(status: number, headers: Record<string, string> = {}): Disturb =>
	(outgoing) => {
		outgoing
			.writeHead(status, { "content-type": "text/html", ...headers })
			.end("<h1>Bad Gateway</h1>");
	};
export const reset: Disturb = ({ socket }) => socket?.resetAndDestroy();

/** Chooses one of the disturbances for this share of requests, always the same requests for a seed. */
export function chooseAtRandom(
	share: number,
	seed: number,
	disturbances: readonly Disturb[],
): Choose {
	// Park and Miller's generator.
	let state = seed * 7919;
	const next = (): number => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
	next();
	return () =>
		next() < share
			? disturbances[Math.floor(next() * disturbances.length)]
			: undefined;
}

/** Disturbs requests beyond a number per second. */
export function limitRate(perSecond: number, disturb: Disturb): Choose {
	let tokens = perSecond;
	let last = performance.now();
	return () => {
		const now = performance.now();
		tokens = Math.min(tokens + ((now - last) * perSecond) / 1000, perSecond);
		last = now;
		if (tokens < 1) return disturb;
		tokens -= 1;
		return undefined;
	};
}

/** Starts a proxy that disturbs some of the exchanges with a service. */
export const startDisturbance = (
	url: string,
	{ before, after }: Disturbance,
): Promise<StubServer> =>
	startStub((incoming, outgoing) => {
		const early = before?.();
		if (early) return early(outgoing);
		const { method, headers } = incoming;
		const options = { method, headers, agent: false } as const;
		const relayed = request(`${url}${incoming.url}`, options);
		relayed.on("response", async (response) => {
			const { statusCode = 0 } = response;
			const body = await buffer(response);
			const late = after?.(statusCode);
			if (late) late(outgoing);
			else outgoing.writeHead(statusCode, response.headers).end(body);
		});
		incoming.pipe(relayed);
	});
