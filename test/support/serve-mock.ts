import {
	type RunningServer,
	type ServeOptions,
	serve,
} from "../../src/adapters/http/serve.ts";

/** Serves a mock on a free port until it is disposed of. */
export async function serveMock(
	mock: ServeOptions["mock"],
	options: Partial<ServeOptions> = {},
): Promise<RunningServer & AsyncDisposable> {
	const served = { mock, port: 0, host: "127.0.0.1" };
	const server = await serve({ ...served, ...options });
	return { ...server, [Symbol.asyncDispose]: () => server.close() };
}
