import { expect, test, vi } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { requestsOf } from "../../support/raw-request.ts";
import { openSocket } from "../../support/raw-socket.ts";
import { serveMock } from "../../support/serve-mock.ts";

const COUNT = 20;

test.each([
	// The responses of one connection would otherwise all wait in memory.
	["the control API, one at a time,", "/__mock/events", 1],
	["handlers of the configuration", "/v1/stream", COUNT],
])(
	"streams of %s end with their connection, also those that wait behind another",
	async (_, path, count) => {
		let open = 0;
		let opened = 0;
		const respond = async (): Promise<Response> => {
			open += 1;
			opened += 1;
			const body = new ReadableStream({
				start: (controller) => controller.enqueue(Buffer.from("x")),
				cancel: () => {
					open -= 1;
				},
			});
			return new Response(body);
		};
		await using served = await serveMock(createMock(), {
			control: respond,
			override: () => async (request) =>
				request.url.endsWith("/v1/stream") ? respond() : undefined,
		});
		await using client = await openSocket(served.url);
		client.send(requestsOf("").get(path).repeat(COUNT));
		await vi.waitFor(() => expect(opened).toBe(count));
		await client[Symbol.asyncDispose]();
		await vi.waitFor(() => expect(open).toBe(0));
	},
);
