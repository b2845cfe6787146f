import type { Subject, Tested } from "../checks/subject.ts";
import type { Choices } from "./choices.ts";
import type { KnownRecord, KnownValues } from "./known-values.ts";
import type { Word } from "./step.ts";

/** What a step is made from. */
export interface Making {
	readonly subject: Subject;
	readonly known: KnownValues;
	readonly choices: Choices;
}

/** A record has to be created first. */
export class MissingRecord extends Error {
	readonly creator: Tested;
	constructor(creator: Tested) {
		super();
		this.creator = creator;
	}
}

/** Returns a text that no other play has. */
export const createWord = ({ known }: Making, length?: number): Word => ({
	$word: known.words++,
	...(length !== undefined && { length }),
});

/** How far back records are chosen: sequences about few records go deeper. */
export const RECENT = 4;

/** @throws MissingRecord */
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
