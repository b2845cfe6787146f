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
	joinLessons,
	type Learnt,
	type Lesson,
	type Round,
	summarize,
	type Undecided,
} from "./lesson.ts";

/** Runs the checks of operations by a changed document, or only some of them; undefined if it cannot be used. */
export type Try = (
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
