import { expect, test } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import { listZapNames, postJson, readProblem } from "./requests.ts";
import type { OpenTransport, TransportMock } from "./transports.ts";

const prefer = (preference: string) => ({ prefer: preference });

const requestWith = (
	{ baseUrl, fetch }: TransportMock,
	path: string,
	preference: string,
): Promise<Response> =>
	fetch(`${baseUrl}${path}`, { headers: prefer(preference) });

/** Adds cases for the Prefer header. */
export function addPreferenceCases(open: OpenTransport): void {
	test.each(Object.entries(operations))(
		"responds to %s with each status that the OpenAPI document lists, if preferred",
		async (_, { method, path, responses }) => {
			await using mock = await open();
			for (const [status, { mediaType }] of Object.entries(responses)) {
				const response = await mock.fetch(`${mock.baseUrl}${path}`, {
					method,
					headers: prefer(`code=${status}`),
				});
				expect(response.status).toBe(Number(status));
				expect(response.headers.get("content-type")).toBe(mediaType);
				expect(response.headers.get("preference-applied")).toBe(
					`code=${status}`,
				);
				if (mediaType.includes("json"))
					expect(await response.json()).toMatchObject({});
				else expect(await response.text()).not.toBe("");
			}
		},
	);

	test("sends the headers that a preferred code requires", async () => {
		await using mock = await open();
		const rejected = await requestWith(mock, "/v1/zaps", "code=401");
		expect(rejected.headers.get("www-authenticate")).toBe("Bearer");
		const limited = await requestWith(mock, "/v1/zaps", "code=429");
		expect(limited.headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
		expect(limited.headers.get("mock-assumptions")).toContain("limits.none");
	});

	test("writes nothing for a preferred code", async () => {
		await using mock = await open({ dataset: "empty" });
		for (const code of ["201", "400"])
			await postJson(mock, "/v1/zaps", { name: "x" }, prefer(`code=${code}`));
		expect(await listZapNames(mock)).toEqual([]);
		const metrics = await mock.fetch(`${mock.baseUrl}/metrics`);
		expect(await metrics.text()).toContain("\naudit_records 0\n");
	});

	test("rejects a code that the operation does not list, and names the listed ones", async () => {
		await using mock = await open({ dataset: "empty" });
		const preference = prefer("code=503");
		const rejected = await postJson(
			mock,
			"/v1/zaps",
			{ name: "No" },
			preference,
		);
		expect(rejected.headers.get("preference-applied")).toBeNull();
		expect(rejected.headers.get("mock-assumptions")).toBeNull();
		expect(await readProblem(rejected)).toMatchObject({
			status: 400,
			detail: expect.stringMatching(/createZap.*201, 400, 401, 413, 415, 429/),
		});
		expect(await listZapNames(mock)).toEqual([]);
	});

	test.each([
		["code=default", "code"],
		["code=", "code"],
		["code=20x", "code"],
		["scenario=nowhere", "normal, empty"],
		["scenario=toString", "normal, empty"],
		["delay=soon", "milliseconds"],
		["delay=-1", "milliseconds"],
		["delay=1e3", "milliseconds"],
		["delay=600001", "600000"],
	])("rejects %j and names valid values", async (preference, remedy) => {
		await using mock = await open();
		const rejected = await requestWith(mock, "/v1/zaps", preference);
		expect(await readProblem(rejected)).toMatchObject({
			status: 400,
			detail: expect.stringContaining(remedy),
		});
	});

	test("applies a preferred scenario to one request", async () => {
		await using mock = await open();
		const empty = await requestWith(mock, "/v1/zaps", "scenario=empty");
		expect(await empty.json()).toEqual({ items: [], nextCursor: null });
		expect(empty.headers.get("preference-applied")).toBe("scenario=empty");
		expect(await listZapNames(mock)).toHaveLength(20);
		const broken = await requestWith(mock, "/v1/zaps", "scenario=broken");
		expect(broken.status).toBe(500);
		const unhealthy = await requestWith(
			mock,
			"/v1/health",
			"scenario=unhealthy",
		);
		expect(unhealthy.status).toBe(503);
		expect(await unhealthy.json()).toEqual({ status: "unavailable" });
	});

	test("discards what was written in a preferred scenario with its own state", async () => {
		await using mock = await open({ dataset: "empty" });
		const own = prefer("scenario=empty");
		const gone = await postJson(mock, "/v1/zaps", { name: "Gone" }, own);
		expect(gone.status).toBe(201);
		const normal = prefer("scenario=normal");
		await postJson(mock, "/v1/zaps", { name: "Kept" }, normal);
		expect(await listZapNames(mock)).toEqual(["Kept"]);
		expect(await listZapNames(mock, own)).toEqual([]);
	});

	test("delays the response by a preferred delay", async () => {
		await using mock = await open();
		const started = performance.now();
		const response = await requestWith(mock, "/v1/health", "delay=60");
		// A timer may fire up to a millisecond early.
		expect(performance.now() - started).toBeGreaterThanOrEqual(59);
		expect(response.status).toBe(200);
		expect(response.headers.get("preference-applied")).toBe("delay=60");
	});

	test("applies several preferences at once", async () => {
		await using mock = await open();
		const started = performance.now();
		const response = await requestWith(
			mock,
			"/v1/zaps",
			"delay=30, respond-async, code=429",
		);
		expect(performance.now() - started).toBeGreaterThanOrEqual(29);
		expect(response.status).toBe(429);
		expect(response.headers.get("preference-applied")).toBe(
			"code=429, delay=30",
		);
	});

	test.each(["respond-async", "return=minimal", "wait=10", "", "handling"])(
		"ignores the preference %j",
		async (preference) => {
			await using mock = await open();
			const response = await requestWith(mock, "/v1/health", preference);
			expect(response.status).toBe(200);
			expect(response.headers.get("preference-applied")).toBeNull();
		},
	);

	test("applies preferences within the given session", async () => {
		await using mock = await open({ dataset: "empty" });
		const headers = { "mock-session": "a", ...prefer("delay=1") };
		await postJson(mock, "/v1/zaps", { name: "of a" }, headers);
		expect(await listZapNames(mock)).toEqual([]);
		expect(await listZapNames(mock, headers)).toEqual(["of a"]);
	});
}
