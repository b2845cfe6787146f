import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLedger } from "../../../contracts/generate/ledger.ts";
import { adoptVerdicts } from "../../../src/verification/ledger/adopt-verdicts.ts";
import { recordVerdicts, shippedLedger } from "../../../src/verify.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import {
	assumption,
	createVerification,
	failing,
} from "./create-verification.ts";

const shipped = await readFile(shippedLedger, "utf8");

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
		[
			"node_modules/zaps-understudy/contracts/assumptions.yaml",
			/is a file of an installed package.* Write your own with/,
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
