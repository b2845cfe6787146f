import type { Contract } from "../../contract.ts";
import { buildRequest } from "../../operations.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import type { createSource } from "./create-source.ts";
import type { LearntLists } from "./learn-lists.ts";
import { createInput } from "./list-inquiry.ts";

/** The maximum number of words that are tried for a condition. */
const MAX_STATES = 4;
const PLACE = /^request (query |\$\.)(.+)$/;
/** A condition that takes only some words, of which those of records at that time were tried. */
const SOME = /^only some values, such as ("[^"]*"(?:, "[^"]*")*)/;

/**
 * Tries the words that records have got since the conditions of lists were measured, such as a state after a command.
 * @param shown returns the words that the records of a path have below a name
 */
export async function tryStates(
	{ operations }: Pick<Contract, "operations">,
	lists: LearntLists,
	shown: (path: string, name: string) => readonly string[],
	send: Parameters<typeof createSource>[1],
): Promise<LearntLists> {
	const found = new Map(lists);
	for (const operation of operations) {
		const list = lists.get(operation.id);
		const seen = [...(list?.seen ?? [])];
		for (const [index, rule] of seen.entries()) {
			const [known, words = ""] = SOME.exec(rule.actual) ?? [];
			const [, place, name = ""] = PLACE.exec(rule.where ?? "") ?? [];
			if (known === undefined) continue;
			const condition = list?.conditions.find((each) => each.name === name);
			const path = condition?.path ?? [name];
			const taken = [known];
			const states = shown(operation.path, path.at(-1) ?? "")
				.filter((each) => !words.includes(`"${each}"`))
				.slice(0, MAX_STATES);
			for (const state of states) {
				const input = createInput(place === "query ", [[path, state]]);
				const response = await send(
					operation.id,
					buildRequest(operation, input),
				);
				if (response && isAccepted(response)) taken.push(`"${state}"`);
			}
			const actual = rule.actual.replace(known, taken.join(", "));
			seen[index] = { ...rule, actual };
		}
		if (list) found.set(operation.id, { ...list, seen });
	}
	return found;
}
