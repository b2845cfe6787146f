import { serve } from "../../../src/adapters/http/serve.ts";
import { createMock, type MockOptions } from "../../../src/entries/index.ts";
import { loadForwarder } from "../../../src/service/load-forwarder.ts";

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
