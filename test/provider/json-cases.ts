import { expect, test } from "vitest";
import type { Open } from "./asking.ts";

const nested = (levels: number): string =>
	`${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Adds tests of invalid JSON, and of JSON that cannot be stored unchanged. */
export function addJsonCases(open: Open): void {
	test("rejects a body that is not a JSON object in UTF-8 as a whole", async () => {
		await using provider = await open();
		const whole = [{ pointer: "" }];
		const bodies = [
			"{",
			" ",
			"{'name':'x'}",
			'{"name":"x",}',
			'{"name":"x"}{}',
			"NaN",
			"null",
			"1",
			'"x"',
			"[]",
			"[".repeat(100_000),
		];
		for (const path of ["/v1/zaps", "/v1/pipeline", "/v1/audit/search"])
			for (const body of bodies)
				expect((await provider.post(path, body)).places).toEqual(whole);
		const latin1 = await provider.send("/v1/zaps", {
			method: "POST",
			body: new Uint8Array(Buffer.from('{"name":"\xff"}', "latin1")),
			headers: { "content-type": "application/json" },
		});
		expect(latin1.places).toEqual(whole);
	});

	test("accepts 128 levels of nesting and rejects 129", async () => {
		await using provider = await open();
		const zap = (levels: number): string =>
			`{"name":"x","a":${nested(levels - 1)}}`;
		const accepted = await provider.post("/v1/zaps", zap(128));
		expect(accepted.status).toBe(201);
		expect((await provider.send("/v1/zaps")).items).toEqual([accepted.body]);
		for (const levels of [129, 100_000])
			expect((await provider.post("/v1/zaps", zap(levels))).places).toEqual([
				{ pointer: `/a${"/0".repeat(127)}` },
			]);
	});

	test("rejects numbers and strings that JSON cannot represent", async () => {
		await using provider = await open();
		for (const [value, pointer] of [
			["[1e999]", "/a~1b/0"],
			["-1e999", "/a~1b"],
			['["\\ud800"]', "/a~1b/0"],
			['{"\\udc00":1}', "/a~1b"],
		]) {
			const body = `{"name":"x","a/b":${value}}`;
			const { places } = await provider.post("/v1/zaps", body);
			expect(places).toEqual([{ pointer }]);
		}
	});

	test("does not take an inherited property for a sent one", async () => {
		await using provider = await open();
		const body = '{"__proto__":{"name":"x","command":"x"}}';
		for (const [path, member] of [
			["/v1/zaps", "name"],
			["/v1/command", "command"],
			["/v1/pipeline", "steps"],
		]) {
			const { places } = await provider.post(`${path}`, body);
			expect(places).toEqual([{ pointer: `/${member}` }]);
		}
	});
}
