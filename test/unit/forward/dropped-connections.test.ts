import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { startRawStub } from "../../support/stub-server.ts";
import { openMock } from "./open-mock.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const close = (socket: Socket): unknown => socket.end();
const reset = (socket: Socket): unknown => socket.resetAndDestroy();

/** Starts a service that responds to the first request of a connection, and acts at the second one. */
async function startForgetful(
	act: (socket: Socket) => unknown,
	maxResponses = Number.POSITIVE_INFINITY,
) {
	const connections: number[] = [];
	let responses = 0;
	const service = await startRawStub((socket) => {
		const index = connections.push(0) - 1;
		socket.on("data", () => {
			connections[index] = (connections[index] ?? 0) + 1;
			responses += 1;
			if (connections[index] === 1 && responses <= maxResponses)
				socket.write(RESPONSE);
			else act(socket);
		});
	});
	return { ...service, connections };
}

test.each([
	["closes", close],
	["resets", reset],
])(
	"sends a request again if the service %s a kept connection instead of responding",
	async (_, act) => {
		await using service = await startForgetful(act);
		await using mock = await openMock({ url: service.url });
		for (const method of ["GET", "HEAD", "GET"]) {
			const { status } = await fetch(`${mock.url}/v1/zaps`, { method });
			expect(status).toBe(200);
		}
		expect(service.connections).toEqual([2, 1, 1]);
	},
);

test.each([
	["that may change something", "POST", close, undefined, [2]],
	["with the start of a response", "GET", sendStart, undefined, [2]],
	["sent again before", "GET", close, 1, [2, 1]],
])(
	"sends no request again %s",
	async (_, method, act, maxResponses, connections) => {
		await using service = await startForgetful(act, maxResponses);
		await using mock = await openMock({ url: service.url });
		await fetch(`${mock.url}/v1/zaps`);
		const { status } = await fetch(`${mock.url}/v1/zaps`, { method });
		expect(status).toBe(502);
		expect(service.connections).toEqual(connections);
	},
);

function sendStart(socket: Socket): void {
	socket.end("HTTP/1.1 200");
}
