import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
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

test("a fault that breaks connections is set once clients have closed the idle connections of its session", async () => {
	// The fault of another session would close the connection after its response.
	await stage.control.session("own").clearFaults();
	const { hostname, port } = new URL(stage.url);
	const idle = connect({
		host: hostname,
		port: Number(port),
		allowHalfOpen: true,
	});
	idle.write(
		`GET /v1/health HTTP/1.1\r\nhost: a\r\nmock-session: slow\r\n\r\n`,
	);
	await once(idle, "data");
	// A busy client sees the end of the connection later.
	idle.once("end", () => sleep(20).then(() => idle.destroy()));
	await stage.control
		.session("slow")
		.setFaults([{ operation: "getHealth", kind: "reset", times: 1 }]);
	expect(idle.destroyed).toBe(true);
});
