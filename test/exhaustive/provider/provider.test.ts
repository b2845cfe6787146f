import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readExposition } from "../../../contracts/probes/read-exposition.ts";
import { operations } from "../../unit/properties/requests/operation-requests.ts";
import { toRequest } from "../../unit/properties/requests/request-parts.ts";
import { openProvider, type Provider } from "./open-provider.ts";

const MIB = 1_048_576;

async function createZaps(provider: Provider, count: number): Promise<void> {
	for (let index = 0; index < count; index++)
		await provider.post("/v1/zaps", { name: `zap ${index}` });
}

// `understudy verify` checks one request of each kind. These tests check many, so that both providers really are valid.
describe.each(["ordinary", "contrary"] as const)("the %s provider", (name) => {
	test.each(operations)(
		"$id responds to valid requests with $successStatus and to invalid requests with their errors",
		async ({ valid, successStatus, violations, invalidStatus }) => {
			await using provider = await openProvider(name);
			const validProperty = fc.asyncProperty(valid, async (parts) => {
				const request = toRequest(parts, provider.url);
				expect((await provider.send(request)).status).toBe(successStatus);
			});
			await fc.assert(validProperty, { numRuns: 50 });
			for (const { title, requests } of violations) {
				const property = fc.asyncProperty(
					requests,
					async ({ parts, location }) => {
						const request = toRequest(parts, provider.url);
						const { status, locations } = await provider.send(request);
						expect({ title, status, locations }).toEqual({
							title,
							status: invalidStatus,
							locations: [location],
						});
					},
				);
				await fc.assert(property, { numRuns: 20 });
			}
		},
	);

	test("stores the properties of a zap unchanged, whatever their names", async () => {
		await using provider = await openProvider(name);
		const json = `{"__proto__":{"a":1},"constructor":0,"then":null,"a/b":"\\u0000é😀"}`;
		await provider.post("/v1/zaps", `{"name":"x",${json.slice(1)}`);
		const [zap = {}] = (await provider.get("/v1/zaps")).items;
		expect(Object.entries(zap)).toEqual(
			expect.arrayContaining(Object.entries(JSON.parse(json))),
		);
		await provider.post("/v1/zaps", '{"__proto__":{"name":"x"}}');
		expect((await provider.get("/v1/zaps")).items).toEqual([zap]);
	});

	test.each([
		["[1e999]", "/a~1b/0"],
		["-1e999", "/a~1b"],
		['["\\ud800"]', "/a~1b/0"],
		['{"\\udc00":1}', "/a~1b"],
		["[".repeat(50_000) + "]".repeat(50_000), `/a~1b${"/0".repeat(127)}`],
	])(
		"rejects the value %.20s, which JSON cannot represent or nests too deeply",
		async (value, pointer) => {
			await using provider = await openProvider(name);
			const body = `{"name":"x","a/b":${value}}`;
			const { locations } = await provider.post("/v1/zaps", body);
			expect(locations).toEqual([{ pointer }]);
		},
	);

	test("rejects with the first matching status of 404, 405, 413, 415 and 400", async () => {
		await using provider = await openProvider(name);
		const tooLarge = "x".repeat(MIB + 1);
		const text = { "content-type": "text/plain" };
		const statusOf = async (...args: Parameters<Provider["post"]>) =>
			(await provider.post(...args)).status;
		expect(await statusOf("/v1/zap", tooLarge, text)).toBe(404);
		expect(await statusOf("/v1/health", tooLarge, text)).toBe(405);
		expect(await statusOf("/v1/zaps", tooLarge, text)).toBe(413);
		expect(await statusOf("/v1/zaps", "x", text)).toBe(415);
		expect(await statusOf("/v1/zaps", "x")).toBe(400);
	});

	test.each([
		["application/json ; charset=nonsense", 202],
		['APPLICATION/JSON; a="b;c"', 202],
		["application/json;", 202],
		["application/jsonx", 415],
		["application/problem+json", 415],
		["application/json, text/plain", 415],
		["text/plain; a=application/json", 415],
		["/", 415],
	])("responds to the content type %j with %i", async (type, expected) => {
		await using provider = await openProvider(name);
		const { status } = await provider.post(
			"/v1/command",
			{ command: "a" },
			{ "content-type": type },
		);
		expect(status).toBe(expected);
	});

	test.each([
		"/",
		"/v1%2fzaps",
		"/v1/%7Aaps",
		"/%zz",
		"/v1/zaps;a=1",
		"/__proto__",
	])("responds to the unknown path %s with 404", async (path) => {
		await using provider = await openProvider(name);
		expect((await provider.get(path)).status).toBe(404);
	});

	test("accepts cursors only unchanged, for the collection and by the provider that issued them", async () => {
		await using provider = await openProvider(name);
		await using other = await openProvider(name);
		await createZaps(provider, 3);
		await createZaps(other, 3);
		const foreign = await other.get("/v1/zaps?limit=1");
		const zaps = await provider.get("/v1/zaps?limit=1");
		const audit = await provider.search({ limit: 1 });
		const issued = String(zaps.body.nextCursor);
		const read = (cursor: unknown) =>
			provider.get(`/v1/zaps?cursor=${encodeURIComponent(String(cursor))}`);
		await createZaps(provider, 2);
		for (let attempt = 0; attempt < 2; attempt++)
			expect((await read(issued)).items).toMatchObject([
				{ name: "zap 1" },
				{ name: "zap 0" },
			]);
		for (const cursor of [
			`${issued} `,
			`0${issued}`,
			issued.slice(1),
			foreign.body.nextCursor,
			audit.body.nextCursor,
		])
			expect((await read(cursor)).locations).toEqual([{ parameter: "cursor" }]);
		const { locations } = await provider.search({ cursor: issued });
		expect(locations).toEqual([{ pointer: "/cursor" }]);
	});

	test("finds a text in action, subject id or detail, ignoring case, and nothing across them", async () => {
		await using provider = await openProvider(name);
		await provider.post("/v1/zaps", { name: "ΟΔΟΣ Straße 50%_" });
		await provider.post("/v1/command", { command: "Zaps.\u0000 Rebuild" });
		const steps = Array(73).fill({ command: "x" });
		await provider.post("/v1/pipeline", { steps });
		for (const [text, action] of [
			["ZAP.CREATED", "zap.created"],
			["οδοσ", "zap.created"],
			["STRASSE", "zap.created"],
			["%_", "zap.created"],
			["PIPE_", "pipeline.submitted"],
			["73", "pipeline.submitted"],
			[".\u0000 rEB", "command.submitted"],
		])
			expect((await provider.search({ text })).items).toContainEqual(
				expect.objectContaining({ action }),
			);
		for (const text of ["createdzap_", "created\nzap_", "nowhere"])
			expect((await provider.search({ text })).items).toEqual([]);
	});

	test("finds the records from a time, inclusive, to a time, exclusive, at any offset and precision", async () => {
		await using provider = await openProvider(name);
		await createZaps(provider, 1);
		const [{ at } = {}] = (await provider.search({})).items;
		const time = String(at);
		const fraction = time.replace(/^[^.]*|Z$/g, "");
		const elsewhere = new Date(Date.parse(time) + 5.5 * 3_600_000)
			.toISOString()
			.replace(/\..*/, `${fraction}+05:30`);
		const justAfter = time.replace("Z", "0000001z").replace("T", "t");
		for (const [conditions, count] of [
			[{ from: time }, 1],
			[{ to: time }, 0],
			[{ from: elsewhere }, 1],
			[{ to: elsewhere }, 0],
			[{ from: justAfter }, 0],
			[{ from: time, to: justAfter }, 1],
			[{ from: "9999-12-31T23:59:60Z" }, 0],
			[{ from: "0000-02-29T00:00:00-00:00" }, 1],
		] as const)
			expect((await provider.search(conditions)).items).toHaveLength(count);
	});

	test("counts requests and accepted writes at once, with consistent histograms", async () => {
		await using provider = await openProvider(name);
		await createZaps(provider, 2);
		await provider.get("/v1/zaps?limit=0");
		await provider.get("/v1/nothing");
		const { samples, total } = readExposition(
			(await provider.get("/metrics")).text,
		);
		const histogram = "http_request_duration_seconds";
		for (const [labels, count] of [
			[{ operation: "createZap", status: "201" }, 2],
			[{ operation: "listZaps", status: "400" }, 1],
			[{}, 3],
		] as const) {
			expect(total("http_requests_total", labels)).toBe(count);
			expect(total(`${histogram}_count`, labels)).toBe(count);
			expect(total(`${histogram}_bucket`, { ...labels, le: "+Inf" })).toBe(
				count,
			);
			expect(total(`${histogram}_sum`, labels)).toBeGreaterThan(0);
		}
		const counts = samples
			.filter(
				({ name, labels }) =>
					name === `${histogram}_bucket` && labels.operation === "listZaps",
			)
			.map(({ value }) => value);
		expect(counts).toEqual(counts.toSorted((one, other) => one - other));
		expect(total("zaps")).toBe(2);
		expect(total("audit_records")).toBe(2);
		expect(total("commands_total")).toBe(0);
	});
});

