import { tryParseJson } from "../../../values/json.ts";
import { isAccepted, type Trial } from "../rejections/read-trial.ts";
import { findObject, type Repair } from "../rejections/repairs.ts";
import { listNamed, mayBeWord } from "../values/record-values.ts";
import type { Send } from "./change-body.ts";

/** Returns the word that the response has for a number that was sent; undefined if it has none. */
function findWord(
	{ at, name }: Pick<Extract<Repair, { kind: "set" }>, "at" | "name">,
	{ body, response }: Trial,
): string | undefined {
	return typeof findObject(body, at)?.[name] === "number"
		? listNamed(tryParseJson(`${response.body}`), name).find(mayBeWord)
		: undefined;
}

/**
 * Replaces the numbers of an accepted body that the service shows as words. An enumeration may take the positions of its
 * words, too, but the words are what it means.
 */
export async function preferWords(accepted: Trial, send: Send): Promise<Trial> {
	let current = accepted;
	for (const [index, repair] of accepted.repairs.entries()) {
		if (repair.kind !== "set") continue;
		const word = findWord(repair, accepted);
		if (word === undefined) continue;
		const next = await send(
			current.repairs.with(index, { ...repair, make: () => word }),
		);
		if (next && isAccepted(next.response)) current = next;
	}
	return current;
}
