import { expect, test } from "vitest";
import { createProgress } from "../../../src/cli/verify/verify-flags.ts";

test.each([
	["interaction", 583, 9],
	["mutant", 4_000, 10],
	["interaction", 4, 4],
])("a pipe gets one line for each tenth of %s 1 to %i", (kind, of, most) => {
	const lines: string[] = [];
	const progress = createProgress({
		isTTY: false,
		columns: 80,
		write: (line: string) => lines.push(line) > 0,
	});
	progress.show("surface");
	for (let at = 1; at <= of; at++) progress.show(`${kind} ${at} of ${of}`);
	progress.show("listBoats: a check");
	progress.show("listBoats: another check");
	const counted = lines.filter((line) => line.includes(" of "));
	expect(counted.length).toBeGreaterThan(1);
	expect(counted.length).toBeLessThanOrEqual(most + 1);
	expect(lines[0]).toBe("… surface\n");
	expect(counted.at(-1)).toBe(`… ${kind} ${of} of ${of}\n`);
	expect(lines.at(-1)).toBe("… probes\n");
});
