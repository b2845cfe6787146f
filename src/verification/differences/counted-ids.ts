import { groupBy } from "../../values/group-by.ts";
import { tryParseJson } from "../../values/json.ts";
import type { Contract } from "../contract.ts";
import type { ComparedObservation } from "../observed.ts";
import { listValues } from "./additional-parts.ts";
import { type Shown, tellOperations } from "./difference-collection.ts";

/** Fewer ids of records of two kinds may be equal by chance. */
const MIN_SHARED = 3;

type Documented = Pick<Contract, "documented" | "operations">;

/** Returns the numbers that are ids of records in a response, perhaps as texts, if the document has other texts. */
function listNumbers(
	{ documented }: Documented,
	{ target, status, documentedForm, response }: ComparedObservation,
): string[] {
	const page = documented.pages[target];
	const where = page ? `$.${page.items}[*].id` : "$.id";
	const known = documented.findResponse(target, status)?.example;
	const body = tryParseJson(documentedForm?.body ?? `${response.body}`);
	const [ids, others] = [body, known].map((each) =>
		listValues(each, where).map((id) => `${id}`),
	);
	const isNumber = (id: string): boolean => /^\d{1,9}$/.test(id);
	return others?.some(isNumber) ? [] : (ids ?? []).filter(isNumber);
}

/** Tells that records of several kinds have the same numbers as ids, because the service counts each kind by itself. */
export function listCountedIds(
	contract: Documented,
	compared: readonly ComparedObservation[],
): Shown[] {
	const pathOf = new Map(contract.operations.map(({ id, path }) => [id, path]));
	const seen = compared
		.filter(({ response: { status } }) => status < 300)
		.flatMap((example) => {
			const path = pathOf.get(example.target);
			const ids = listNumbers(contract, example);
			return path && ids.length > 0 ? [{ ...example, path, ids }] : [];
		});
	const kinds = groupBy(seen, ({ path }) => path).map(([first, ...others]) => ({
		path: first.path,
		ids: new Set([first, ...others].flatMap(({ ids }) => ids)),
	}));
	const ownersOf = (id: string) => kinds.filter(({ ids }) => ids.has(id));
	const all = new Set(kinds.flatMap(({ ids }) => [...ids]));
	const shared = [...all].filter((id) => ownersOf(id).length > 1);
	if (shared.length < MIN_SHARED) return [];
	return tellOperations(seen, {
		...{ where: "$.id", expected: "ids of no record of another kind" },
		actual: `counts ids${all.has("1") ? " from 1" : ""} for each kind of record, so that several have the id ${Math.min(...shared.map(Number))}`,
	});
}
