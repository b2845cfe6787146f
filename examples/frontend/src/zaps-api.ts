import { type components, createClient } from "zaps-understudy/client";
import { type Problem, RequestFailure, toFailure } from "./request-failure.ts";

export type Zap = components["schemas"]["Zap"];

export interface ZapPage {
	readonly items: readonly Zap[];
	/** Where the next page starts; null on the last page. */
	readonly nextCursor: string | null;
}

/** The requests of this app. They throw `RequestFailure`. */
export interface ZapsApi {
	/** Returns a page of zaps, newest first. */
	listZaps(cursor: string | undefined): Promise<ZapPage>;
	createZap(name: string): Promise<Zap>;
}

const TIMEOUT_MS = 15_000;

export function createZapsApi(baseUrl: string): ZapsApi {
	const client = createClient({
		baseUrl,
		fetch: (request) =>
			fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
	});
	return {
		listZaps(cursor) {
			const query = { limit: 10, ...(cursor !== undefined && { cursor }) };
			return readBody(client.GET("/v1/zaps", { params: { query } }));
		},
		createZap: (name) => readBody(client.POST("/v1/zaps", { body: { name } })),
	};
}

interface Result<Body> {
	readonly data?: Body;
	readonly error?: Problem;
	readonly response: Response;
}

async function readBody<Body>(sent: Promise<Result<Body>>): Promise<Body> {
	const { data, error, response } = await sent.catch(() => {
		throw new RequestFailure(
			"No response from the service. Check your connection, and try again.",
		);
	});
	if (data === undefined) throw toFailure(response.status, error);
	return data;
}
