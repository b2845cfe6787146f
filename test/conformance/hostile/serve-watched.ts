import { afterAll, afterEach } from "vitest";
import { type ServeOptions, serve } from "../../../src/adapters/http/serve.ts";
import { createMock, type Mock } from "../../../src/index.ts";
import { watchForErrors } from "../../support/watch-for-errors.ts";

/** Serves a mock for the tests of a file. Checks after each test that the mock responds and has reported no error. */
export async function serveWatched(
	options: Partial<ServeOptions> = {},
): Promise<{ mock: Mock; url: string }> {
	const errorWatch = watchForErrors();
	const mock = createMock({ onError: errorWatch.onError });
	const { url, close } = await serve({
		mock,
		port: 0,
		host: "127.0.0.1",
		grace: 0,
		...options,
	});
	afterEach(() => errorWatch.check(url));
	afterAll(async () => {
		await close();
		errorWatch[Symbol.dispose]();
	});
	return { mock, url };
}
