import { CONTAINED, compareNames } from "../document/judgment/compare-names.ts";
import { child } from "../document/node.ts";
import { valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { type PageReader, show } from "./page-reader.ts";
import type { Found, Tested } from "./subject.ts";
import { listGroups, type Pair } from "./trail-pairs.ts";

/** Finds another value than the documented one that all audit records of an operation have. */
function findPaired<Exchange>(pairs: readonly Pair<Exchange>[], where = "") {
	const [first, ...others] = pairs;
	const place = where.replace(/^.*\[\*\]\./, "");
	const readActual = ({ item }: Pair<Exchange>): unknown =>
		valueAt(item, ...place.split("."));
	const expected = first?.documented.get(place);
	const actual = first && readActual(first);
	const isShared = others.every((each) => readActual(each) === actual);
	const isText = typeof expected === "string" && typeof actual === "string";
	return first && isText && isShared && actual !== expected
		? { expected, actual, exchange: first.exchange }
		: undefined;
}

interface Shown<Exchange> {
	readonly exchange: Exchange;
	readonly actual: unknown;
}

/** Finds the value that is most similar to a documented one, if one is similar. */
function findSimilar<Exchange>(
	expected: unknown,
	others: readonly Shown<Exchange>[],
) {
	const [best] = others
		.map((each) => ({ ...each, expected }))
		.map(
			(each) => [compareNames(`${expected}`, `${each.actual}`), each] as const,
		)
		.sort(([a], [b]) => b - a);
	return best && best[0] >= CONTAINED ? [best[1]] : [];
}

/** Finds the values by which an audit trail names actions and types of subjects, if they are others than the documented ones. */
export function findTrailValues<Exchange extends ProviderExchange>(
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const groups = listGroups(reader, creators, exchanges);
	const targets = new Set(exchanges.map(({ target }) => target));
	return ["action", "subjectType"].flatMap((role) => {
		const where = reader.placeInRecord(role, 0)?.replaceAll("[0]", "[*]");
		if (where === undefined) return [];
		const paired = groups.flatMap((each) => findPaired(each, where) ?? []);
		const documented = creators.map(({ operation: { id }, plan }) => {
			const { [role]: value } = child(plan.operation.node, "x-audit");
			return { id, value };
		});
		const shown = exchanges
			.filter(({ target }) => target === reader.tested.operation.id)
			.flatMap((exchange) =>
				(reader.read(exchange.response)?.items ?? []).map(
					({ [role]: actual }) => ({ exchange, actual }),
				),
			);
		const found = new Set<unknown>(shown.map(({ actual }) => actual));
		for (const { expected } of paired) found.add(expected);
		const others = shown.filter(({ actual }) =>
			documented.every(({ value }) => value !== actual),
		);
		return documented
			.filter(
				({ id, value }) =>
					value !== undefined && targets.has(id) && !found.has(value),
			)
			.flatMap(({ value }) => findSimilar(value, others))
			.concat(paired)
			.map(({ exchange, expected, actual }) => ({
				...{ exchange, where, expected: show(expected), actual: show(actual) },
			}));
	});
}
