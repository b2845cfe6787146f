import { describe, expect, test } from "vitest";
import { validators } from "../../../contracts/generated/request-validators.ts";
import { toMilliseconds } from "../../../handlers/to-milliseconds.ts";

const accepts = (from: string): boolean | undefined =>
	validators["searchAudit body"]?.({ from });

describe("a time in a search", () => {
	test.each([
		["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
		["2026-01-01t01:30:00.5+01:30", "2026-01-01T00:00:00.500Z"],
		["2026-01-01T00:00:00.123000z", "2026-01-01T00:00:00.123Z"],
		["2026-01-01T00:00:00.1230001Z", "2026-01-01T00:00:00.124Z"],
		["2024-02-29T23:59:59.9999Z", "2024-03-01T00:00:00.000Z"],
		["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
		["2017-01-01T00:59:60.5+01:00", "2017-01-01T00:00:00.000Z"],
	])("%s is read as the first millisecond at or after it, %s", (sent, read) => {
		expect(accepts(sent)).toBe(true);
		expect(new Date(toMilliseconds(sent)).toISOString()).toBe(read);
	});

	test.each([
		"2026-01-01",
		"2026-01-01 00:00:00Z",
		"2026-01-01T00:00:00",
		"2026-01-01T00:00Z",
		"2026-01-01T00:00:00+0100",
		"2026-02-29T00:00:00Z",
		"2026-13-01T00:00:00Z",
		"2026-01-01T24:00:00Z",
		"2026-01-01T24:59:00+01:00",
		"2026-01-01T00:60:00Z",
		"2026-01-01T12:00:60Z",
		"2026-01-01T00:00:00+24:00",
		"+002026-01-01T00:00:00Z",
		"",
	])("%s is rejected", (sent) => {
		expect(accepts(sent)).toBe(false);
	});
});
