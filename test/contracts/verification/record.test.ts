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

	test("writes what was verified, when, and the version", async () => {
		await using copy = await scratchLedger();
		const { ledger, path, read } = copy;
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
		expect(entries.filter(({ status }) => status !== "assumed")).toMatchObject([
			{ id: "health.body", status: "confirmed", evidence },
			{ id: "zaps.page", status: "refuted", evidence },
		]);
		const once = await read();
		expect(await recordVerdicts(verification, { ledger })).toEqual([]);
		expect(await read()).toBe(once);
	});

	test.each([
		[
			{ notRecordable: "it responded with 401" },
			"it responded with 401. Fix that and verify again.",
		],
		[
			{ isMock: true },
			"the header Mock-Assumptions shows that this service is a mock. Verify the real service, or pass --allow-mock.",
		],
	])(
		"is rejected if the results may not show how the service behaves: %j",
		async (others, reason) => {
			await using copy = await scratchLedger();
			const { ledger, read } = copy;
			await expect(
				recordVerdicts({ ...verification, ...others }, { ledger }),
			).rejects.toThrow(`Nothing was recorded: ${reason}`);
			expect(await read()).toBe(shipped);
		},
	);

	test("of a mock is possible if that is allowed", async () => {
		await using copy = await scratchLedger();
		const { ledger } = copy;
		const ofMock = { ...verification, isMock: true };
		expect(
			await recordVerdicts(ofMock, { ledger, allowMock: true }),
		).toHaveLength(2);
	});

	test("keeps the sentences of the shipped ledger, which are their source", async () => {
		await using copy = await scratchLedger();
		const { ledger, read } = copy;
		const [before, after] = ["A healthy service", "As agreed, a healthy"];
		await writeFile(ledger, shipped.replace(before, after));
		await recordVerdicts(verification, { ledger });
		expect(await read()).toContain(after);
	});

	test.each([
		["/nowhere/ledger.yaml", /\/nowhere\/ledger\.yaml: ENOENT.* --ledger\.$/],
		[tmpdir(), /: EISDIR/],
	])("fails for %s", async (ledger, reason) => {
		const recording = recordVerdicts(verification, { ledger });
		await expect(recording).rejects.toThrow("Cannot record the verdicts in ");
		await expect(recording).rejects.toThrow(reason);
	});

	test("rejects a ledger that is not UTF-8, because its bytes would change", async () => {
		await using copy = await scratchLedger();
		const { ledger } = copy;
		const bytes = Buffer.from(`# \xff\n${shipped}`, "latin1");
		await writeFile(ledger, bytes);
		await expect(recordVerdicts(verification, { ledger })).rejects.toThrow(
			"Cannot record the verdicts in",
		);
		expect(await readFile(ledger)).toEqual(bytes);
	});
});
