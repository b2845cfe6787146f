import { expect, test } from "vitest";
import { sendJsonParts } from "../../../src/control/server/responses.ts";
import { createMock } from "../../../src/entries/index.ts";
import { postJson } from "../../support/post-json.ts";

/** Creates a mock with many records of a collection. */
async function createLarge(
	collection = "zaps",
	prefix = "zap",
	length = 10_000,
) {
	const mock = createMock();
	const state: Readonly<Record<string, readonly object[] | undefined>> =
		await mock.control.state();
	const many = Array.from({ length }, (_, at) => ({
		...state[collection]?.[0],
		id: `${prefix}_${`${at}`.padStart(26, "0")}`,
	}));
	await mock.control.setState({ [collection]: many });
	return mock;
}

test("reads and sends a large state without keeping others waiting", async () => {
	const { control } = await createLarge();
	let turns = 0;
	let isDone = false;
	const exportAll = async () =>
		sendJsonParts(await control.exportState()).text();
	const read = async () => {
		const [state, text] = await Promise.all([control.state(), exportAll()]);
		isDone = true;
		return text === JSON.stringify(state);
	};
	const count = () => {
		turns += 1;
		if (!isDone) setImmediate(count);
	};
	const reads = [read(), read()];
	count();
	expect(await Promise.all(reads)).toEqual([true, true]);
	expect(turns).toBeGreaterThan(5);
});

test("reads and sends a large journal in parts, without keeping others waiting", async () => {
	const { control, fetch } = createMock();
	const init = {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ name: "x", note: Array(60_000).fill("text") }),
	};
	for (let sent = 0; sent < 40; sent += 1)
		await fetch(new Request("http://zaps.test/v1/zaps", init));
	let turns = 0;
	let isDone = false;
	const count = () => {
		turns += 1;
		if (!isDone) setImmediate(count);
	};
	count();
	const page = await control.requests();
	expect([page.total, page.requests.length]).toEqual([40, 40]);
	expect(turns).toBeGreaterThan(2);
	turns = 0;
	const response = sendJsonParts(await control.exportRequests({ limit: 20 }));
	const text = response.text();
	await control.clearRequests();
	expect(await text).toBe(
		JSON.stringify({ ...page, requests: page.requests.slice(0, 20) }),
	);
	isDone = true;
	expect(turns).toBeGreaterThan(10);
});

test("exports a state in parts, as it was when the export began", async () => {
	const { control } = await createLarge();
	const before = JSON.stringify(await control.state());
	const parts: string[] = [];
	for await (const part of await control.exportState()) {
		if (parts.length === 0) await control.setState({});
		parts.push(part);
	}
	expect(parts.length).toBeGreaterThan(10);
	expect(parts.join("")).toBe(before);
	expect(await sendJsonParts(await control.exportState()).text()).toBe(
		'{"zaps":[],"commands":[],"pipelines":[],"audit":[]}',
	);
});

test("searches many records for a long text", async () => {
	// Folding the text again for each record would take longer than a test may take.
	const { fetch } = await createLarge("audit", "aud", 1_000);
	const request = new Request(
		"http://zaps.test/v1/audit/search",
		postJson({ text: "\u0130".repeat(300_000) }),
	);
	const response = await fetch(request);
	expect(await response.json()).toEqual({ items: [], nextCursor: null });
});
