import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { openDocument } from "./open-document.ts";

const LABELS = "labels: { verb: method, route: path, code: status }";
const folder = await scratchFolder();
afterAll(() => folder[Symbol.asyncDispose]());

/** Writes the document of the package with these families of exchanges. */
async function writeDocument(name: string, requests: string): Promise<string> {
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const text = shipped.replace(
		/ {12}requests:\n[\s\S]*?( {12}commands:)/,
		`            requests: ${requests}\n            durations: { name: took_seconds, type: summary, help: "", ${LABELS} }\n$1`,
	);
	return folder.file(name, text);
}

const file = await writeDocument(
	"labels.yaml",
	`{ name: calls, type: counter, ${LABELS} }`,
);

test("labels of metrics have the names and contents of the document", async () => {
	await using opened = await openDocument(file);
	await opened.send("POST", "/v1/zaps", { name: "a" });
	await opened.send("POST", "/v1/zaps", {});
	await opened.fetch("/v1/zaps");
	const text = await (await opened.fetch("/metrics")).text();
	const lines = text.split("\n");
	for (const labels of [
		'{verb="POST",route="/v1/zaps",code="201"}',
		'{verb="POST",route="/v1/zaps",code="400"}',
		'{verb="GET",route="/v1/zaps",code="200"}',
	]) {
		expect(lines).toContain(`calls${labels} 1`);
		expect(lines).toContain(`took_seconds_count${labels} 1`);
	}
	expect(text).not.toContain("_bucket");
	expect(text).toContain("# HELP calls ");
	expect(text).not.toContain("# HELP took_seconds");
});

test("exchanges with the same labels are added up", async () => {
	const byCode = await writeDocument(
		"code.yaml",
		"{ name: calls, type: counter, labels: { code: status } }",
	);
	await using opened = await openDocument(byCode);
	await opened.fetch("/v1/zaps");
	await opened.fetch("/v1/health");
	const text = await (await opened.fetch("/metrics")).text();
	expect(text).toContain('calls{code="200"} 2\n');
});

test("labels have constants and the texts of the document, also for classes of statuses", async () => {
	const mapped = await writeDocument(
		"mapped.yaml",
		"{ name: calls, type: counter, labels: { app: { const: zaps }, handler: { operation: { listZaps: zaps.list } }, code: { status: { 2XX: ok, '400': bad } } } }",
	);
	await using opened = await openDocument(mapped);
	await opened.fetch("/v1/zaps");
	await opened.send("POST", "/v1/zaps", { name: "a" });
	await opened.send("POST", "/v1/zaps", {});
	await opened.fetch("/v1/zaps", { method: "POST", body: "a" });
	const text = await (await opened.fetch("/metrics")).text();
	for (const labels of [
		'{app="zaps",handler="zaps.list",code="ok"}',
		'{app="zaps",handler="createZap",code="ok"}',
		'{app="zaps",handler="createZap",code="bad"}',
		'{app="zaps",handler="createZap",code="415"}',
	])
		expect(text).toContain(`calls${labels} 1\n`);
});
