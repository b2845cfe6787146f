import type { RequestListener } from "node:http";
import { serve } from "../../../src/adapters/http/serve.ts";
import { createMock, type MockOptions } from "../../../src/entries/index.ts";
import type { MockDocument } from "../../../src/service/load-document.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";
import { startStub } from "../../support/stub-server.ts";

type Forward = NonNullable<MockOptions["forward"]>;

/** A mock that forwards everything to a service, over HTTP. */
export async function openMock(
	forward: MockOptions["forward"],
	options: MockOptions = {},
) {
	const mock = createMock({ loadForwarder, ...options, forward });
	const served = await serve({ mock, port: 0, host: "127.0.0.1" });
	return {
		...mock,
		url: served.url,
		newest: async () => (await mock.control.requests()).requests[0],
		async [Symbol.asyncDispose]() {
			await served.close();
			await mock.close();
		},
	};
}

/** A mock with these settings, or of another document, that forwards everything to a new service. */
export async function forwardWith(
	{
		document,
		...settings
	}: Omit<Forward, "url"> & { readonly document?: MockDocument },
	listener: RequestListener,
) {
	const service = await startStub(listener);
	const mock = await openMock(
		{ url: service.url, ...settings },
		document && { document, loadForwarder: document.loadForwarder },
	);
	return {
		...mock,
		async [Symbol.asyncDispose]() {
			await mock[Symbol.asyncDispose]();
			await service[Symbol.asyncDispose]();
		},
	};
}

export const forwardTo = (listener: RequestListener) =>
	forwardWith({}, listener);
