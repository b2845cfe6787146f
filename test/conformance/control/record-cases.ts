import { expect, test } from "vitest";
import type { stages } from "../../support/serve-stage.ts";

type Open = (typeof stages)[string];

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
		await control.updateRecord("zaps", a.id, edited);
		await Promise.allSettled([
			control.updateRecord("zaps", b.id, { ...b }),
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
}
