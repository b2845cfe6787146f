import { createMock, type MockOptions } from "../../../src/entries/index.ts";

/** Creates a mock without records, and functions that send it requests. */
export function openHandlers(options: MockOptions = {}) {
	const errors: unknown[] = [];
	const mock = createMock({
		dataset: "empty",
		onError: (error) => errors.push(error),
		...options,
	});
	const send = async (
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	) => {
		const response = await mock.fetch(
			new Request(`http://zaps.test${path}`, {
				...{ method, body: body === undefined ? null : JSON.stringify(body) },
				headers: { "content-type": "application/json", ...headers },
			}),
		);
		const text = await response.text();
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: text === "" ? undefined : JSON.parse(text),
		};
	};
	return {
		...{ mock, send, errors },
		create: async (name: string) =>
			(await send("POST", "/v1/zaps", { name })).body,
	};
}
