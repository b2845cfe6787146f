import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readLedger } from "../../../contracts/generate/ledger.ts";
import { adoptVerdicts } from "../../../src/verification/ledger/adopt-verdicts.ts";
import {
	editLedger,
	type RecordedStatus,
} from "../../../src/verification/ledger/edit-ledger.ts";
import { recordVerdicts, shippedLedger } from "../../../src/verify.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import {
	assumption,
	createVerification,
	failing,
} from "./create-verification.ts";

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

/** Writes a temporary ledger. */
async function scratchLedger() {
	const folder = await scratchFolder();
	await mkdir(join(folder.path, "contracts"));
	const ledger = await folder.file("contracts/assumptions.yaml", shipped);
	return { ...folder, ledger, read: () => readFile(ledger, "utf8") };
}

test.each([
	["of an assumption", {}, 0],
	["in strict mode", { strict: true }, 1],
	[
		"of what a test suite depends on",
		{ used: { tests: 1, exchanges: 1, assumptions: [{ id: "zaps.page" }] } },
		1,
	],
	[
		"and another pact",
		{ report: { interactions: [failing("", { provenance: "external" })] } },
		1,
	],
	["and a note", { notices: ["it is closed"] }, 2],
])(
	"after recording the refutation %s, the exit code is as if it had been known",
	(_, {
		report,
		...others
	}: Parameters<typeof createVerification>[0] = {}, exitCode) => {
		const adopted = adoptVerdicts(
			createVerification({
				...{ exitCode: 1, confirmed: ["zaps.page"], ...others },
				report: {
					assumptions: [assumption("zaps.page", "refuted")],
					interactions: [failing("", { provenance: "confirmed" })],
					...report,
				},
			}),
		);
		expect(adopted).toMatchObject({
			exitCode,
			confirmed: [],
			refuted: ["zaps.page"],
		});
	},
);

describe("recording verdicts", () => {
	const verification = createVerification({
		report: {
			assumptions: [
				assumption("health.body", "held"),
				assumption("zaps.page", "refuted"),
				assumption("auth.none", "untested"),
			],
		},
	});

	test("writes what was verified, when, and the version", async () => {
		await using copy = await scratchLedger();
		const { ledger, path } = copy;
		const changes = await recordVerdicts(verification, {
			ledger,
			providerVersion: " 1.4.2\n(green)\u001b ",
		});
		expect(changes).toEqual([
			{ id: "health.body", from: "assumed", to: "confirmed" },
			{ id: "zaps.page", from: "assumed", to: "refuted" },
		]);
		const entries = await readLedger(path);
		const evidence = "127.0.0.1:4020, 2026-05-06, version 1.4.2 (green)";
		expect(entries.filter(({ status }) => status !== "assumed")).toEqual([
			expect.objectContaining({
				id: "health.body",
				status: "confirmed",
				evidence,
			}),
			expect.objectContaining({ id: "zaps.page", status: "refuted", evidence }),
		]);
		const once = await copy.read();
		expect(await recordVerdicts(verification, { ledger })).toEqual([]);
		expect(await copy.read()).toBe(once);
	});

	test("is rejected if the results may not show how the service behaves, and otherwise writes that no version was given", async () => {
		await using copy = await scratchLedger();
		const { ledger, read } = copy;
		const barred = { ...verification, notRecordable: "it responded with 401" };
		await expect(recordVerdicts(barred, { ledger })).rejects.toThrow(
			"Nothing was recorded: it responded with 401. Fix that and verify again.",
		);
		expect(await read()).toBe(shipped);
		await recordVerdicts(verification, { ledger });
		expect(await read()).toContain(
			'evidence: "127.0.0.1:4020, 2026-05-06, version not given"\n',
		);
	});

	test.each([
		[
			"/nowhere/ledger.yaml",
			/^Cannot record the verdicts in \/nowhere\/ledger\.yaml: ENOENT.* --ledger\.$/,
		],
		[tmpdir(), /^Cannot record the verdicts in .*: EISDIR/],
	])("fails for %s", async (ledger, reason) => {
		await expect(recordVerdicts(verification, { ledger })).rejects.toThrow(
			reason,
		);
	});

	test("rejects a ledger that is not UTF-8, because its bytes would change", async () => {
		await using copy = await scratchLedger();
		const bytes = Buffer.concat([
			Buffer.from("# \xff\n", "latin1"),
			Buffer.from(shipped),
		]);
		await writeFile(copy.ledger, bytes);
		await expect(
			recordVerdicts(verification, { ledger: copy.ledger }),
		).rejects.toThrow("Cannot record the verdicts in");
		expect((await readFile(copy.ledger)).equals(bytes)).toBe(true);
	});
});
