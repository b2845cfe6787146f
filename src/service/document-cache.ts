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

/** A document that was read and found valid: the target of each `$ref` is in it. */
export interface ReadDocument {
	readonly root: Node;
	/** The assumptions that it names. */
	readonly ledger: readonly LedgerEntry[];
	/** What the mock knows of it; undefined if only the files were read. */
	readonly model?: DocumentModel;
}

/** Numbers of YAML that JSON would change. */
const NO_JSON = /\.(inf|nan)\b/i;

const hash = (...parts: readonly string[]): string =>
	createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** Lists the files in folders with their size and time, without those of folders that do not exist. */
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
 * Builds of one version may read a document differently: this tells them apart. It is the code that reads documents. That
 * of the CLI is in this folder, with digests in the names of its files.
 */
const findBuild = computeOnce(() => {
	const here = dirname(fileURLToPath(import.meta.url));
	const folders = [".", "../document", "../../contracts/generated"];
	return hash(...listCode(folders.map((each) => join(here, each))));
});

/** Returns what a document was made from: this version and build, and the path and the text of each of its files. */
const keyOf = (texts: ReadonlyMap<string, string>): string =>
	hash(packageVersion, findBuild(), ...[...texts].flat());

/** A pipe can be read only once, and may never end. */
const isRegular = (file: string): boolean =>
	statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Returns the path in the nearest `node_modules`; undefined without one, and in this package, whose code may change. */
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
 * Returns the document as it was written to the cache; undefined if one of its files changed, or nothing usable was written.
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
		// A file is missing, or is not what was written.
	}
	texts.clear();
	return undefined;
}

/** Writes the document to the cache. Without permission or space there is no cache. */
export function writeCache(
	file: string,
	texts: ReadonlyMap<string, string>,
	document: ReadDocument,
): void {
	const path = findCacheFile(file);
	const isJson = [...texts.values()].every((text) => !NO_JSON.test(text));
	if (path === undefined || !isJson) return;
	const entry = { key: keyOf(texts), files: [...texts.keys()], ...document };
	// Aside, so that no other process reads half of it.
	const aside = `${path}.${randomUUID()}`;
	attempt(() => {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(aside, JSON.stringify(entry));
		renameSync(aside, path);
	});
	attempt(() => rmSync(aside, { force: true }));
}
