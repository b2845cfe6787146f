import type { DocumentService } from "../behaviors/create-service.ts";
import { digestAssumptions } from "../verification/ledger/digest-assumptions.ts";
import type { Verification } from "../verification/report.ts";
import { alignRound, type Proposal, type Service } from "./align-round.ts";
import { describeLesson } from "./describe-lesson.ts";
import type { DocumentEdit } from "./edit.ts";
import { listChangedLines } from "./format-diff.ts";
import type { Undecided } from "./lesson.ts";
import { editFiles, type Texts } from "./source-files.ts";
import type { Taught } from "./teach-ledger.ts";

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
	/** Returns why nothing can be learnt from a verification; undefined if something can. */
	judge(verification: Verification): string | undefined;
	/** Writes the files of the document, and reads it again. */
	write(texts: Texts): Promise<Source>;
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
	/** The number of verifications. */
	readonly rounds: number;
	/** The number of written proposals. */
	readonly applied: number;
	/** The last verification. If nothing more can be learnt, it is a verification of the current document. */
	readonly verification: Verification;
	/** The current document. */
	readonly source: Source;
	/** The texts with the proposed edits. */
	readonly texts: Texts;
	/** The new contents of the ledger, by assumption. */
	readonly taught: ReadonlyMap<string, Taught>;
}

const MAX_ROUNDS = 5;

/** Returns the ledger's new contents for each assumption that a proposal replaces, or whose elements have changed. */
function teach(
	proposals: readonly Proposal[],
	{ report }: Verification,
	before: Source,
	after: Source,
): Alignment["taught"] {
	const held = report.assumptions.flatMap(({ id, verdict }) =>
		verdict === "held" ? [id] : [],
	);
	const [had, has] = [digestSource(before), digestSource(after)];
	const changed = [...had.keys()].filter((id) => had.get(id) !== has.get(id));
	const replaced = proposals.flatMap(({ assumptions }) => assumptions);
	return new Map(
		[...new Set([...replaced, ...changed])].map((id) => [
			id,
			{
				sentences: proposals
					.filter(({ assumptions }) => assumptions.includes(id))
					.map(describeLesson),
				isConfirmed: held.includes(id),
			},
		]),
	);
}

/**
 * Learns from a service how the document should change. With `apply`, writes the changes, verifies again, and repeats
 * this until nothing more can be learnt.
 * @throws VerificationError if nothing could be verified
 */
export async function align(
	start: Source,
	service: Service,
	{ apply, judge, write }: AlignOptions,
): Promise<Alignment> {
	let source = start;
	const written: ExplainedProposal[] = [];
	for (let rounds = 1; ; rounds++) {
		const accepts = ({ isCertain }: { readonly isCertain: boolean }) =>
			apply !== "certain" || isCertain;
		const result = await alignRound(source.document, service, accepts, judge);
		const { verification, undecided, edits, proposals, others } = result;
		const { file, document } = source;
		const { root } = document.parts;
		const edit = (texts: Texts, own: readonly DocumentEdit[]): Texts =>
			editFiles(texts, file, root, own);
		const texts = edit(source.texts, edits);
		const split = edit(source.texts, result.splits);
		const explained = proposals.map((each): ExplainedProposal => {
			const edited = edit(split, each.edits);
			const lines = [...split].flatMap(([path, text]) =>
				listChangedLines(text, edited.get(path) ?? text),
			);
			return { ...each, lines: new Set(lines) };
		});
		const isLast =
			apply === undefined || proposals.length === 0 || rounds === MAX_ROUNDS;
		if (isLast) {
			return {
				...{ undecided, rounds, verification, source, texts },
				proposals: [...written, ...explained, ...others.map(withoutLines)],
				applied: written.length,
				taught:
					written.length > 0
						? teach(written, verification, start, source)
						: new Map(),
			};
		}
		source = await write(texts);
		written.push(...explained);
	}
}

/** Returns the digests of the elements in the current document. */
export const digestSource = ({
	document,
}: Source): ReturnType<typeof digestAssumptions> =>
	digestAssumptions(document.document);
