import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startService } from "../../provider/server.ts";
import {
	type ScratchFolder,
	scratchFolder,
} from "../../support/scratch-folder.ts";
import { closedPort, startStub } from "../../support/stub-server.ts";
import { understudy } from "./built.ts";
import { respondWith } from "./respond-with.ts";

const SHIPPED = "contracts/openapi.yaml";

interface Project extends ScratchFolder {
	/** Runs `understudy align` with the document of the folder, for one operation. */
	align(url: string, ...args: readonly string[]): ReturnType<typeof understudy>;
	readonly read: (name: string) => Promise<string>;
}

/** Creates a folder with a copy of the shipped document and a ledger. */
async function createProject(only = "getHealth"): Promise<Project> {
	const folder = await scratchFolder();
	const document = join(folder.path, "openapi.yaml");
	const ledger = join(folder.path, "ledger.yaml");
	await copyFile(SHIPPED, document);
	await understudy("ledger", "init", ledger, "--document", document);
	return {
		...folder,
		align: (url, ...args) =>
			understudy(
				...["align", url, "--document", document, "--ledger", ledger],
				...["--only", only, ...args],
			),
		read: (name) => readFile(join(folder.path, name), "utf8"),
	};
}

const isEdited = (line: string): boolean => /^[+-](?![+-])/.test(line);

describe("understudy align", () => {
	test("proposes edits as a diff with their evidence, and writes nothing but reports", async () => {
		await using project = await createProject();
		await using service = await startService({ differences: ["health-up"] });
		const json = join(project.path, "report.json");
		const markdown = join(project.path, "report.md");
		const { code, stdout, stderr } = await project.align(
			service.url,
			...["--report", `json=${json}`, "--report", `markdown=${markdown}`],
		);
		expect(stderr).toContain(
			"1 proposal. Run again with --apply to write them.\n",
		);
		expect(code).toBe(1);
		expect(stdout).toMatch(
			/^@@ .* @@ getHealth: \$\.status is "UP" instead of "ok"\. \(certain, shown by all of \d+ exchanges; replaces health\.body\)$/m,
		);
		expect(stdout.split("\n").filter(isEdited)).toEqual([
			"-                    const: ok",
			"-              example: { status: ok }",
			"+                    const: UP",
			"+              example: { status: UP }",
		]);
		expect(await project.read("openapi.yaml")).toBe(
			await readFile(SHIPPED, "utf8"),
		);
		expect(await readFile(markdown, "utf8")).toContain(
			'| getHealth: $.status is "UP" instead of "ok". | certain, ',
		);
		const report = JSON.parse(await readFile(json, "utf8"));
		expect(report).toMatchObject({ undecided: [], rounds: 1, applied: 0 });
		const [{ example, seen, of, ...proposal }] = report.proposals;
		expect(proposal).toEqual({
			...{ operation: "getHealth", where: "$.status", kind: "form" },
			...{ from: '"ok"', to: '"UP"', confidence: "certain" },
			assumptions: ["health.body"],
		});
		expect(seen).toBe(of);
		expect(example.response.body).toEqual({ status: "UP" });
	});

	test("writes the document and the ledger with --apply, after which there is nothing to learn", async () => {
		await using project = await createProject();
		await using service = await startService({ differences: ["health-up"] });
		const first = await project.align(service.url, "--apply");
		expect(first.stderr).toContain("Wrote 1 of 1 proposal in 2 rounds.\n");
		expect(first.code).toBe(1);
		expect(await project.read("openapi.yaml")).toBe(
			(await readFile(SHIPPED, "utf8"))
				.replace("const: ok", "const: UP")
				.replace("{ status: ok }", "{ status: UP }"),
		);
		expect(await project.read("ledger.yaml")).toMatch(
			/- id: health\.body\n {2}assumes: .getHealth: \$\.status is "UP" instead of "ok"\..\n {2}status: confirmed\n {2}digest: \S+\n {2}evidence: "127\.0\.0\.1:/,
		);
		const written = await project.read("openapi.yaml");
		const second = await project.align(service.url, "--apply");
		expect(second.stderr).toContain("there is nothing to learn.\n");
		expect(second.code).toBe(0);
		expect(await project.read("openapi.yaml")).toBe(written);
	});

	test("leaves what is only likely to a person with --apply certain", async () => {
		await using project = await createProject("createZap");
		await using service = await startService({
			differences: ["zap-name-unique", "create-zap-200"],
		});
		const { code, stderr } = await project.align(
			service.url,
			...["--apply", "certain"],
		);
		expect(stderr).toContain("Wrote 1 of 2 proposals in 2 rounds.\n");
		expect(code).toBe(1);
		const written = await project.read("openapi.yaml");
		expect(written).toContain(
			'"200":\n          description: The created zap.',
		);
		expect(written).not.toContain('"409"');
	});

	test("says how to start without a document of one's own", async () => {
		const { code, stderr } = await understudy("align", "http://127.0.0.1:1");
		expect(stderr).toBe(
			"understudy: There is no document of yours to edit. Write a copy with `npx zaps-understudy init`, or pass one with --document.\n",
		);
		expect(code).toBe(2);
	});

	test.each([
		["no server", closedPort],
		[
			"a page for every request",
			() => startStub(respondWith(200, { "content-type": "text/html" }, "<p>")),
		],
		["503 for every request", () => startStub(respondWith(503))],
	])("learns nothing from %s, and says why in a sentence", async (_, start) => {
		await using project = await createProject();
		await using server = await start();
		const { code, stdout, stderr } = await project.align(server.url, "--apply");
		expect(stderr).toMatch(
			/^(… .*\n)*understudy: Nothing was learnt: [^\n]+\.\n$/,
		);
		expect(stdout).toBe("");
		expect(code).toBe(2);
		expect(await project.read("openapi.yaml")).toBe(
			await readFile(SHIPPED, "utf8"),
		);
	});
});
