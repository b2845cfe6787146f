import { expect, test } from "vitest";
import { catchControlError } from "../../support/catch-control-error.ts";
import type { stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

const COLLECTIONS =
	'Unknown collection "zap". Did you mean "zaps"? Available: zaps, commands, pipelines, audit.';
const at = (pointer: string, detail: string) => ({
	status: 400,
	message: `Invalid record. The state is unchanged.\n  ${pointer || "the whole"} ${detail}`,
	errors: [{ pointer, detail }],
});

export function addRecordCases(open: Open): void {
	test("adds, replaces and removes single records, even concurrently, and writes no audit record", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const [a, b, c] = await Promise.all([
			control.addRecord("zaps", { name: "A", color: "red" }),
			control.addRecord("zaps", JSON.parse('{"name":"B","__proto__":{"x":1}}')),
			control.addRecord("zaps", {
				name: "C",
				createdAt: "2020-01-01T00:00:00Z",
			}),
		]);
		expect(a).toEqual({
			id: expect.stringMatching(/^zap_[0-9A-Z]{26}$/),
			name: "A",
			createdAt: expect.stringMatching(/^2026-01-01T/),
			color: "red",
		});
		expect(JSON.stringify(b)).toContain('"__proto__":{"x":1}');
		const edited = { ...a, name: "A2", color: undefined };
		await Promise.all([
			control.updateRecord("zaps", a.id, edited),
			control.updateRecord("zaps", a.id, edited),
			control.removeRecord("zaps", b.id),
		]);
		const listed = await stage.send("/v1/zaps");
		expect(await listed.json()).toEqual({
			items: [c, JSON.parse(JSON.stringify(edited))],
			nextCursor: null,
		});
		await stage.createZap("D");
		const { audit = [] } = await control.state();
		expect(audit).toMatchObject([{ detail: { name: "D" } }]);
		await control.removeRecord("audit", audit[0]?.id ?? "");
		const found = await stage.send("/v1/audit/search", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: "{}",
		});
		expect(await found.json()).toEqual({ items: [], nextCursor: null });
	});

	test("rejects what it cannot add, replace or remove, and changes nothing", async () => {
		await using stage = await open({ dataset: "empty" });
		const { control } = stage;
		const zap = await control.addRecord("zaps", { name: "A" });
		const before = await control.state();
		const { addRecord, updateRecord, removeRecord } = control;
		const gone = `Unknown record "zap_1" in zaps: it never existed, or is already removed. Read the state to see the ids.`;
		const shortened = zap.id.slice(0, -1);
		const rejections = [
			[() => addRecord("zaps", {}), at("/name", "is required")],
			[
				() => addRecord("zaps", { name: "" }),
				at("/name", "must have at least 1 character"),
			],
			[
				() => addRecord("zaps", { ...zap }),
				at("/id", "is chosen by the service; omit it"),
			],
			[() => addRecord("zaps", [] as never), at("", "must be an object")],
			[
				() => addRecord("zap", { name: "A" }),
				{ status: 404, message: COLLECTIONS },
			],
			[() => addRecord("__proto__", { name: "A" }), { status: 404 }],
			[
				() => addRecord("commands", {}),
				{
					status: 400,
					message:
						"The mock cannot add records to commands, which it keeps of requests only. Send the service a request that creates one, or replace the whole state with PUT /__mock/state or setState. Records can be added to: zaps.",
				},
			],
			[
				() => updateRecord("zaps", zap.id, { ...zap, name: 1 }),
				at("/name", "must be a string"),
			],
			[
				() => updateRecord("zaps", "zap_1", { ...zap }),
				at("/id", 'must be "zap_1", since the id of a record cannot change'),
			],
			[
				() => updateRecord("zap", zap.id, { ...zap }),
				{ status: 404, message: COLLECTIONS },
			],
			[
				() => removeRecord("zap", zap.id),
				{ status: 404, message: COLLECTIONS },
			],
			[() => removeRecord("zaps", "__proto__"), { status: 404 }],
			[() => removeRecord("zaps", "zap_1"), { status: 404, message: gone }],
			[
				() => removeRecord("zaps", shortened),
				{
					status: 404,
					message: expect.stringContaining(`Did you mean "${zap.id}"?`),
				},
			],
		] as const;
		for (const [call, error] of rejections)
			expect(await catchControlError(call())).toMatchObject(error);
		expect(await control.state()).toEqual(before);
	});
}
