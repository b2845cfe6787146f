import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startChangedZaps } from "../../provider/semantic-mutants/start-mutant.ts";

/** The sentence, then rows: where the report tells a defect, and the text of the ordinary service that is replaced. */
const DEFECTS = readFileSync(join(import.meta.dirname, "defects.txt"), "utf8")
	.trim()
	.split("\n\n")
	.map((each) => {
		const [name = "", ...rows] = each.split("\n");
		return { name, rows: rows.map((row) => row.split(/ \|(?: |$)/)) };
	});

test.each(DEFECTS)(
	"$name",
	async ({ rows }) => {
		await using service = await startChangedZaps(
			rows.map(([, from = "", to = ""]) => [from, to]),
		);
		const { exitCode, report } = await verify(service.url, { strict: true });
		expect(exitCode).toBe(1);
		const told = report.differences.map(
			({ operation, where }) => `${operation} ${where}`,
		);
		const places = rows.flatMap(([each = ""]) => each.split(", "));
		expect([...new Set(told)].sort()).toEqual(places.sort());
	},
	60_000,
);
