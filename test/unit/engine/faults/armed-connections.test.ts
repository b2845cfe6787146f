import { once } from "node:events";
import { Agent, get } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { testStage } from "../../../support/test-stage.ts";

const stage = await testStage();

/** Sends a request, and returns the connection, which is idle after the response. */
async function openIdle(session: string, inPath = false): Promise<Socket> {
	const agent = new Agent({ keepAlive: true });
	const prefix = inPath ? `/__session/${session}` : "";
	const headers = inPath ? {} : { "mock-session": session };
	const request = get(`${stage.url}${prefix}/v1/health`, { agent, headers });
	const [response] = await once(request, "response");
	await text(response);
	return request.socket as Socket;
}

test("a fault that breaks connections closes the idle connections of its session only", async () => {
	const others = [await openIdle("other"), await openIdle("other", true)];
	const own = [await openIdle("own"), await openIdle("own", true)];
	const closed = Promise.all(own.map((each) => once(each, "close")));
	await stage.control
		.session("own")
		.setFaults([{ operation: "getHealth", kind: "reset", times: 1 }]);
	await closed;
	expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
	for (const each of others) each.destroy();
});
