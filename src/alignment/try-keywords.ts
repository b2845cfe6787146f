import { isPage, type Plan } from "../behaviors/operation-plan.ts";
import type { Node } from "../document/node.ts";
import type { Sighting } from "../verification/observed.ts";
import type { InteractionResult } from "../verification/report.ts";
import { applyChanges } from "./edit.ts";
import {
	type Candidate,
	listAuditCandidates,
	listPageCandidates,
} from "./keyword-candidates.ts";
import {
	type Finding,
	type Learnt,
	type Round,
	type Taught,
	toLearnt,
} from "./lesson.ts";

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
	if (rights.length === 0) return [];
	// A check may pass by chance, whatever the document says.
	const again = await tryDocument(
		round.document.root,
		[...new Set(rights.flatMap(({ operations }) => operations))],
		new Set(rights.flatMap(({ fixed }) => fixed)),
	);
	const still = listFailed(again ?? []);
	return rights
		.map((each) => ({
			...each,
			fixed: each.fixed.filter((check) => still.has(check)),
		}))
		.filter(({ fixed }) => fixed.length > 0);
}

/**
 * Returns the lessons of candidates. Two candidates that repair the same check exclude each other, unless one repairs
 * all that the other one does, and more.
 */
function judgeRights(
	all: readonly Right[],
	left: readonly Sighting[],
): Finding[] {
	const rights = all.filter(({ fixed }) =>
		all.every(
			(each) =>
				each.fixed.length <= fixed.length ||
				!fixed.every((check) => each.fixed.includes(check)),
		),
	);
	return rights.flatMap((right, index): Finding[] => {
		const repairs = (check: string | undefined): boolean =>
			check !== undefined && right.fixed.includes(check);
		const rivals = rights.filter(
			(each) => each !== right && each.fixed.some(repairs),
		);
		const [first, ...others] = left.filter(({ check, explains }) =>
			[check, ...explains].some(repairs),
		);
		if (!first) return [];
		const { kind, from, to, change } = right;
		const lesson = { kind, from, to, isCertain: true, changes: [change] };
		const names = [right, ...rivals].map(
			(each) => `${each.to} of ${each.place}`,
		);
		const why = `${names.join(" and ")} may both be right.`;
		// One question is about all of them.
		const isAsked = rivals.some((each) => rights.indexOf(each) < index);
		const questions = isAsked ? [] : [ask(first, why)];
		return [[[first, ...others], rivals.length > 0 ? questions : [lesson]]];
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
