import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ledger as statements } from "../../../src/service-engine.ts";
import { readLedger } from "../../../src/verification/ledger/read-ledger.ts";
import { adoptVerdicts } from "../../../src/verification/ledger/record-verdicts.ts";
import { recordVerdicts, shippedLedger } from "../../../src/verify.ts";
import { testFolder } from "../../support/test-folder.ts";
import {
	assumption,
	createVerification,
	failing,
} from "./create-verification.ts";

const folder = await testFolder();
const shipped = await readFile(shippedLedger, "utf8");

const writeLedger = (text = shipped) => folder.file("ledger.yaml", text);

const used = { tests: 1, exchanges: 1, assumptions: [{ id: "zaps.page" }] };
const external = failing("", { provenance: "external" });

test.each([
	["of an assumption", {}, 0],
	["in strict mode", { strict: true }, 1],
	["of what a test suite depends on", { used }, 1],
	["and another pact", {}, 1, [external]],
	["and a note", { notices: ["it is closed"] }, 2],
])(
	"after recording the refutation %s, the exit code is as if it had been known",
	(_, others, exitCode, interactions = [
		failing("", { provenance: "confirmed" }),
	]) => {
		const assumptions = [assumption("zaps.page", "refuted")];
		const adopted = adoptVerdicts(
			createVerification({
				...{ exitCode: 1, confirmed: ["zaps.page"], ...others },
				report: { assumptions, interactions },
			}),
		);
		const expected = { exitCode, confirmed: [], refuted: ["zaps.page"] };
		expect(adopted).toMatchObject(expected);
	},
);

describe("recording verdicts", () => {
	const assumptions = [
		assumption("health.body", "held"),
		assumption("zaps.page", "refuted"),
		assumption("auth.none", "untested"),
	];
	const verification = createVerification({ report: { assumptions } });
	const changes = [
		{ id: "health.body", from: "assumed", to: "confirmed" },
		{ id: "zaps.page", from: "assumed", to: "refuted" },
	];

	test("writes what was verified, when, and the version", async () => {
		const ledger = await writeLedger();
		const providerVersion = " 1.4.2\n(green)\u001b ";
		const options = { ledger, providerVersion };
		expect(await recordVerdicts(verification, options)).toEqual(changes);
		const { statuses } = readLedger(ledger, statements);
		const known = Object.entries(statuses).filter(
			([, { status }]) => status !== "assumed",
		);
		const evidence = "127.0.0.1:4020, 2026-05-06, version 1.4.2 (green)";
		expect(Object.fromEntries(known)).toEqual({
			"health.body": { status: "confirmed", evidence },
			"zaps.page": { status: "refuted", evidence },
		});
		const once = await readFile(ledger);
		expect(await recordVerdicts(verification, { ledger })).toEqual([]);
		expect(await readFile(ledger)).toEqual(once);
	});

	test("updates the sentences that were verified, and adds missing assumptions", async () => {
		const ledger = await writeLedger(
			"- id: health.body # mine\n  assumes: Another sentence.\n  status: confirmed\n  evidence: long ago\n",
		);
		expect(await recordVerdicts(verification, { ledger })).toEqual(changes);
		const evidence = "127.0.0.1:4020, 2026-05-06, version not given";
		const text = await readFile(ledger, "utf8");
		expect(text).toMatch(/^- id: health\.body # mine\n/);
		expect(parse(text)).toEqual(
			changes.map(({ id, to }) => {
				const known = statements.find((each) => each.id === id);
				return { id, assumes: known?.assumes, status: to, evidence };
			}),
		);
		expect(await recordVerdicts(verification, { ledger })).toEqual([]);
	});

	test.each([
		[
			{ notRecordable: "it responded with 401" },
			"Nothing was recorded: it responded with 401. Fix that and verify again.",
		],
		[
			{ notRecordable: "it does not exist. Fix the base URL." },
			/^Nothing was recorded: it does not exist\. Fix the base URL\.$/,
		],
		[
			{ isMock: true },
			"Nothing was recorded: the header Mock-Assumptions shows that this service is a mock. Verify the real service, or pass --allow-mock.",
		],
	])(
		"is rejected if the results may not show how the service behaves: %j",
		async (others, reason) => {
			const ledger = await writeLedger();
			await expect(
				recordVerdicts({ ...verification, ...others }, { ledger }),
			).rejects.toThrow(reason);
			expect(await readFile(ledger, "utf8")).toBe(shipped);
		},
	);

	test("of a mock is possible if that is allowed, and keeps the sentences of the shipped ledger, which are their source", async () => {
		const [before, after] = ["A healthy service", "As agreed, a healthy"];
		const ledger = await writeLedger(shipped.replace(before, after));
		const ofMock = { ...verification, isMock: true };
		expect(await recordVerdicts(ofMock, { ledger, allowMock: true })).toEqual(
			changes,
		);
		expect(await readFile(ledger, "utf8")).toContain(after);
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
		const ledger = await writeLedger();
		const bytes = Buffer.from(`# \xff\n${shipped}`, "latin1");
		await writeFile(ledger, bytes);
		await expect(recordVerdicts(verification, { ledger })).rejects.toThrow(
			"Cannot record the verdicts in",
		);
		expect(await readFile(ledger)).toEqual(bytes);
	});
});
