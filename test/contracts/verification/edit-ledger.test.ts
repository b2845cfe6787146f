import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
	editLedger,
	type RecordedStatus,
} from "../../../src/verification/ledger/edit-ledger.ts";
import { shippedLedger } from "../../../src/verify.ts";

const shipped = await readFile(shippedLedger, "utf8");
/** Only the first entries, because parsing all of them takes most of the time. */
const few = `${shipped
	.split(/\n(?=- id: )/, 8)
	.join("\n")
	.trimEnd()}\n`;
const ids = (parse(few) as { id: string }[]).map(({ id }) => id);

/** Removes the statuses and evidence, which are on lines of their own. */
const withoutVerdicts = (text: string): string =>
	text
		.replaceAll(/^( +status: )"?(assumed|confirmed|refuted)"?/gm, "$1")
		.replaceAll(/\r?\n +evidence:.*(\r?\n {4,}.*)*/g, "");

const EVIDENCE = '127.0.0.1:4020, 2026-05-06, version "1.4": #2';

describe("editing the ledger", () => {
	const verdicts = fc.uniqueArray(
		fc.tuple(
			fc.constantFrom(...ids),
			fc.constantFrom<RecordedStatus>("confirmed", "refuted"),
		),
		{ selector: ([id]) => id, minLength: 1 },
	);
	const layouts: ((text: string) => string)[] = [
		(text) => text,
		(text) => text.replaceAll("\n", "\r\n"),
		(text) => text.replaceAll("status: assumed", "status: assumed # for now"),
		(text) => text.replaceAll("status: assumed", 'status: "assumed"'),
		(text) =>
			text.replaceAll(
				"status: assumed",
				"evidence: >-\n    once\n    seen\n  status: refuted",
			),
	];

	/** Evidence is one line: a host, a date and a version without white space. */
	const oneLine = fc
		.string({ unit: "binary" })
		.map((text) => text.toWellFormed().replaceAll("\n", " "));

	test("changes only statuses and evidence", () => {
		fc.assert(
			fc.property(
				verdicts,
				fc.constantFrom(...layouts),
				oneLine,
				(chosen, layout, evidence) => {
					const before = layout(few);
					const { text, changes } = editLedger(
						before,
						new Map(chosen),
						evidence,
					);
					expect(withoutVerdicts(text)).toBe(withoutVerdicts(before));
					if (before.includes("\r\n")) expect(text).not.toMatch(/[^\r]\n/);
					const entries = parse(text) as Record<string, string>[];
					const earlier = parse(before) as Record<string, string>[];
					expect(entries).toEqual(
						earlier.map((entry) =>
							changes.some(({ id }) => id === entry.id)
								? {
										...entry,
										status: new Map(chosen).get(entry.id ?? ""),
										evidence,
									}
								: entry,
						),
					);
					const again = editLedger(text, new Map(chosen), "another time");
					expect(again).toEqual({ text, changes: [] });
				},
			),
		);
	});

	const verdict = new Map([["a.b", "confirmed" as const]]);

	test("writes the evidence below the status and keeps comments in place", () => {
		const before =
			"# Head\n- id: a.b # id\n  status: assumed # now\n  # foot\n";
		expect(editLedger(before, verdict, EVIDENCE).text).toBe(
			'# Head\n- id: a.b # id\n  status: confirmed # now\n  evidence: "127.0.0.1:4020, 2026-05-06, version \\"1.4\\": #2"\n  # foot\n',
		);
	});

	test("formats the rest like the shipped ledger", () => {
		const words = "word ".repeat(30).trim();
		const before = `-   id: a.b\n    status:   "assumed"\n    because: >-\n        ${words}`;
		const { text } = editLedger(before, verdict, EVIDENCE);
		const lines = text.split("\n");
		expect(lines.slice(0, 3)).toEqual([
			"- id: a.b",
			'  status: "confirmed"',
			"  because: >-",
		]);
		expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(117);
		expect(text.endsWith('#2"\n')).toBe(true);
	});

	test.each([
		"- {id: a.b, status: assumed, open: '4'}\n",
		"- id: a.b\n  status: assumed\n  evidence:\n\n  open: '4'\n",
	])("edits the entry %j", (before) => {
		expect(parse(editLedger(before, verdict, EVIDENCE).text)).toEqual([
			{ id: "a.b", status: "confirmed", evidence: EVIDENCE, open: "4" },
		]);
	});

	test.each([
		["- id: [", "is not YAML", /./],
		["id: a.b\n", "is not a list", /it is no list of assumptions/],
		[
			"- id: z\n  status: assumed\n",
			"has other assumptions",
			/it has none of the verified/,
		],
		["- id: a.b\n", "lacks a status", /the status of a\.b is no plain value/],
		[
			"- id: a.b\n  status: &s assumed\n- id: c\n  status: *s\n",
			"shares a status",
			/is no plain value/,
		],
	])("rejects %j, which %s", (text, _, reason) => {
		expect(() => editLedger(text, verdict, EVIDENCE)).toThrow(reason);
	});
});
