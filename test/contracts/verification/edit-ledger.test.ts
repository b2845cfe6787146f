import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { shippedLedger } from "../../../src/entries/verify.ts";
import {
	editLedger,
	type RecordedStatus,
} from "../../../src/verification/ledger/edit-ledger.ts";

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
	const ASSUMED = "status: assumed";
	const refuted = "evidence: >-\n    once\n    seen\n  status: refuted";
	/** The replacements in the ledger before it is edited. */
	const layouts = fc.constantFrom(
		["", ""],
		["\n", "\r\n"],
		[ASSUMED, `${ASSUMED} # for now`],
		[ASSUMED, 'status: "assumed"'],
		[ASSUMED, refuted],
	);

	/** Evidence is one line: a host, a date and a version without white space. */
	const oneLine = fc
		.string({ unit: "binary" })
		.map((text) => text.toWellFormed().replaceAll("\n", " "));

	test("changes only statuses and evidence", () => {
		fc.assert(
			fc.property(
				verdicts,
				layouts,
				oneLine,
				(chosen, [from = "", to = ""], evidence) => {
					const statuses = new Map(chosen);
					const before = from ? few.replaceAll(from, to) : few;
					const { text, changes } = editLedger(before, statuses, evidence);
					expect(withoutVerdicts(text)).toBe(withoutVerdicts(before));
					if (before.includes("\r\n")) expect(text).not.toMatch(/[^\r]\n/);
					const edit = (entry: Record<string, string>) =>
						changes.some(({ id }) => id === entry.id)
							? { ...entry, status: statuses.get(entry.id ?? ""), evidence }
							: entry;
					expect(parse(text)).toEqual(parse(before).map(edit));
					const again = editLedger(text, statuses, "another time");
					expect(again).toMatchObject({ text, changes: [], isChanged: false });
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
		expect(text).toMatch(
			/^- id: a\.b\n {2}status: "confirmed"\n {2}because: >-\n.*#2"\n$/s,
		);
		expect(text).not.toMatch(/.{117}/);
	});

	test.each([
		"- {id: a.b, status: assumed, open: '4'}\n",
		"- id: a.b\n  status: assumed\n  evidence:\n\n  open: '4'\n",
	])("edits the entry %j", (before) => {
		expect(parse(editLedger(before, verdict, EVIDENCE).text)).toEqual([
			{ id: "a.b", status: "confirmed", evidence: EVIDENCE, open: "4" },
		]);
	});

	const plain = "the status of a.b is no plain value";
	test.each([
		["- id: [", "is not YAML", /./],
		["id: a.b\n", "is not a list", "it is no list of assumptions"],
		[
			"- id: z\n  status: assumed\n",
			"has others",
			"it has none of the verified",
		],
		["- id: a.b\n", "lacks a status", plain],
		[
			"- id: a.b\n  status: &s assumed\n- id: c\n  status: *s\n",
			"shares it",
			plain,
		],
	])("rejects %j, which %s", (text, _, reason) => {
		expect(() => editLedger(text, verdict, EVIDENCE)).toThrow(reason);
	});
});
