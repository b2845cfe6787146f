import { createHash, randomUUID } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentModel } from "../document/model.ts";
import type { Node } from "../document/node.ts";
import type { LedgerEntry } from "../engine/model/service.ts";
import { attempt } from "../values/errors.ts";
import { isObject } from "../values/json.ts";
import { computeOnce } from "../values/load-once.ts";
import { packageRoot, packageVersion } from "./package-info.ts";

/** A valid document, with the target of each `$ref` in it. */
export interface ReadDocument {
	readonly root: Node;
	/** The assumptions in the document. */
	readonly ledger: readonly LedgerEntry[];
	/** The model of the document; undefined if only the files were read. */
	readonly model?: DocumentModel;
}

/** Numbers of YAML that JSON cannot represent. */
const NO_JSON = /\.(inf|nan)\b/i;

const hash = (...parts: readonly string[]): string =>
	createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Lists the files in folders with their size and time. Ignores missing folders. */
export const listCode = (folders: readonly string[]): readonly string[] =>
	folders.flatMap(
		(folder) =>
			attempt(() =>
				readdirSync(folder)
					.sort()
					.map((name) => {
						const { size, mtimeMs } = statSync(join(folder, name));
						return `${name} ${size} ${mtimeMs}`;
					}),
			) ?? [],
	);

/**
 * Identifies the build, because builds of one version may read a document differently. Covers the code that reads
 * documents. The code of the CLI is in this folder, with digests in the file names.
 */
const findBuild = computeOnce(() => {
	const here = dirname(fileURLToPath(import.meta.url));
	const folders = [".", "../document", "../../contracts/generated"];
	return hash(...listCode(folders.map((each) => join(here, each))));
});

/** Returns the inputs of a cached document: version, build, and the path and the text of each file. */
const keyOf = (texts: ReadonlyMap<string, string>): string =>
	hash(packageVersion, findBuild(), ...[...texts].flat());

/** Whether a path is a regular file. A pipe can be read only once, and may never end. */
const isRegular = (file: string): boolean =>
	statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Returns the path of the cache in the nearest `node_modules`. Returns undefined if there is none, and in this
 * package, whose code may change.
 */
function findCacheFile(file: string): string | undefined {
	if (!isRegular(file)) return undefined;
	for (let at = dirname(file); ; at = dirname(at)) {
		if (at === packageRoot || at === dirname(at)) return undefined;
		const modules = join(at, "node_modules");
		if (existsSync(modules))
			return join(modules, ".cache/zaps-understudy", `${hash(file)}.json`);
	}
}

/**
 * Returns the document from the cache. Returns undefined if one of its files has changed, or the cache is missing or
 * invalid.
 * @param texts receives the text of each file
 */
export function readCache(
	file: string,
	texts: Map<string, string>,
): ReadDocument | undefined {
	const path = findCacheFile(file);
	if (path === undefined) return undefined;
	try {
		const { key, files, root, ledger, model } = JSON.parse(
			readFileSync(path, "utf8"),
		);
		const isReadable = files.every(isRegular);
		for (const each of isReadable ? files : [])
			texts.set(each, readFileSync(each, "utf8"));
		if (key === keyOf(texts) && isObject(root)) return { root, ledger, model };
	} catch {
		// A file is missing, or the cache has another format.
	}
	texts.clear();
	return undefined;
}

/** Writes the document to the cache. Ignores missing permissions and a full disk. */
export function writeCache(
	file: string,
	texts: ReadonlyMap<string, string>,
	document: ReadDocument,
): void {
	const path = findCacheFile(file);
	const isJson = [...texts.values()].every((text) => !NO_JSON.test(text));
	if (path === undefined || !isJson) return;
	const entry = { key: keyOf(texts), files: [...texts.keys()], ...document };
	// Written to a temporary file first, so that no other process reads half of it.
	const aside = `${path}.${randomUUID()}`;
	attempt(() => {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(aside, JSON.stringify(entry));
		renameSync(aside, path);
	});
	attempt(() => rmSync(aside, { force: true }));
}
