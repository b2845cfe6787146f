import { valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { type PageReader, show } from "./page-reader.ts";
import type { Found, Tested } from "./subject.ts";
import { listGroups, type Pair } from "./trail-places.ts";

/** Finds another value than the documented one that all audit records of an operation have. */
function findPaired<Exchange>(pairs: readonly Pair<Exchange>[], where = "") {
	const [first, ...others] = pairs;
	const place = where.replace(/^.*\[\*\]\./, "");
	const readActual = ({ item }: Pair<Exchange>): unknown =>
		valueAt(item, ...place.split("."));
	const expected = first?.documented.find(
		({ path }) => path.join(".") === place,
	)?.value;
	const actual = first && readActual(first);
	const isShared = others.every((each) => readActual(each) === actual);
	const isText = typeof expected === "string" && typeof actual === "string";
	return first && isText && isShared && actual !== expected
		? { expected, actual, exchange: first.exchange }
		: undefined;
}

/** Finds the values by which an audit trail names actions and types of subjects, if they are others than the documented ones. */
export function findTrailValues<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const groups = listGroups(reader, creators, exchanges);
	return ["action", "subjectType"].flatMap((role) => {
		const where = reader.placeInRecord(role, 0)?.replaceAll("[0]", "[*]");
		if (where === undefined) return [];
		return groups
			.flatMap((each) => findPaired(each, where) ?? [])
			.map(({ exchange, expected, actual }) => ({
				...{ exchange, where, expected: show(expected), actual: show(actual) },
			}));
	});
}
