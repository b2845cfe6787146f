/** The summary of a problem response of the mock. */
export const problem = (status: number): string =>
	`${status} application/problem+json`;
/** The summary of a problem response after which the server closes the connection. */
export const rejected = (status: number): string =>
	`${problem(status)} closing`;
export const OK = "200 application/json";
export const CREATED = "201 application/json";

export const HOST = "Host: localhost";
export const CHUNKED = "Transfer-Encoding: chunked";
export const JSON_TYPE = "Content-Type: application/json";

/** Creates the head of a request with exactly these header lines. */
export const head = (line: string, ...headers: readonly string[]): string =>
	[line, ...headers, "", ""].join("\r\n");

/** Creates functions that build requests to the mock mounted at `base`. */
export function requestsOf(base: string) {
	/** Builds a POST to the zaps without Content-Type and framing headers. */
	const post = (body: string, ...headers: readonly string[]): string =>
		head(`POST ${base}/v1/zaps HTTP/1.1`, HOST, ...headers) + body;
	return {
		get: (path: string, ...headers: readonly string[]): string =>
			head(`GET ${base}${path} HTTP/1.1`, HOST, ...headers),
		post,
		/** Builds a POST to the zaps with Content-Type and Content-Length. */
		postJson: (json: string): string =>
			post(json, JSON_TYPE, `Content-Length: ${json.length}`),
	};
}
