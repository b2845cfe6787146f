import { expect } from "vitest";
import { problem, requestsOf } from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { bodyRequests } from "./body-requests.ts";
import { framingRequests } from "./framing-requests.ts";
import { headerRequests, hostRequests } from "./header-requests.ts";
import type { HostileRequest, HostileRequests } from "./hostile-request.ts";
import {
	methodRequests,
	targetFormRequests,
	targetRequests,
} from "./target-requests.ts";

const groups: Readonly<Record<string, HostileRequests>> = {
	method: methodRequests,
	target: targetRequests,
	"form of the target": targetFormRequests,
	host: hostRequests,
	header: headerRequests,
	framing: framingRequests,
	body: bodyRequests,
};

/** Returns the requests to a mock that is mounted at `base`, by the part that is unusual or wrong. */
export const listHostileRequests = (
	base: string,
): (readonly [group: string, requests: readonly HostileRequest[]])[] =>
	Object.entries(groups).map(([group, create]) => [
		group,
		create(requestsOf(base), base),
	]);

async function send(url: string, bytes: string): Promise<string[]> {
	await using socket = await openSocket(url);
	socket.send(bytes);
	const received = await socket.responses();
	const summaries = received.map(summarize);
	for (const [index, { status, body }] of received.entries())
		if (summaries[index]?.startsWith(problem(status)))
			expect(JSON.parse(body)).toMatchObject({ status });
	if (summaries.at(-1)?.endsWith("closing"))
		expect(await socket.closed()).toHaveLength(summaries.length);
	return summaries;
}

/** Sends each request on a connection of its own. Expects the responses. */
export async function expectResponses(
	url: string,
	requests: readonly HostileRequest[],
): Promise<void> {
	const received = requests.map(async ([name, bytes]) => [
		name,
		...(await send(url, bytes)),
	]);
	expect(await Promise.all(received)).toEqual(
		requests.map(([name, _, ...responses]) => [name, ...responses]),
	);
}
