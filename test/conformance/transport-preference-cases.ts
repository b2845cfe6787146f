import { expect, test } from "vitest";
import { operations } from "../../contracts/generated/operations.ts";
import { postJson, readProblem, zapNames } from "./requests.ts";
import type { Open, Staged } from "./transports.ts";

const prefer = (preference: string) => ({ prefer: preference });

const ask = (
	{ baseUrl, fetch }: Staged,
	path: string,
	preference: string,
): Promise<Response> =>
	fetch(`${baseUrl}${path}`, { headers: prefer(preference) });

/** One request may ask for another answer. */
export function addPreferenceCases(open: Open): void {
	test.each(Object.entries(operations))(
		"answers %s with every status that the document lists, where it is preferred",
		async (_, { method, path, responses }) => {
			await using staged = await open();
			for (const [status, { mediaType }] of Object.entries(responses)) {
				const response = await staged.fetch(`${staged.baseUrl}${path}`, {
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

	test("says with a preferred code all that the code needs", async () => {
		await using staged = await open();
		const refused = await ask(staged, "/v1/zaps", "code=401");
		expect(refused.headers.get("www-authenticate")).toBe("Bearer");
		const limited = await ask(staged, "/v1/zaps", "code=429");
		expect(limited.headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
		expect(limited.headers.get("mock-assumptions")).toContain("limits.none");
	});

	test("writes nothing for a preferred code, success or not", async () => {
		await using staged = await open({ dataset: "empty" });
		for (const code of ["201", "400"])
			await postJson(staged, "/v1/zaps", { name: "x" }, prefer(`code=${code}`));
		expect(await zapNames(staged)).toEqual([]);
		const metrics = await staged.fetch(`${staged.baseUrl}/metrics`);
		expect(await metrics.text()).toContain("\naudit_records 0\n");
	});

	test("refuses a code that the operation does not list, names those it does, and does nothing", async () => {
		await using staged = await open({ dataset: "empty" });
		const preference = prefer("code=503");
		const refused = await postJson(
			staged,
			"/v1/zaps",
			{ name: "No" },
			preference,
		);
		expect(refused.headers.get("preference-applied")).toBeNull();
		expect(refused.headers.get("mock-assumptions")).toBeNull();
		expect(await readProblem(refused)).toMatchObject({
			status: 400,
			detail: expect.stringMatching(/createZap.*201, 400, 401, 413, 415, 429/),
		});
		expect(await zapNames(staged)).toEqual([]);
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
	])("refuses %j and says what can be", async (preference, remedy) => {
		await using staged = await open();
		const refused = await ask(staged, "/v1/zaps", preference);
		expect(await readProblem(refused)).toMatchObject({
			status: 400,
			detail: expect.stringContaining(remedy),
		});
	});

	test("behaves for one request as in another scenario", async () => {
		await using staged = await open();
		const empty = await ask(staged, "/v1/zaps", "scenario=empty");
		expect(await empty.json()).toEqual({ items: [], nextCursor: null });
		expect(empty.headers.get("preference-applied")).toBe("scenario=empty");
		expect(await zapNames(staged)).toHaveLength(20);
		const broken = await ask(staged, "/v1/zaps", "scenario=broken");
		expect(broken.status).toBe(500);
		const sick = await ask(staged, "/v1/health", "scenario=unhealthy");
		expect(sick.status).toBe(503);
		expect(await sick.json()).toEqual({ status: "unavailable" });
	});

	test("forgets what was written in a scenario with a state of its own", async () => {
		await using staged = await open({ dataset: "empty" });
		const own = prefer("scenario=empty");
		const gone = await postJson(staged, "/v1/zaps", { name: "Gone" }, own);
		expect(gone.status).toBe(201);
		const slow = prefer("scenario=normal");
		await postJson(staged, "/v1/zaps", { name: "Kept" }, slow);
		expect(await zapNames(staged)).toEqual(["Kept"]);
		expect(await zapNames(staged, own)).toEqual([]);
	});

	test("waits as long as is preferred", async () => {
		await using staged = await open();
		const begun = performance.now();
		const response = await ask(staged, "/v1/health", "delay=60");
		// A timer may fire up to a millisecond early.
		expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
		expect(response.status).toBe(200);
		expect(response.headers.get("preference-applied")).toBe("delay=60");
	});

	test("meets several preferences at once", async () => {
		await using staged = await open();
		const begun = performance.now();
		const response = await ask(
			staged,
			"/v1/zaps",
			"delay=30, respond-async, code=429",
		);
		expect(performance.now() - begun).toBeGreaterThanOrEqual(29);
		expect(response.status).toBe(429);
		expect(response.headers.get("preference-applied")).toBe(
			"code=429, delay=30",
		);
	});

	test.each(["respond-async", "return=minimal", "wait=10", "", "handling"])(
		"leaves the preference %j alone",
		async (preference) => {
			await using staged = await open();
			const response = await ask(staged, "/v1/health", preference);
			expect(response.status).toBe(200);
			expect(response.headers.get("preference-applied")).toBeNull();
		},
	);

	test("prefers within the session that is named", async () => {
		await using staged = await open({ dataset: "empty" });
		const headers = { "mock-session": "a", ...prefer("delay=1") };
		await postJson(staged, "/v1/zaps", { name: "of a" }, headers);
		expect(await zapNames(staged)).toEqual([]);
		expect(await zapNames(staged, headers)).toEqual(["of a"]);
	});
}
