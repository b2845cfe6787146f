import { describe, expect, test } from "vitest";
import { validators } from "../../../contracts/generated/request-validators.ts";
import { toMilliseconds } from "../../../src/behaviors/page-query.ts";

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
		expect(new Date(Math.ceil(toMilliseconds(sent))).toISOString()).toBe(read);
	});

	// The properties of `test/unit/properties` reject others.
	test.each(["2026-01-01T00:00Z", "2026-01-01T24:59:00+01:00", ""])(
		"%j is rejected",
		(sent) => {
			expect(accepts(sent)).toBe(false);
		},
	);
});
