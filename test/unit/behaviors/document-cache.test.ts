import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listCode } from "../../../src/service/document-cache.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { packageVersion } from "../../../src/service/package-info.ts";
import { respond, withOperation } from "../../support/openapi.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

const SHELF = {
	type: "array",
	items: { $ref: "parts/book.yaml#/Book" },
	"x-assumption": "shelf.order",
};
const bookOf = (maxLength: number) =>
	`Book: { type: object, properties: { id: { type: string, maxLength: ${maxLength} } } }`;

/** Writes a document with a folder for its cache. */
async function writeProject(files: Readonly<Record<string, unknown>> = {}) {
	const folder = await scratchFolder();
	onTestFinished(() => folder[Symbol.asyncDispose]());
	const all = {
		"parts/book.yaml": bookOf(9),
		"node_modules/a/package.json": {},
		"api.yaml": withOperation(respond(SHELF)),
		...files,
	};
	for (const [name, content] of Object.entries(all)) {
		await mkdir(join(folder.path, dirname(name)), { recursive: true });
		const isText = typeof content === "string";
		await folder.file(name, isText ? content : JSON.stringify(content));
	}
	return join(folder.path, "api.yaml");
}

const folderOf = (file: string) =>
	join(dirname(file), "node_modules/.cache/zaps-understudy");

async function onlyEntry(file: string): Promise<string> {
	const names = await readdir(folderOf(file));
	expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
	return join(folderOf(file), names[0] ?? "");
}

/** Loads a document, and marks what the cache has of it. */
async function loadAndMark(file: string) {
	const document = await loadDocument(file);
	const entry = await onlyEntry(file);
	const text = await readFile(entry, "utf8");
	await writeFile(entry, text.replace('"title":"Books"', '"title":"Cached"'));
	return { document, entry, text };
}

const titleOf = ({ document }: { document: unknown }) =>
	Object(document).info.title;

test("the second load takes the document from the cache, with the same model", async () => {
	const file = await writeProject();
	const { document, entry, text } = await loadAndMark(file);
	const marked = await loadDocument(file);
	expect([titleOf(document), titleOf(marked)]).toEqual(["Books", "Cached"]);
	await writeFile(entry, text);
	const cached = await loadDocument(file);
	for (const key of ["document", "model", "files", "refused"] as const)
		expect(cached[key]).toStrictEqual(document[key]);
	expect(JSON.stringify(cached)).toBe(JSON.stringify(document));
	expect(JSON.stringify(cached.describe())).toBe(
		JSON.stringify(document.describe()),
	);
	expect(cached.service.ledger).toHaveLength(1);
});

test("a change of a file that a $ref leads to is read, and replaces the cache", async () => {
	const file = await writeProject();
	await loadAndMark(file);
	await writeFile(join(dirname(file), "parts/book.yaml"), bookOf(5));
	const changed = await loadDocument(file);
	expect(titleOf(changed)).toBe("Books");
	expect(JSON.stringify(changed.document)).toContain('"maxLength":5');
	expect(await readFile(await onlyEntry(file), "utf8")).toContain(
		'"maxLength":5',
	);
});

test("errors are those without a cache", async () => {
	const file = await writeProject();
	await loadDocument(file);
	await writeFile(
		join(dirname(file), "parts/book.yaml"),
		"Book: { x-roll: a.id }",
	);
	await expect(loadDocument(file)).rejects.toThrow(
		/book\.yaml:1 \(\/Book\/x-roll\): x-roll is an unknown keyword/,
	);
});

test.each([
	["that was cut", (text: string) => text.slice(0, -9)],
	["of another form", () => '{ "files": 3 }'],
	[
		"whose document cannot be served",
		(text: string) => text.replace('"paths":', '"path":'),
	],
])("a cache file %s is ignored and replaced", async (_, spoil) => {
	const file = await writeProject();
	const { entry, text } = await loadAndMark(file);
	await writeFile(entry, spoil(text));
	expect(titleOf(await loadDocument(file))).toBe("Books");
	expect(await readFile(entry, "utf8")).toBe(text);
});

test("nothing is left of a cache file that cannot be replaced", async () => {
	const file = await writeProject();
	const { entry } = await loadAndMark(file);
	await rm(entry);
	await mkdir(entry);
	expect(titleOf(await loadDocument(file))).toBe("Books");
	expect(await onlyEntry(file)).toBe(entry);
});

test("what another version, or another build of this one, wrote is read again", async () => {
	const file = await writeProject();
	const { entry } = await loadAndMark(file);
	const written = await readFile(entry, "utf8");
	const { key, files } = JSON.parse(written);
	const keyOf = async (version: string): Promise<string> => {
		const parts = [version];
		for (const each of files) parts.push(each, await readFile(each, "utf8"));
		return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
	};
	for (const version of ["9.9.9", packageVersion]) {
		await writeFile(entry, written.replace(key, await keyOf(version)));
		expect(titleOf(await loadDocument(file))).toBe("Books");
	}
});

test("a build differs from another one by its files", async () => {
	await using folder = await scratchFolder();
	await folder.file("a.js", "1");
	const folders = [folder.path, join(folder.path, "none")];
	const before = listCode(folders);
	expect(before).toEqual([expect.stringMatching(/^a\.js 1 \d/)]);
	expect(listCode(folders)).toEqual(before);
	await folder.file("a.js", "12");
	expect(listCode(folders)).not.toEqual(before);
});

test("a pipe in the place of a file is not read", async () => {
	const file = await writeProject();
	await loadDocument(file);
	const part = join(dirname(file), "parts/book.yaml");
	await rm(part);
	execFileSync("mkfifo", [part]);
	await expect(loadDocument(file)).rejects.toThrow(
		/book\.yaml is not a regular file\. Fix the \$ref/,
	);
});

test.each([
	["that cannot be written", { "node_modules/.cache": "a file" }],
	["for numbers that JSON has not", { "parts/a.yaml": "a: .inf" }],
])("there is no cache %s", async (_, files) => {
	const schema = { ...SHELF, "x-limit": { $ref: "parts/a.yaml#/a" } };
	const isNumber = "parts/a.yaml" in files;
	const file = await writeProject({
		...files,
		...(isNumber && { "api.yaml": withOperation(respond(schema)) }),
	});
	expect(titleOf(await loadDocument(file))).toBe("Books");
	expect(titleOf(await loadDocument(file))).toBe("Books");
	await expect(readdir(folderOf(file))).rejects.toThrow(/ENOENT|ENOTDIR/);
});
