import { relative } from "node:path";
import type { PlanDescription } from "../behaviors/describe-plans.ts";
import type { MockDocument } from "../service/load-document.ts";
import { commandLine } from "../values/command-line.ts";
import { valueAt } from "../values/json.ts";
import { plural } from "../values/plural.ts";
import { UsageError } from "./options/usage-error.ts";
import { wrap } from "./terminal/layout.ts";

/** The maximum number of operations that are described one by one. With more, an overview is shown. */
const MAX_DETAILED = 30;
const MAX_REFUSED = 20;
const WIDTH = 96;
const MAX_NAMES = 100;

export function describeRefused({
	refused,
}: Pick<MockDocument, "refused">): string[] {
	const more = refused.length - MAX_REFUSED;
	return [
		...refused.slice(0, MAX_REFUSED).map((each) => `  Not served: ${each}`),
		...(more > 0
			? [`  and ${more} more are not served, which --json lists`]
			: []),
	];
}

function describeOperation(each: PlanDescription): string[] {
	const { id, method, path, behavior, why, resource, credentials } = each;
	const what = [behavior, resource ?? []].flat().join(" ");
	const places = Object.entries(why === undefined ? each.roles : {});
	const own = `${method} ${path}`;
	const name = id === own ? own : `${own}  ${id}`;
	return [
		`  ${name}: ${what}${why === undefined ? "" : `, because ${why}`}`,
		...(credentials ? [`    credentials: ${credentials}`] : []),
		...places.map(([place, found]) => `    ${place}: ${found.join(", ")}`),
		...(each.ignored.length > 0
			? [`    checked, but not applied: ${each.ignored.join(", ")}`]
			: []),
	];
}

/** Counts the operations by a text, the most frequent one first. */
function countBy(
	operations: readonly PlanDescription[],
	textOf: (each: PlanDescription) => string | undefined,
): (readonly [text: string, count: number])[] {
	const counts = new Map<string, number>();
	for (const each of operations) {
		const text = textOf(each);
		if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	return [...counts].sort(([, one], [, other]) => other - one);
}

const pad = (count: number): string => String(count).padStart(6);

function describeOverview(operations: readonly PlanDescription[]): string[] {
	const collections = countBy(operations, ({ resource }) => resource);
	const names = collections.slice(0, MAX_NAMES).map(([name]) => name);
	const more = collections.length - names.length;
	const reasons = countBy(operations, ({ why }) =>
		// Reasons with paths would all be different.
		why?.replace(/ at \/.*$/, " at the path above"),
	);
	return [
		...countBy(operations, ({ behavior }) => behavior).flatMap(
			([behavior, count]) => [
				`${pad(count)}  ${behavior}`,
				...(behavior === "example"
					? reasons.map(([why, each]) => `      ${pad(each)} because ${why}`)
					: []),
			],
		),
		"",
		`  ${plural(collections.length, "collection")}${collections.length > 0 ? ":" : ""}`,
		...wrap(names.join(", ").match(/\S+/g) ?? [], WIDTH).map(
			(line) => `    ${line}`,
		),
		...(more > 0 ? [`    and ${more} more`] : []),
		"",
	];
}

const hasText = (
	{ id, method, path, resource }: PlanDescription,
	text: string,
): boolean =>
	[id, `${method} ${path}`, resource ?? ""].some((each) =>
		each.toLowerCase().includes(text.toLowerCase()),
	);

/**
 * Describes the behavior of a document's operations: each one, or an overview if there are many.
 * @throws UsageError if no operation contains the text
 */
export async function describeDocument(
	read: MockDocument,
	{ json, only }: { readonly json: boolean; readonly only: string | undefined },
): Promise<string> {
	const { describePlans } = await import("../behaviors/describe-plans.ts");
	const { findInvalidExamples } = await import("../checks/create-subject.ts");
	const { listUndeclaredSchemes } = await import("../document/security.ts");
	const { document, parts, plans, refused, service } = read;
	const all = describePlans(plans, service.operations);
	const operations = all.filter(
		(each) => only === undefined || hasText(each, only),
	);
	const others = refused.filter(
		(each) =>
			only === undefined || each.toLowerCase().includes(only.toLowerCase()),
	);
	if (operations.length + others.length === 0)
		throw new UsageError(
			`No operation has the text "${only}" in its name, path or collection. Leave out --only to see all ${all.length}.`,
		);
	const ids = new Set(operations.map(({ id }) => id));
	const unchecked = listUndeclaredSchemes(
		parts.root,
		parts.operations.filter(({ id }) => ids.has(id)),
	);
	if (json)
		return JSON.stringify({ operations, refused: others, unchecked }, null, 2);
	const file = relative("", read.file);
	const title = String(valueAt(document, "info", "title") ?? file);
	const isDetailed = only !== undefined || operations.length <= MAX_DETAILED;
	const command = commandLine(
		`document ${file} --only <name, path or collection>`,
	);
	const count = isDetailed ? "" : `: ${plural(all.length, "operation")}`;
	return [
		`${title} (${file})${count}`,
		"",
		...(isDetailed
			? operations.flatMap(describeOperation)
			: describeOverview(operations)),
		...describeRefused({ refused: others }),
		...unchecked.map((each) => `  Not checked: ${each}`),
		...findInvalidExamples(read).map((each) => `  Not verified: ${each}`),
		...(isDetailed ? [] : [`  For details, run \`${command}\`.`]),
	].join("\n");
}