test("the contrary provider differs from the ordinary one wherever the OpenAPI document allows it", async () => {
	await using contrary = await openProvider("contrary");
	await using ordinary = await openProvider("ordinary");
	for (const provider of [contrary, ordinary])
		await provider.post("/v1/command", { command: "é/\u{1f600}" });
	for (const path of ["/v1/health", "/v1/zaps", "/v1/nothing"]) {
		const names = Object.keys((await contrary.get(path)).body);
		const plain = Object.keys((await ordinary.get(path)).body);
		expect(names).toEqual(expect.arrayContaining(plain));
		expect(names.length).toBeGreaterThan(plain.length);
	}
	const { items, text } = await contrary.search({ text: "É/" });
	expect(items[0]).not.toHaveProperty("detail");
	expect(items[0]?.at).toMatch(/\.[0-9]{6}Z$/);
	expect(text).toMatch(/^\r\n\{\n/);
	const created = await contrary.post("/v1/zaps", { name: "é/\u{1f600}" });
	expect(created.text).toContain('"name": "\\u00E9\\/\\uD83D\\uDE00"');
	expect(created.body.createdAt).toMatch(/:[0-9]{2}Z$/);
	const refused = await fetch(`${contrary.url}/v1/zaps`, { method: "DELETE" });
	expect(refused.statusText).toBe("");
	expect(refused.headers.get("transfer-encoding")).toBe("chunked");
});
