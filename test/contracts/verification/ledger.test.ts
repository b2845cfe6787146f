import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { initLedger } from "../../../src/cli/document-command.ts";
import { setupMock } from "../../../src/entries/node.ts";
import { ledger as shipped } from "../../../src/service/shipped-service.ts";
import { editLedger } from "../../../src/verification/ledger/edit-ledger.ts";
import { readLedger } from "../../../src/verification/ledger/read-ledger.ts";
import { testFolder } from "../../support/test-folder.ts";

const folder = await testFolder();

test("a new ledger has the sentence and the status of every assumption, and replaces no file", async () => {
	const file = join(folder.path, "new/ledger.yaml");
	expect(await initLedger(file)).toContain(`--record --ledger ${file}`);
	const text = await readFile(file, "utf8");
	expect(parse(text)).toEqual(
		shipped.map(({ id, assumes, status }) => ({ id, assumes, status })),
	);
	expect(editLedger(text, new Map(), "").text).toBe(text);
	expect(readLedger(file, shipped).notes).toEqual([]);
	await expect(initLedger(file)).rejects.toThrow(
		`Cannot write the ledger ${file}: it exists. To update it, run \`npx zaps-understudy verify <base-url>\` with --record --ledger ${file}, or`,
	);
	expect(await readFile(file, "utf8")).toBe(text);
});

test("a status counts only for the sentence that it stood for", async () => {
	const fields = shipped.find(({ id }) => id === "zap.fields");
	const assumes = JSON.stringify(`${fields?.assumes}\n`);
	const file = await folder.file(
		"old.yaml",
		`- {id: zaps.page, assumes: Another sentence., status: confirmed}
- {id: zap.fields, assumes: ${assumes}, status: refuted, evidence: seen}
- {id: audit.page, assumes: Another sentence., status: assumed}
- {id: zap.gone, assumes: It was., status: confirmed}`,
	);
	expect(readLedger(file, shipped)).toEqual({
		statuses: { "zap.fields": { status: "refuted", evidence: "seen" } },
		notes: [
			`The status of zaps.page is assumed again, because its sentence in this package is not the one in ${file}. Verify with --record to update it.`,
			`This package has no assumption zap.gone. Remove it from ${file}.`,
		],
	});
	await using mock = setupMock({ ledger: file }).listen();
	await fetch(`${mock.url}/v1/zaps`);
	const { assumptions } = await mock.usedAssumptions();
	const known = assumptions.filter(({ status }) => status !== "assumed");
	expect(known.map(({ id }) => id)).toEqual(["zap.fields"]);
});

test.each([
	["just words", "it is no list of entries"],
	["- status: assumed", "an entry has no id"],
	[
		"- {id: a, status: b}",
		"the status of a must be assumed or confirmed or refuted",
	],
])("%j is no ledger: %s", async (text, reason) => {
	const file = await folder.file("invalid.yaml", text);
	expect(() => setupMock({ ledger: file })).toThrow(
		`${file} is no ledger: ${reason}. \`npx zaps-understudy ledger init\` writes one.`,
	);
});
