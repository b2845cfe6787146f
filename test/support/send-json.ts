import { tryParseJson } from "../../src/values/json.ts";

/** Returns a function that sends requests with a body of JSON to a mock, and reads the JSON of its responses. */
export const createSend =
	(fetch: (request: Request) => Promise<Response>) =>
	async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	) => {
		const response = await fetch(
			new Request(`http://mock.test${path}`, {
				...{ method, body: body === undefined ? null : JSON.stringify(body) },
				headers: { "content-type": "application/json", ...headers },
			}),
		);
		const text = await response.text();
		const isJson = tryParseJson(text) !== undefined;
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: text === "" ? undefined : isJson ? JSON.parse(text) : { text },
		};
	};
