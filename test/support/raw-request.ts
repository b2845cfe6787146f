/** A request as bytes, each written as the character of its number, and what must come back. */
export interface HostileRequest {
	readonly bytes: string;
	/** As `summarize` tells them; none where the connection is closed without one. */
	readonly answers: readonly string[];
}

/** A sentence about the server, and the request that shows it. */
export type HostileCase = readonly [behaviour: string, request: HostileRequest];

/** Requests to the mock that is mounted at `base`. */
export type HostileRequests = (base: string) => readonly HostileCase[];

export const hostile = (
	behaviour: string,
	bytes: string,
	...answers: readonly string[]
): HostileCase => [behaviour, { bytes, answers }];

/** Refused by the mock. */
export const problem = (status: number): string =>
	`${status} application/problem+json`;
/** Refused by Node's parser, which sends no body. */
export const refused = (status: number): string => `${status} closing`;
export const OK = "200 application/json";
export const CREATED = "201 application/json";

export const HOST = "Host: localhost";
export const JSON_TYPE = "Content-Type: application/json";

/** A request's head with exactly these header lines. */
export const head = (line: string, ...headers: readonly string[]): string =>
	[line, ...headers, "", ""].join("\r\n");

/** Ordinary requests to the mock that is mounted at `base`, to be bent out of shape. */
export function requestsOf(base: string): {
	get(path: string, ...headers: readonly string[]): string;
	/** A POST to the zaps of what may be no body, without any header that frames it. */
	post(body: string, ...headers: readonly string[]): string;
	/** The same with the headers that an ordinary client sends. */
	postJson(json: string): string;
} {
	const post = (body: string, ...headers: readonly string[]): string =>
		head(`POST ${base}/v1/zaps HTTP/1.1`, HOST, ...headers) + body;
	return {
		get: (path, ...headers) =>
			head(`GET ${base}${path} HTTP/1.1`, HOST, ...headers),
		post,
		postJson: (json) => post(json, JSON_TYPE, `Content-Length: ${json.length}`),
	};
}
