import { expect } from "vitest";
import { isNode } from "../../contracts/generate/document.ts";
import type { Mock } from "../../src/index.ts";
import { readAnswer } from "./answers.ts";
import { keptOf, readMetrics } from "./metrics.ts";
import { type Parts, toRequest } from "./parts.ts";
import type { Place } from "./queries.ts";
import type { OperationRequests } from "./requests.ts";

/** Sends a request that is wrong in these places, which the answer names, and no others; and nothing is kept of it. */
export async function expectRefusal(
	mock: Mock,
	{ id, invalid }: OperationRequests,
	request: Parts | Request,
	...places: readonly Place[]
): Promise<void> {
	const before = keptOf(await readMetrics(mock));
	const { status, body } = await readAnswer(
		id,
		await mock.fetch(request instanceof Request ? request : toRequest(request)),
	);
	expect(status).toBe(invalid);
	const named: unknown = isNode(body) ? body.errors : undefined;
	expect(named).toHaveLength(places.length);
	for (const place of places)
		expect(named).toContainEqual({ ...place, detail: expect.any(String) });
	expect(keptOf(await readMetrics(mock))).toEqual(before);
}
