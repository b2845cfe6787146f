import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AssumptionStatus, LedgerEntry } from "../../document/model.ts";
import { commandLine } from "../../values/command-line.ts";
import { errorMessage } from "../../values/errors.ts";
import { isObject, type Values } from "../../values/json.ts";
import { formatList } from "../../values/plural.ts";
import { compareDigest, type Digests } from "./digest-assumptions.ts";

const STATUSES = ["assumed", "confirmed", "refuted"] as const;

/** An assumption of the package, or of a document. */
export type Statement = Pick<LedgerEntry, "id" | "assumes">;

export interface LedgerReading {
	/** By id. All other assumptions have the status `assumed`. */
	readonly statuses: Readonly<Record<string, AssumptionStatus>>;
	/** Differences between the ledger and the package or the document, as sentences. */
	readonly notes: readonly string[];
}

/** Whether two sentences are equal except for line breaks. */
export const isSameSentence = (one: string, other: string): boolean =>
	one.replaceAll(/\s+/g, " ").trim() === other.replaceAll(/\s+/g, " ").trim();

/** Reads the file synchronously, because `setupMock` returns no promise. Loads the parser only if there is a file. */
function parseFile(file: string): unknown {
	const require = createRequire(import.meta.url);
	const { parse }: typeof import("yaml") = require("yaml");
	try {
		return parse(readFileSync(file, "utf8"));
	} catch (error) {
		throw new Error(
			`Cannot read the ledger ${file}: ${errorMessage(error)}. Pass another file, or write one with \`${commandLine("ledger init")}\`.`,
			{ cause: error },
		);
	}
}

type Entry = Values;

const evidenceOf = ({ evidence }: Entry): { readonly evidence?: string } =>
	typeof evidence === "string" ? { evidence } : {};

const textsOf = ({
	assumes,
	because,
	open,
}: Entry): Omit<AssumptionStatus, "status"> => ({
	...(typeof assumes === "string" && { assumes }),
	...(typeof because === "string" && { because }),
	...(typeof open === "string" && { open }),
});

/** By kind of problem, returns a sentence that names the ids of the entries. */
const createNotes = (
	file: string,
): Readonly<Record<string, (ids: string) => string>> => ({
	changed: (ids) =>
		`The status of ${ids} is assumed again, because its sentence in this package is not the one in ${file}. Verify with --record to update it.`,
	stale: (ids) =>
		`The status of ${ids} is assumed again, because the elements of the document that depend on it have changed. Edit its sentence in ${file}; until then, --record leaves it.`,
	undigested: (ids) =>
		`The status of ${ids} is assumed, because its entry in ${file} has no digest of the elements that depend on it. Verify with --record to add it.`,
	unused: (ids) =>
		`No element of the document depends on ${ids}. Add its id as x-assumption to an element, or remove it from ${file}.`,
	unknown: (ids) =>
		`This package has no assumption ${ids}. Remove it from ${file}.`,
});

/**
 * Returns the status of an entry in the ledger of a document.
 * @param elements the digest of the elements with this id
 */
function readOfDocument(
	entry: Entry,
	status: AssumptionStatus["status"],
	elements: string,
): { readonly status: AssumptionStatus; readonly problem?: string } {
	const { digest, assumes } = entry;
	const texts = textsOf(entry);
	const assumed = { ...texts, status: "assumed" } as const;
	const { isChanged, isEdited } = compareDigest(
		digest,
		elements,
		String(assumes),
	);
	if (!isChanged) return { status: { ...texts, ...evidenceOf(entry), status } };
	if (digest === undefined && status !== "assumed")
		return { status: assumed, problem: "undigested" };
	return isEdited ? { status: assumed } : { status: assumed, problem: "stale" };
}

/**
 * Returns the statuses in a ledger. An assumption whose sentence differs from that of the package is `assumed`. The
 * ledger of a document contains its own sentences. There, an assumption is `assumed` if its elements have changed.
 * @param known the assumptions of the package or of the document
 * @param digests the digests of the document's elements; undefined for the package
 * @throws Error if the file cannot be read or is not a ledger
 */
export function readLedger(
	file: string,
	known: readonly Statement[],
	digests?: Digests,
): LedgerReading {
	const entries = parseFile(file);
	const invalid = (reason: string): Error =>
		new Error(
			`${file} is no ledger: ${reason}. \`${commandLine("ledger init")}\` writes one.`,
		);
	if (!Array.isArray(entries)) throw invalid("it is no list of entries");
	const sentences = new Map(known.map(({ id, assumes }) => [id, assumes]));
	const statuses: Record<string, AssumptionStatus> = {};
	const problems = new Map<string, string[]>();
	for (const entry of entries) {
		if (!isObject(entry) || typeof entry.id !== "string")
			throw invalid("an entry has no id");
		const { id, assumes } = entry;
		const status = STATUSES.find((each) => each === entry.status);
		if (status === undefined)
			throw invalid(`the status of ${id} must be ${STATUSES.join(" or ")}`);
		if (digests && typeof assumes !== "string")
			throw invalid(`${id} has no sentence that it assumes`);
		const report = (problem: string): unknown =>
			problems.set(problem, [...(problems.get(problem) ?? []), id]);
		const sentence = sentences.get(id);
		const elements = digests?.get(id);
		if (sentence === undefined) report(digests ? "unused" : "unknown");
		else if (elements !== undefined) {
			const found = readOfDocument(entry, status, elements);
			statuses[id] = found.status;
			if (found.problem !== undefined) report(found.problem);
		} else if (isSameSentence(String(assumes), sentence))
			statuses[id] = { ...evidenceOf(entry), status };
		else if (status !== "assumed") report("changed");
	}
	const notes = Object.entries(createNotes(file)).flatMap(([problem, note]) => {
		const ids = problems.get(problem);
		return ids ? [note(formatList(ids))] : [];
	});
	return { statuses, notes };
}
