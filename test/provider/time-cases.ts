import { expect, test } from "vitest";
import type { Json, Open } from "./asking.ts";

/** Adds tests of the time range of a search. */
export function addTimeCases(open: Open): void {
	test("includes from and excludes to, at any offset and with any fraction", async () => {
		await using provider = await open();
		await provider.post("/v1/zaps", { name: "before" });
		await provider.post("/v1/command", { command: "between" });
		await provider.post("/v1/zaps", { name: "after" });
		const { items } = await provider.search({ subjectType: "command" });
		const at = String(items[0]?.at);
		const isFound = async (query: Json) =>
			(await provider.search({ ...query, subjectType: "command" })).items
				.length === 1;
		const elsewhere = new Date(Date.parse(at) + 5.5 * 3_600_000)
			.toISOString()
			.replace(/\..*/, at.replace(/^[^.]*|Z$/g, ""));
		const justAfter = at.replace("Z", "0000001z").replace("T", "t");
		expect(await isFound({ from: at })).toBe(true);
		expect(await isFound({ to: at })).toBe(false);
		expect(await isFound({ from: `${elsewhere}+05:30` })).toBe(true);
		expect(await isFound({ to: `${elsewhere}+05:30` })).toBe(false);
		expect(await isFound({ from: justAfter })).toBe(false);
		expect(await isFound({ to: justAfter })).toBe(true);
		expect(await isFound({ from: at, to: justAfter })).toBe(true);
		expect(await isFound({ from: "9999-12-31T23:59:60Z" })).toBe(false);
		expect(await isFound({ from: "0000-02-29T00:00:00-00:00" })).toBe(true);
	});

	test.each([
		"2026-01-01",
		"2026-01-01T00:00:00",
		"2026-01-01 00:00:00Z",
		"2026-02-29T00:00:00Z",
		"2026-00-10T00:00:00Z",
		"2026-04-31T00:00:00Z",
		"2026-13-01T00:00:00Z",
		"1900-02-29T00:00:00Z",
		"2026-01-01T24:00:00Z",
		"2026-01-01T00:60:00Z",
		"2026-01-01T00:00:60Z",
		"2026-01-01T00:00:61Z",
		"2026-01-01T00:00:00.Z",
		"2026-01-01T00:00:00+24:00",
		"2026-01-01T00:00:00+0100",
		"12026-01-01T00:00:00Z",
		"2026-01-01T00:00:00Z\n",
		"٢026-01-01T00:00:00Z",
		"",
	])("refuses %j for a time", async (time) => {
		await using provider = await open();
		const { places } = await provider.search({ from: time, to: time });
		expect(places).toEqual([{ pointer: "/from" }, { pointer: "/to" }]);
	});
}
