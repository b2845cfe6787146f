import { join, relative } from "node:path";
import type { DocumentChange } from "../document/list-changes.ts";
import type { MockDocument } from "../service/load-document.ts";
import { packageRoot, packageVersion } from "../service/package-info.ts";
import { plural } from "../values/plural.ts";
import { shorten } from "../values/shorten.ts";

/** The maximum number of changes, so that they fit on one screen. */
const MAX_CHANGES = 40;
const MAX_VALUE_LENGTH = 40;

const spell = (value: unknown): string =>
	shorten(JSON.stringify(value), MAX_VALUE_LENGTH);

function formatChange(change: DocumentChange): string {
	const { pointer, before, after } = change;
	if (!("after" in change)) return `  removed  ${pointer}: ${spell(before)}`;
	if (!("before" in change)) return `  added    ${pointer}: ${spell(after)}`;
	return `  changed  ${pointer}: ${spell(before)} → ${spell(after)}`;
}

/** Describes the differences between a copy and the document of the package. */
export async function describeChanges(
	copy: MockDocument,
	isJson: boolean,
): Promise<string> {
	const [{ documentPath }, { listChanges }, { loadDocument }] =
		await Promise.all([
			import("../service/shipped-service.ts"),
			import("../document/list-changes.ts"),
			import("../service/load-document.ts"),
		]);
	const shipped = await loadDocument(join(packageRoot, documentPath));
	const changes = [...listChanges(shipped.document, copy.document)];
	if (isJson) return JSON.stringify({ changes }, null, 2);
	const file = relative("", copy.file);
	const others = `the document of zaps-understudy ${packageVersion}`;
	if (changes.length === 0) return `${file} says the same as ${others}.`;
	const more = changes.length - MAX_CHANGES;
	return [
		`${file} differs from ${others} in ${plural(changes.length, "element")}.`,
		"",
		...changes.slice(0, MAX_CHANGES).map(formatChange),
		...(more > 0 ? [`  and ${more} more, which --json lists`] : []),
	].join("\n");
}
