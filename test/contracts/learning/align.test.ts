import { readdir, readFile, watch } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startService } from "../../provider/server.ts";
import { respondWith } from "../../support/respond-with.ts";
import { startProcess } from "../../support/start-process.ts";
import { closedPort, startStub } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";
import { understudy } from "../verification/built.ts";
import { createProject as createFolder, SHIPPED } from "./align-project.ts";

/** Creates a folder with a document, and aligns it for one operation. */
async function createProject(only = "getHealth") {
	const folder = await createFolder();
	return {
		...folder,
		/** Runs `understudy align` with the document of the folder. */
		align: (url: string, ...args: readonly string[]) =>
			understudy("align", url, ...folder.args, "--only", only, ...args),
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

	test("finishes what a killed run has begun, so that the ledger fits the document", async () => {
		await using project = await createProject();
		await using service = await startService({ differences: ["health-up"] });
		const killed = startProcess(process.execPath, [
			...[CLI, "align", service.url, ...project.args],
			...["--only", "getHealth", "--apply"],
		]);
		const ended = new Promise((resolve) => killed.on("exit", resolve));
		// The document is renamed into its place before the ledger.
		for await (const { filename } of watch(project.path))
			if (filename === "openapi.yaml") break;
		killed.kill("SIGKILL");
		await ended;
		const written = await project.read("openapi.yaml");
		expect(written).toContain("const: UP");
		const { code } = await project.align(service.url, "--apply");
		expect(code).toBe(0);
		expect(await project.read("openapi.yaml")).toBe(written);
		expect(await project.read("ledger.yaml")).toMatch(
			/is "UP" instead of "ok"\..\n {2}status: confirmed\n/,
		);
		expect((await readdir(project.path)).toSorted()).toEqual([
			...["ledger.yaml", "openapi.yaml"],
		]);
	});

	test("leaves alone what a killed run has begun if the document was edited since", async () => {
		await using project = await createProject();
		await using service = await startService();
		const edited = `${await project.read("openapi.yaml")}# Mine.\n`;
		const file = await project.file("openapi.yaml", edited);
		const plan = { changes: [{ file, before: "a", after: "b" }], teaching: {} };
		await project.file("openapi.yaml.align.json", JSON.stringify(plan));
		const { code } = await project.align(service.url, "--apply");
		expect(code).toBe(0);
		expect(await project.read("openapi.yaml")).toBe(edited);
	});

	test("learns the credentials that a service requires, even if it does not differ otherwise", async () => {
		await using project = await createProject();
		await using ordinary = await startService();
		await using service = await startStub(async (request, response) => {
			const { method = "", url, headers } = request;
			const isKnown = headers.authorization === "Bearer secret";
			const path = isKnown ? url : "/unknown";
			const found = await fetch(`${ordinary.url}${path}`, { method });
			response.writeHead(
				isKnown ? found.status : 401,
				[...found.headers].flat(),
			);
			response.end(await found.text());
		});
		const header = "Authorization: Bearer secret";
		await project.align(service.url, "--header", header, "--apply");
		expect(await project.read("openapi.yaml")).toContain("bearerAuth");
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
