import { findInput, isPage, type Plan } from "../behaviors/operation-plan.ts";
import { isNode, type Node } from "../document/node.ts";
import type { Sighting } from "../verification/observed.ts";
import type { InteractionResult } from "../verification/report.ts";
import { applyChanges, type Change, elementAt, joinPointer } from "./edit.ts";
import {
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";
import {
	findBodySchemas,
	findSchemas,
	follow,
	listParts,
} from "./schema-places.ts";

/** Runs the checks of operations by a changed document, or only some of them; undefined if it cannot be used. */
export type Try = (
	root: Node,
	operations: readonly string[],
	checks?: ReadonlySet<string>,
) => Promise<readonly InteractionResult[] | undefined>;

/** A keyword that says how an operation behaves, with another value than now. */
interface Candidate {
	readonly kind: string;
	readonly from: string;
	readonly to: string;
	readonly change: Change;
	/** The operations whose checks show whether it is right. */
	readonly operations: readonly string[];
	/** Candidates of one group exclude each other; the first that is right counts. */
	readonly group: string;
}

/** What a keyword may say: undefined stands for the keyword's absence. */
const PAGE_KEYWORDS: readonly (readonly [
	role: string,
	keyword: string,
	values: readonly unknown[],
])[] = [
	["", "x-order", ["oldest first", undefined]],
	["cursor", "x-unknown-cursor", ["first page", undefined]],
	["cursor", "x-cursor-position", ["number", undefined]],
	["from", "x-inclusive", [true, false]],
	["to", "x-inclusive", [true, false]],
	["text", "x-case-sensitive", [true, undefined]],
];

/** How late a record may appear, in milliseconds. */
const DELAYS = [200, 400, 600, 800, 1000, 2000, 4000];

/** Returns the pointer of the parameter or the property of a request with this role. */
function findInputNode(
	{ document }: Round,
	plan: Plan,
	role: string,
): string | undefined {
	const { root } = document;
	const [name] = findInput(plan, role) ?? [];
	if (name === undefined) return undefined;
	const { id, pointer, node } = plan.operation;
	const at = follow(root, pointer)?.pointer;
	const parameters = Array.isArray(node.parameters) ? node.parameters : [];
	for (const index of parameters.keys()) {
		const found = follow(root, `${at}/parameters/${index}`);
		if (found?.node.name === name) return found.pointer;
	}
	const [owner] = findBodySchemas(document, { target: id, status: "request" })
		.flatMap((schema) => findSchemas(root, schema, "$"))
		.flatMap((schema) => listParts(root, schema))
		.filter(
			(each) => isNode(each.node.properties) && name in each.node.properties,
		);
	return owner && `${owner.pointer}${joinPointer("properties", name)}`;
}

const setKeyword = (
	pointer: string,
	keyword: string,
	value: unknown,
): Change => ({
	pointer,
	edit(before) {
		const path = joinPointer(keyword);
		if (value !== undefined) return [{ pointer: path, value }];
		return isNode(before) && keyword in before
			? [{ pointer: path, remove: true }]
			: [];
	},
});

const show = (keyword: string, value: unknown): string =>
	value === undefined
		? `no ${keyword}`
		: `${keyword} ${typeof value === "object" ? "" : value}`.trim();

function listPageCandidates(round: Round, plan: Plan): Candidate[] {
	const { root } = round.document;
	return PAGE_KEYWORDS.flatMap(([role, keyword, values]) => {
		const { id, pointer: at } = plan.operation;
		const pointer =
			role === ""
				? follow(root, at)?.pointer
				: findInputNode(round, plan, role);
		const node = pointer === undefined ? undefined : elementAt(root, pointer);
		if (pointer === undefined || !isNode(node)) return [];
		const now = node[keyword];
		return values
			.filter((value) => value !== now)
			.map((value) => ({
				...{
					kind: keyword,
					from: show(keyword, now),
					to: show(keyword, value),
				},
				...{ operations: [id], group: `${role} ${keyword}` },
				change: setKeyword(pointer, keyword, value),
			}));
	});
}

function listAuditCandidates(
	round: Round,
	writer: Plan,
	reader: string,
): Candidate[] {
	const { root } = round.document;
	const { id, pointer: at } = writer.operation;
	const pointer = follow(root, at)?.pointer ?? "";
	const now = elementAt(root, `${pointer}/x-audit`);
	if (!isNode(now)) return [];
	const of = { operations: [reader, id], group: `x-audit ${id}` };
	const candidateOf = (
		to: string,
		pointer: string,
		keyword: string,
		value?: number,
	) => ({
		...{ ...of, kind: "x-audit", from: "audited at once", to },
		change: setKeyword(pointer, keyword, value),
	});
	return [
		...DELAYS.map((delayMs) =>
			candidateOf(
				`audited after ${delayMs} ms`,
				`${pointer}/x-audit`,
				"delayMs",
				delayMs,
			),
		),
		candidateOf("not audited", pointer, "x-audit"),
	];
}

const listFailed = (
	results: readonly InteractionResult[],
): ReadonlySet<string> =>
	new Set(
		results
			.filter(({ passed }) => !passed)
			.map(({ description }) => description),
	);

/**
 * Returns the checks that a candidate repairs; none if another one fails with it. First only the failed checks show
 * whether it repairs one at all.
 */
async function findRepaired(
	{ document }: Round,
	{ change, operations }: Candidate,
	before: ReadonlySet<string>,
	tryDocument: Try,
): Promise<readonly string[]> {
	const { root } = applyChanges(document.root, [change]);
	const first = await tryDocument(root, operations, before);
	// A check may have another name in the changed document.
	const isVain =
		first?.length === before.size && listFailed(first).size === before.size;
	if (!first || isVain) return [];
	const failed = listFailed((await tryDocument(root, operations)) ?? []);
	const isBetter = [...failed].every((each) => before.has(each));
	return isBetter ? [...before].filter((each) => !failed.has(each)) : [];
}

const ask = (
	{ operation, where, expected, actual }: Sighting,
	why: string,
): Undecided => ({
	...{ operation, where, why },
	question: `Is it right that ${operation} has ${actual} instead of ${expected} at ${where}, and how would the document say so?`,
});

/**
 * Learns how operations behave where no single response shows it: verifies by a document with each keyword in turn that
 * could say it.
 * @param left the sightings that nothing else explains
 * @param failedBefore the checks that fail now
 */
export async function tryKeywords(
	round: Round,
	plans: readonly Plan[],
	left: readonly Sighting[],
	failedBefore: readonly {
		readonly operation: string;
		readonly description: string;
	}[],
	tryDocument: Try,
): Promise<Learnt> {
	const lessons: Lesson[] = [];
	const undecided: Undecided[] = [];
	const explained = new Set<Sighting>();
	const operations = new Set(left.map(({ operation }) => operation));
	for (const plan of plans.filter(({ operation }) =>
		operations.has(operation.id),
	)) {
		const { id } = plan.operation;
		const own = left.filter(({ operation }) => operation === id);
		const named = own.flatMap(({ check = "" }) =>
			plans.filter(
				({ operation }) => operation.id !== id && check.includes(operation.id),
			),
		);
		const candidates = isPage(plan)
			? [
					...[...new Set(named)].flatMap((each) =>
						listAuditCandidates(round, each, id),
					),
					...listPageCandidates(round, plan),
				]
			: [];
		const rights: (Candidate & { readonly fixed: readonly string[] })[] = [];
		for (const candidate of candidates) {
			if (rights.some(({ group }) => group === candidate.group)) continue;
			const before = new Set(
				failedBefore
					.filter(({ operation }) => candidate.operations.includes(operation))
					.map(({ description }) => description),
			);
			const fixed = await findRepaired(round, candidate, before, tryDocument);
			if (fixed.length > 0) rights.push({ ...candidate, fixed });
		}
		for (const right of rights) {
			const { fixed } = right;
			const rivals = rights.filter(
				(each) =>
					each !== right && each.fixed.some((check) => fixed.includes(check)),
			);
			const shown = own.filter(({ check, explains }) =>
				[check, ...explains].some(
					(each) => each !== undefined && fixed.includes(each),
				),
			);
			const [first, ...others] = shown;
			if (!first) continue;
			for (const each of shown) explained.add(each);
			if (rivals.length > 0) {
				const all = [right, ...rivals].map(({ to }) => to).join(" and ");
				undecided.push(ask(first, `${all} may both be right.`));
				continue;
			}
			const { kind, from, to, change } = right;
			lessons.push({
				...{ ...summarize([first, ...others]), kind, from, to },
				...{ of: shown.length, isCertain: true, changes: [change] },
			});
		}
	}
	return { lessons: joinLessons(lessons), undecided, explained };
}
