import { isObject, valueAt, withValueAt } from "../../../values/json.ts";
import { listAllValues } from "../../../values/list-all-values.ts";
import { findFailure, isFailing } from "../bodies/learn-success.ts";
import type { Choice } from "../effects/measure-effects.ts";
import type { Tried } from "./create-trier.ts";
import type { RuleSearch } from "./measure-properties.ts";

/** The maximum number of words that are tried, and of objects that may have the id of a record. */
const [MAX_WORDS, MAX_OBJECTS] = [8, 3];

/**
 * Finds the id of a record in an object without which some words fail, although the service accepts the request. Adds
 * the repair that names a record there.
 */
export async function findNeeded(
	{ trier, sources, references }: RuleSearch,
	{ name, words }: Choice,
): Promise<void> {
	const { at, own, record, rules, build, create, tryRequest } = trier;
	const objects = Object.entries({ ...record, ...own }).flatMap(
		([each, value]) => (isObject(value) ? [each] : []),
	);
	const places = objects
		.slice(0, MAX_OBJECTS)
		.flatMap((each) => sources.references.map((id) => [each, id] as const));
	const send = (word: string, body: unknown): Promise<Tried | undefined> =>
		tryRequest(build(withValueAt(body, [...at, name], word)));
	const helps = ({ isTaken, response }: Tried): boolean =>
		isTaken && !isFailing(response);
	const needing: string[] = [];
	let found: readonly [object: string, id: string] | undefined;
	let example: Tried | undefined;
	let failed = "";
	// Words may change a record that the body already names, which later requests need.
	const isNaming = [...listAllValues(create())].some((each) =>
		sources.isRecord(each),
	);
	const isTried = places.length > 0 && !isNaming;
	for (const word of isTried ? words.slice(0, MAX_WORDS) : []) {
		const tried = await send(word, create());
		if (!tried?.isTaken || !isFailing(tried.response)) continue;
		for (const place of found ? [found] : places) {
			const [object, id] = place;
			const body = create();
			const inner = Object(valueAt(body, ...at, object));
			const value = sources.idFor(id);
			// Another word may have changed the record.
			const named = { ...inner, [id]: sources.fresh(value) ?? value };
			const better = await send(
				word,
				withValueAt(body, [...at, object], named),
			);
			if (!better || !helps(better)) continue;
			needing.push(JSON.stringify(word));
			found = place;
			failed = ` (otherwise ${JSON.stringify(findFailure(tried.response))} with ${tried.response.status})`;
			example ??= better;
			break;
		}
	}
	if (!found || !example) return;
	const [object, id] = found;
	const value = sources.idFor(id);
	rules.push({
		...{ at: [...at, object, id], expected: "not required", example },
		actual: `required with ${name} ${needing.join(", ")} to succeed${failed}, such as ${JSON.stringify(value)}`,
	});
	const inner = Object(own[object]);
	references.push({
		...{ kind: "set", at, name: object, isReplacing: true },
		make: () => ({ ...inner, [id]: value }),
	});
}
