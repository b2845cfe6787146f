import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import { CONTAINED, compareNames } from "../document/judgment/compare-names.ts";
import { child } from "../document/node.ts";
import { valueAt } from "../values/json.ts";
import type { Finding, ProviderExchange } from "../verification/contract.ts";
import { jsonOf, type PageReader, show } from "./page-reader.ts";
import { readRecord } from "./records.ts";
import type { Subject, Tested } from "./subject.ts";
import { listGroups, type Pair } from "./trail-places.ts";

type Values = Readonly<Record<string, unknown>>;

/** An audit record, and the exchange that contains it. */
interface Shown<Exchange> {
	readonly item: Values;
	readonly exchange: Exchange;
}

/**
 * The minimum length of an id that belongs to one record only. Shorter ones, such as numbers, may belong to several.
 */
const MIN_ID_LENGTH = 8;

function hasValue(value: unknown, id: string): boolean {
	return typeof value === "object" && value !== null
		? Object.values(value).some((each) => hasValue(each, id))
		: value === id;
}

/** Finds a value that replaces the documented one in the audit records of an operation. */
function findOther<Exchange extends ProviderExchange>(
	{ operation, plan }: Tested,
	role: string,
	documented: readonly unknown[],
	shown: readonly Shown<Exchange>[],
	exchanges: readonly Exchange[],
) {
	const expected = child(plan.operation.node, "x-audit")[role];
	const all = shown.filter(({ item }) => typeof item[role] === "string");
	if (typeof expected !== "string") return undefined;
	const written = exchanges.filter(({ target }) => target === operation.id);
	if (written.length === 0) return undefined;
	const ids = written
		.map(({ response }) => readRecord(plan, jsonOf(response)).id)
		.filter((id) => typeof id === "string")
		.filter((id) => id.length >= MIN_ID_LENGTH);
	const own = all.filter(({ item }) => ids.some((id) => hasValue(item, id)));
	const told = own.length > 0 ? own : all;
	if (told.some(({ item }) => item[role] === expected)) return undefined;
	const [best] = told
		.filter(({ item }) => !documented.includes(item[role]))
		.map((each) => ({
			...each,
			score: compareNames(expected, String(each.item[role])),
		}))
		.sort((a, b) => b.score - a.score);
	// Without a unique id, only a similar value can replace the documented one.
	return best && (own.length > 0 || best.score >= CONTAINED)
		? { expected, actual: best.item[role], exchange: best.exchange }
		: undefined;
}

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
	{ documented }: Subject,
	reader: PageReader,
	creators: readonly Tested[],
	exchanges: readonly Exchange[],
): Finding<Exchange>[] {
	const { operation } = reader.tested;
	const shown = exchanges
		.filter(({ target }) => target === operation.id)
		.flatMap((exchange) =>
			(reader.read(exchange.response)?.items ?? []).map((item) => ({
				...{ item, exchange },
			})),
		);
	const audited = creators.filter(
		({ plan }) => "x-audit" in plan.operation.node,
	);
	const groups = listGroups(reader, creators, exchanges);
	return ["action", "subjectType"].flatMap((role) => {
		const where = reader.placeInRecord(role, 0)?.replaceAll("[0]", "[*]");
		const paired = groups.flatMap((each) => findPaired(each, where) ?? []);
		const values = audited.map(
			({ plan }) => child(plan.operation.node, "x-audit")[role],
		);
		if (where === undefined) return [];
		return audited
			.flatMap((each) => findOther(each, role, values, shown, exchanges) ?? [])
			.filter((each) => paired.every((pair) => pair.expected !== each.expected))
			.concat(paired)
			.map(({ exchange, expected, actual }) => ({
				...{ exchange, where, expected: show(expected), actual: show(actual) },
				assumptions: findRefutedAssumptions(
					documented,
					{ operation: operation.id, status: operation.success },
					{ where, actual: show(actual) },
				),
			}));
	});
}
