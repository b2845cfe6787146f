import { findInput, isPage, type Plan } from "../behaviors/operation-plan.ts";
import { isNode, type Node } from "../document/node.ts";
import type { Sighting } from "../verification/observed.ts";
import type { InteractionResult } from "../verification/report.ts";
import {
	applyChanges,
	type Change,
	elementAt,
	joinPointer,
	removeKeywords,
	setAt,
} from "./edit.ts";
import {
	type Finding,
	type Learnt,
	type Round,
	type Taught,
	toLearnt,
} from "./lesson.ts";
import {
	findBodySchemas,
	findSchemas,
	follow,
	listParts,
} from "./schema-places.ts";

/** Another value for a keyword that describes the behavior of an operation. */
interface Candidate {
	readonly kind: string;
	readonly from: string;
	readonly to: string;
	readonly change: Change;
	/** The operations whose checks show whether the value is right. */
	readonly operations: readonly string[];
	/** Candidates of one group exclude each other. The first right one is used. */
	readonly group: string;
}

/** The possible values of each keyword. Undefined means that the keyword is absent. */
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

/** The tried delays of audit records, in milliseconds. */
const DELAYS = [200, 400, 600, 800, 1000, 2000, 4000];

/** Returns the pointer of the parameter or property with this role in a request. */
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
): Change =>
	value === undefined
		? removeKeywords(pointer, keyword)
		: setAt(pointer, value, joinPointer(keyword));

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

/** Runs all or some checks of operations by a changed document. Returns undefined if the document is invalid. */
type Try = (
	root: Node,
	operations: readonly string[],
	checks?: ReadonlySet<string>,
) => Promise<readonly InteractionResult[] | undefined>;

const listFailed = (
	results: readonly InteractionResult[],
): ReadonlySet<string> =>
	new Set(
		results
			.filter(({ passed }) => !passed)
			.map(({ description }) => description),
	);

/**
 * Returns the checks that a candidate repairs. Returns none if another check fails with it. Runs the failed checks
 * first, to find out whether it repairs any.
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
): Taught => ({
	why,
	question: `Is it right that ${operation} has ${actual} instead of ${expected} at ${where}, and how would the document say so?`,
});

interface Right extends Candidate {
	/** The checks that pass with the candidate. */
	readonly fixed: readonly string[];
}

/** The input for the trials of one operation. */
interface Trial {
	readonly plan: Plan;
	readonly plans: readonly Plan[];
	/** The unexplained sightings of the operation. */
	readonly left: readonly Sighting[];
	readonly failed: readonly FailedCheck[];
}

type FailedCheck = Pick<InteractionResult, "operation" | "description">;

/**
 * Returns the candidates that repair checks: first the candidates of writers that failed checks name, then the
 * candidates of pages.
 */
async function findRights(
	round: Round,
	{ plan, plans, left, failed }: Trial,
	tryDocument: Try,
): Promise<Right[]> {
	const { id } = plan.operation;
	const writers = plans.filter(
		({ operation }) =>
			operation.id !== id &&
			left.some(({ check }) => check?.includes(operation.id)),
	);
	const rights: Right[] = [];
	const tryGroups = async (candidates: readonly Candidate[]) => {
		for (const candidate of candidates) {
			if (rights.some(({ group }) => group === candidate.group)) continue;
			const before = failed
				.filter(({ operation }) => candidate.operations.includes(operation))
				.map(({ description }) => description);
			const fixed = await findRepaired(
				...([round, candidate, new Set(before), tryDocument] as const),
			);
			if (fixed.length > 0) rights.push({ ...candidate, fixed });
		}
	};
	for (const writer of writers) {
		const isKnown = ({ to }: Candidate): boolean =>
			rights.some((each) => each.to === to);
		// The value for one writer is probably right for others, too.
		await tryGroups(
			listAuditCandidates(round, writer, id).toSorted(
				(a, b) => Number(isKnown(b)) - Number(isKnown(a)),
			),
		);
	}
	const isFixed = ({ operation, description }: FailedCheck): boolean =>
		operation !== id || rights.some(({ fixed }) => fixed.includes(description));
	if (!failed.every(isFixed)) await tryGroups(listPageCandidates(round, plan));
	return rights;
}

/** Returns the lessons of candidates. Two candidates that repair the same check exclude each other. */
function judgeRights(
	rights: readonly Right[],
	left: readonly Sighting[],
): Finding[] {
	return rights.flatMap((right): Finding[] => {
		const repairs = (check: string | undefined): boolean =>
			check !== undefined && right.fixed.includes(check);
		const rivals = rights.filter(
			(each) => each !== right && each.fixed.some(repairs),
		);
		const [first, ...others] = left.filter(({ check, explains }) =>
			[check, ...explains].some(repairs),
		);
		if (!first) return [];
		const all = [right, ...rivals].map(({ to }) => to).join(" and ");
		const { kind, from, to, change } = right;
		const taught =
			rivals.length > 0
				? ask(first, `${all} may both be right.`)
				: { kind, from, to, isCertain: true, changes: [change] };
		return [[[first, ...others], [taught]]];
	});
}

/**
 * Learns how operations behave if no single response shows it. For each possible keyword, verifies by a document with
 * this keyword.
 * @param left the sightings that nothing else explains
 * @param failed the checks that fail now
 */
export async function tryKeywords(
	round: Round,
	plans: readonly Plan[],
	left: readonly Sighting[],
	failed: readonly FailedCheck[],
	tryDocument: Try,
): Promise<Learnt> {
	const all: Finding[] = [];
	for (const plan of plans.filter(isPage)) {
		const { id } = plan.operation;
		const own = left.filter(({ operation }) => operation === id);
		if (own.length === 0) continue;
		const trial = { plan, plans, left: own, failed };
		const rights = await findRights(round, trial, tryDocument);
		all.push(...judgeRights(rights, own));
	}
	return toLearnt(all);
}
