import type { DocumentService } from "../behaviors/create-service.ts";
import type { Hide } from "../values/create-hider.ts";
import { attempt } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import { digestAssumptions } from "../verification/ledger/digest-assumptions.ts";
import { alignRound, type RoundResult } from "./align-round.ts";
import type { Proposal } from "./apply-lessons.ts";
import { describeLesson } from "./describe-lesson.ts";
import type { DocumentEdit } from "./edit.ts";
import { listChangedLines } from "./format-diff.ts";
import type { Lesson, Run, Service, Undecided } from "./lesson.ts";

import { editFiles, type Texts } from "./source-files.ts";
import type { Teaching } from "./teach-ledger.ts";

/** The document under alignment. */
export interface Source {
	readonly document: DocumentService;
	/** The path of the document. */
	readonly file: string;
	/** The texts of all its files. */
	readonly texts: Texts;
}

export interface AlignOptions {
	/** Which proposals to write. By default, none are written. */
	readonly apply?: "all" | "certain" | undefined;
	/** Redacts credentials, which a service may repeat. */
	readonly hide?: Hide | undefined;
	/** Writes the files of the document, and then the ledger. Returns the document as it is now. */
	write(texts: Texts, teaching: Teaching): Promise<Source>;
}

/** A proposal with the lines that it changes, each after a plus or minus. */
export interface ExplainedProposal extends Proposal {
	readonly lines: ReadonlySet<string>;
}

const withoutLines = (proposal: Proposal): ExplainedProposal => ({
	...proposal,
	lines: new Set(),
});

/** The result of an alignment. */
export interface Alignment {
	readonly proposals: readonly ExplainedProposal[];
	readonly undecided: readonly Undecided[];
	/** How often the service was observed. */
	readonly rounds: number;
	/** The number of written proposals. */
	readonly applied: number;
	/** The document now. */
	readonly source: Source;
	/** The texts with the proposed edits. */
	readonly texts: Texts;
	/** What the ledger should say now; undefined if nothing was written. */
	readonly teaching: Teaching | undefined;
}

const MAX_ROUNDS = 5;

/** @param held the assumptions that were seen to hold */
function teach(
	proposals: readonly Proposal[],
	held: readonly string[],
	{ evidence }: Run,
	start: Source,
): Teaching {
	const replaced = proposals.flatMap((each) =>
		each.assumptions.map((id) => [id, describeLesson(each)] as const),
	);
	const sentences = groupBy(replaced, ([id]) => id).map((group) => [
		group[0][0],
		group.map(([, sentence]) => sentence),
	]);
	return {
		...{ held, evidence, sentences: Object.fromEntries(sentences) },
		digests: Object.fromEntries(digestSource(start)),
	};
}

/** Returns the proposals, each with the lines that its own edits change. */
export function explain(
	{ file, document, texts }: Source,
	{
		edits,
		splits,
		proposals,
	}: Pick<RoundResult, "edits" | "splits" | "proposals">,
): ExplainedProposal[] {
	const edit = (all: readonly DocumentEdit[]): Texts =>
		editFiles(texts, file, document.parts.root, all);
	const [split, after] = [edit(splits), edit(edits)];
	return proposals.map((each) => {
		const own = new Set(each.edits.map((one) => JSON.stringify(one)));
		const others = edits.filter((one) => !own.has(JSON.stringify(one)));
		// Alone, a property cannot get a name that another proposal takes from another property.
		const [before, now] = attempt(() => [
			split,
			edit([...splits, ...each.edits]),
		]) ??
			attempt(() => [edit(others), after]) ?? [split, split];
		const lines = Array.from(before ?? split, ([path, text]) =>
			listChangedLines(text, now?.get(path) ?? text),
		);
		return { ...each, lines: new Set(lines.flat()) };
	});
}

/** Whether a lesson takes back what another one has taught. */
const reverses = (lesson: Lesson, other: Lesson): boolean =>
	lesson.kind === other.kind &&
	lesson.where === other.where &&
	lesson.from === other.to &&
	lesson.to === other.from &&
	lesson.operations.some((each) => other.operations.includes(each));

const askForCondition = (lesson: Lesson): Undecided => ({
	...{ operation: lesson.operations.join(", "), where: lesson.where },
	why: `${describeLesson(lesson)} The exchanges of an earlier round show the opposite.`,
	question: "What does it depend on?",
});

/**
 * Learns from a service what the document should say. With `apply`, writes it, observes again, and repeats until nothing
 * more is learnt.
 * @throws VerificationError
 */
export async function align(
	start: Source,
	service: Service,
	{ apply, hide = (data) => data, write }: AlignOptions,
): Promise<Alignment> {
	let source = start;
	const written: ExplainedProposal[] = [];
	const isReversal = (lesson: Lesson): boolean =>
		written.some((each) => reverses(lesson, each));
	const accepts = (lesson: Lesson): boolean =>
		(apply !== "certain" || lesson.isCertain) && !isReversal(lesson);
	for (let rounds = 1; ; rounds++) {
		const result = await alignRound(source.document, service, accepts);
		const { run } = result;
		const others = result.others.filter((each) => !isReversal(each));
		const undecided = [
			...result.undecided,
			...result.others.filter(isReversal).map(askForCondition),
		];
		const { root } = source.document.parts;
		const hideIn = (edits: readonly DocumentEdit[]) =>
			edits.map((edit) =>
				"value" in edit ? { ...edit, value: hide(edit.value) } : edit,
			);
		const edits = hideIn(result.edits);
		const texts = editFiles(source.texts, source.file, root, edits);
		const proposals = explain(source, {
			...{ edits, splits: hideIn(result.splits) },
			proposals: result.proposals.map((each) => ({
				...{ ...each, edits: hideIn(each.edits) },
			})),
		});
		if (apply === undefined || proposals.length === 0 || rounds === MAX_ROUNDS)
			return {
				...{ undecided, rounds, source, texts, applied: written.length },
				proposals: [...written, ...proposals, ...others.map(withoutLines)],
				teaching:
					written.length > 0
						? hide(teach(written, run.held, run, start))
						: undefined,
			};
		written.push(...proposals);
		const seen = proposals.flatMap(({ assumptions }) => assumptions);
		const held = [...run.held, ...seen];
		source = await write(texts, hide(teach(written, held, run, start)));
	}
}

/** Returns the digests of the elements in the current document. */
export const digestSource = ({
	document,
}: Source): ReturnType<typeof digestAssumptions> =>
	digestAssumptions(document.document);
