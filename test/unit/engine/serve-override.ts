import { http } from "msw";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createOverrideHandler } from "../../../src/adapters/msw/override-handlers.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { createControlledMock } from "../../support/controlled-mock.ts";

export type Resolver = Parameters<typeof http.get>[1];

/** Creates a mock, and the function with which an MSW handler overrides a path. */
export function createOverride(
	handler: Resolver,
	path = "*/own",
	options: MockOptions = {},
) {
	const mock = createControlledMock(options);
	const handlers = [http.all(path, handler)];
	const configured = () => ({ handlers, files: new Set<string>() });
	const override = createOverrideHandler(mock, configured, Response.error);
	return { mock, override };
}

/** Serves a mock whose responses for a path come from an MSW handler. */
export async function serveOverride(
	handler: Resolver,
	path?: string,
	mockOptions?: MockOptions,
) {
	const { mock, override } = createOverride(handler, path, mockOptions);
	const options = { mock, override: () => override, grace: 0 };
	const { url, close } = await serve({
		...options,
		port: 0,
		host: "127.0.0.1",
	});
	mock.context.forwarding.setOwnUrl(url);
	return { ...mock, url, [Symbol.asyncDispose]: close };
}
