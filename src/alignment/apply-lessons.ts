import type { Node } from "../document/node.ts";
import { errorMessage } from "../values/errors.ts";
import { applyChanges, type DocumentEdit } from "./edit.ts";
import type { Lesson, Service, Undecided } from "./lesson.ts";

/** A lesson with its edits. */
export interface Proposal extends Lesson {
	readonly edits: readonly DocumentEdit[];
}

/** What lessons make of a document. */
export interface Applied {
	readonly proposals: readonly Proposal[];
	readonly undecided: readonly Undecided[];
	/** The edits of all proposals, in the order of their application. */
	readonly edits: readonly DocumentEdit[];
}

const askAgain = (
	{ operations, where, from, to }: Lesson,
	why: string,
): Undecided => ({
	...{ operation: operations.join(", "), where, why },
	question: `How should the document say ${to} instead of ${from}?`,
});

type Describing = Pick<Service, "describe" | "requireTime">;

/**
 * Returns the lessons after which the document can be used, and questions about the others. Describing a document takes
 * most of the time, so lessons are tried together, and by halves if the document cannot be used then.
 */
function selectUsable(
	start: Node,
	lessons: readonly Lesson[],
	{ describe, requireTime }: Describing,
): { readonly usable: readonly Lesson[]; readonly undecided: Undecided[] } {
	/** Returns why the document cannot be used after the lessons; undefined if it can. */
	const explainProblem = (all: readonly Lesson[]): string | undefined => {
		requireTime?.();
		const changes = all.flatMap((each) => each.changes);
		try {
			describe(applyChanges(start, changes).root);
			return undefined;
		} catch (error) {
			return errorMessage(error);
		}
	};
	const usable: Lesson[] = [];
	const undecided: Undecided[] = [];
	function add(part: readonly Lesson[]): void {
		const [first] = part;
		if (!first) return;
		const middle = Math.ceil(part.length / 2);
		const problem = explainProblem([...usable, ...part]);
		if (problem === undefined) usable.push(...part);
		else if (part.length === 1)
			undecided.push(
				askAgain(first, `The document could not be used: ${problem}.`),
			);
		else [part.slice(0, middle), part.slice(middle)].forEach(add);
	}
	add(lessons);
	return { usable, undecided };
}

/** Applies the changes of lessons, and returns the edits of each. */
export function applyLessons(
	start: Node,
	lessons: readonly Lesson[],
	service: Describing,
): Applied {
	const { usable, undecided } = selectUsable(start, lessons, service);
	const found = new Map<Lesson, DocumentEdit[]>();
	const changes = usable.flatMap((lesson) =>
		lesson.changes.map(({ pointer, edit }) => ({
			pointer,
			edit(before: unknown) {
				const own = edit(before);
				const known = found.get(lesson) ?? [];
				const absolute = own.map((each) => ({
					...each,
					pointer: pointer + each.pointer,
				}));
				found.set(lesson, [...known, ...absolute]);
				return own;
			},
		})),
	);
	const { edits } = applyChanges(start, changes);
	// Others changed nothing, since the document says so already.
	const effective = new Set(edits.map((each) => JSON.stringify(each)));
	const proposals = usable.map((lesson) => ({
		...lesson,
		edits: (found.get(lesson) ?? []).filter((each) =>
			effective.has(JSON.stringify(each)),
		),
	}));
	const isVain = (proposal: Proposal): boolean => proposal.edits.length === 0;
	// The edits of another lesson may be the same, which the next round shows.
	const vain = edits.length > 0 ? [] : proposals.filter(isVain);
	return {
		edits,
		proposals: proposals.filter((each) => !isVain(each)),
		undecided: [
			...undecided,
			...vain.map((each) => askAgain(each, "The document says so already.")),
		],
	};
}
