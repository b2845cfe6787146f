import {
	appendFile,
	lstat,
	mkdir,
	readFile,
	rm,
	symlink,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
	createAlignmentWriter,
	readSource,
} from "../../../src/cli/align/write-alignment.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    get:
      responses: { "200": { description: All notes } }
`;
const AFTER = DOCUMENT.replace("All notes", "Notes");
const TEACHING = { sentences: {}, held: [], digests: {}, evidence: "Seen" };

const write = async (file: string, after: string) => {
	const { texts } = await readSource(file);
	const writer = createAlignmentWriter(file, undefined);
	await writer.write(texts, new Map([[file, after]]), TEACHING);
};

test("what a link leads to is written, and the link stays", async () => {
	await using folder = await scratchFolder();
	const target = await folder.file("shared.yaml", DOCUMENT);
	const link = join(folder.path, "openapi.yaml");
	await symlink(target, link);
	await write(link, AFTER);
	expect(await readFile(target, "utf8")).toBe(AFTER);
	expect((await lstat(link)).isSymbolicLink()).toBe(true);
});

test("a document that is not UTF-8 is refused", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("openapi.yaml", DOCUMENT);
	await appendFile(file, Buffer.from("# Notiz f\xfcr alle\n", "latin1"));
	await expect(readSource(file)).rejects.toThrow(
		`Cannot read ${file}: it is not UTF-8. Save it as UTF-8`,
	);
});

test("what the user has made of the document meanwhile is not overwritten", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("openapi.yaml", DOCUMENT);
	const { texts } = await readSource(file);
	await appendFile(file, "x-half: [a,\n");
	const writer = createAlignmentWriter(file, undefined);
	const writing = writer.write(texts, new Map([[file, AFTER]]), TEACHING);
	await expect(writing).rejects.toThrow("the document was edited meanwhile");
	expect(await readFile(file, "utf8")).toBe(`${DOCUMENT}x-half: [a,\n`);
});

test("a document that was moved away is named", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("openapi.yaml", DOCUMENT);
	const { texts } = await readSource(file);
	await rm(file);
	const writer = createAlignmentWriter(file, undefined);
	const writing = writer.write(texts, new Map([[file, AFTER]]), TEACHING);
	await expect(writing).rejects.toThrow(`Cannot read ${file}: ENOENT`);
});

test("a file of a package is not edited", async () => {
	await using folder = await scratchFolder();
	await mkdir(join(folder.path, "node_modules/notes"), { recursive: true });
	const file = await folder.file("node_modules/notes/openapi.yaml", DOCUMENT);
	await expect(write(file, AFTER)).rejects.toThrow("belongs to a package");
	expect(await readFile(file, "utf8")).toBe(DOCUMENT);
});

test("a document that would become invalid is as it was", async () => {
	await using folder = await scratchFolder();
	const file = await folder.file("openapi.yaml", DOCUMENT);
	const writing = write(file, `${AFTER}x-half: [a,\n`);
	await expect(writing).rejects.toThrow("the document would be invalid");
	expect(await readFile(file, "utf8")).toBe(DOCUMENT);
});

test.each([
	["another file", (file: string) => ({ file, before: "a", after: "b" })],
	["nothing readable", () => ({})],
])("a plan for %s is refused", async (_, change) => {
	await using folder = await scratchFolder();
	await using other = await scratchFolder();
	const file = await folder.file("openapi.yaml", DOCUMENT);
	const outside = await other.file("notes.txt", "a");
	const plan = { changes: [change(outside)], teaching: TEACHING };
	await folder.file("openapi.yaml.align.json", JSON.stringify(plan));
	const recovering = createAlignmentWriter(file, undefined).recover();
	await expect(recovering).rejects.toThrow("Delete it, and run again.");
	expect(await readFile(outside, "utf8")).toBe("a");
});
