import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { loadDocument, type MockDocument } from "zaps-understudy/node";
import { isObject, parsePointer, valueAt } from "../../src/values/json.ts";
import { run } from "../support/run.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { CLI } from "../support/understudy.ts";
import { edit } from "./edits.ts";
import { startService } from "./server.ts";

const shipped = await readFile("contracts/openapi.yaml", "utf8");

const IGNORED =
	/^(description|summary|examples?|help|x-assumption|x-specified|x-role)$/;
const MAPS = /^(properties|headers|responses|content)$/;

/** Whether a keyword of a schema promises something. */
const promises = ([name, value]: readonly [string, unknown]): boolean =>
	!IGNORED.test(name) && !(/^min(Items|Length)$/.test(name) && value === 0);

/** Returns the schema of values that satisfy both. */
const mergeSchemas = (one: unknown, other: unknown): unknown => {
	const [a, b] = [Object(one), Object(other)];
	const required = [...(a.required ?? []), ...(b.required ?? [])].toSorted();
	const properties = { ...a.properties, ...b.properties };
	return {
		...{ ...a, ...b, properties },
		...(required.length > 0 && { required }),
	};
};

/** Returns what a document says, however it is written: without references, documentation and roles. */
function normalize(root: unknown, value: unknown, isMap = false): unknown {
	if (Array.isArray(value)) {
		const items = value.map((each) => normalize(root, each));
		return items.every((each) => typeof each === "string")
			? items.toSorted()
			: items;
	}
	if (!isObject(value)) return value;
	const { $ref, anyOf, allOf, ...beside } = value;
	if (typeof $ref === "string") {
		const target = valueAt(root, ...parsePointer($ref));
		return normalize(root, { ...Object(target), ...beside }, isMap);
	}
	// An `anyOf` with one alternative means the same as the alternative.
	if (!isMap && Array.isArray(anyOf) && anyOf.length === 1)
		return normalize(root, { ...Object(anyOf[0]), ...beside });
	if (!isMap && Array.isArray(allOf)) {
		const parts = [beside, ...allOf].map((each) => normalize(root, each));
		return parts.reduce(mergeSchemas);
	}
	const kept = Object.entries(value)
		.filter((entry) => isMap || promises(entry))
		.map(([name, each]): [string, unknown] => [
			name,
			normalize(root, each, !isMap && MAPS.test(name)),
		]);
	return Object.fromEntries(kept);
}

function read(text: string): unknown {
	const root: unknown = parse(text);
	const { paths, "x-beyond-operations": beyond } = Object(root);
	return normalize(root, { paths, beyond });
}

/** The result of `understudy align --apply` for the shipped document. */
export interface Aligned {
	readonly document: MockDocument;
	/** The report, as JSON. */
	readonly report: {
		readonly proposals: readonly unknown[];
		readonly undecided: readonly { readonly question: string }[];
		readonly applied: number;
	};
	/** Whether the document says what the edits of the differences say. */
	readonly isAsExpected: boolean;
}

/** Aligns the shipped document with a service, and applies all proposals. Returns the document as a text, too. */
export async function alignAt(
	url: string,
): Promise<Omit<Aligned, "isAsExpected"> & { readonly text: string }> {
	await using folder = await scratchFolder();
	const file = await folder.file("openapi.yaml", shipped);
	const report = join(folder.path, "report.json");
	const args = ["--document", file, "--apply", "--report", `json=${report}`];
	const { code, stderr } = await run(process.execPath, [
		...[CLI, "align", url, ...args],
	]);
	if (code === null || stderr.includes("understudy:")) throw new Error(stderr);
	return {
		document: await loadDocument(file),
		report: JSON.parse(await readFile(report, "utf8")),
		text: await readFile(file, "utf8"),
	};
}

/** Aligns the shipped document with a service that has these differences, and applies all proposals. */
export async function alignWith(
	differences: readonly string[],
): Promise<Aligned> {
	await using service = await startService({ differences });
	const { text, ...aligned } = await alignAt(service.url);
	const expected = read(edit(shipped, differences));
	return { ...aligned, isAsExpected: isDeepStrictEqual(read(text), expected) };
}
