import type {
	Contract,
	ExampleRequest,
	OutgoingRequest,
	ProviderResponse,
} from "../../contract.ts";
import { buildRequest } from "../../operations.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import type { LearntList } from "./learn-conditions.ts";
import type { LearntLists } from "./learn-lists.ts";
import { createInput, type Seen } from "./list-inquiry.ts";

/** The maximum number of words that are tried for a condition. */
const MAX_STATES = 4;

/** A condition that takes only some words, of which those of records at that time were tried. */
const SOME = /^only some values, such as ("[^"]*"(?:, "[^"]*")*)/;

/** Adds the words that a condition takes, too. */
async function addStates(
	rule: Seen,
	{ conditions }: LearntList,
	shown: (name: string) => readonly string[],
	send: (input: ExampleRequest) => Promise<ProviderResponse | undefined>,
): Promise<Seen> {
	const [known, words = ""] = SOME.exec(rule.actual) ?? [];
	const [, place, name = ""] =
		/^request (query |\$\.)(.+)$/.exec(rule.where ?? "") ?? [];
	if (known === undefined || place === undefined) return rule;
	const { path = [name] } = conditions.find((each) => each.name === name) ?? {};
	const others = shown(path.at(-1) ?? "")
		.map((each) => JSON.stringify(each))
		.filter((each) => !words.split(", ").includes(each));
	const taken = [known];
	for (const word of others.slice(0, MAX_STATES)) {
		const value: unknown = JSON.parse(word);
		const found = await send(createInput(place === "query ", [[path, value]]));
		if (found && isAccepted(found)) taken.push(word);
	}
	return { ...rule, actual: rule.actual.replace(known, taken.join(", ")) };
}

/**
 * Tries the words that records have got since the conditions of lists were measured, such as a state after a command.
 * @param shown returns the words that the records of a path have below a name
 */
export async function tryStates(
	{ operations }: Pick<Contract, "operations">,
	lists: LearntLists,
	shown: (path: string, name: string) => readonly string[],
	send: (
		id: string,
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>,
): Promise<LearntLists> {
	const found = new Map(lists);
	for (const operation of operations) {
		const { id, path } = operation;
		const list = lists.get(id);
		const seen: Seen[] = [];
		for (const rule of list?.seen ?? [])
			seen.push(
				await addStates(
					...([rule, list ?? { conditions: [], seen }] as const),
					(name) => shown(path, name),
					(input) => send(id, buildRequest(operation, input)),
				),
			);
		if (list) found.set(id, { ...list, seen });
	}
	return found;
}
