import type { Subject, Tested } from "../checks/subject.ts";
import type { Choices } from "./choices.ts";
import type { KnownRecord, KnownValues } from "./known-values.ts";
import type { Word } from "./step.ts";

/** The input for making a step. */
export interface Making {
	readonly subject: Subject;
	readonly known: KnownValues;
	readonly choices: Choices;
}

/** Thrown if a record must be created first. */
export class MissingRecord extends Error {
	readonly creator: Tested;
	constructor(creator: Tested) {
		super();
		this.creator = creator;
	}
}

/** Returns a text that occurs in no other play. */
export const createWord = ({ known }: Making, length?: number): Word => ({
	$word: known.words++,
	...(length !== undefined && { length }),
});

/** How many of the newest records are chosen from. With few records, a sequence tests them more deeply. */
export const RECENT = 4;

/** @throws MissingRecord if there is no record */
export function chooseRecord(
	{ known, choices }: Making,
	resource: string,
	creator: Tested | undefined,
): KnownRecord | undefined {
	const all = known.records.filter((each) => each.resource === resource);
	if (all.length > 0) return choices.of(all.slice(-RECENT));
	if (creator) throw new MissingRecord(creator);
	return undefined;
}
