import { tryParseJson } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { MeasuredRule, Tried } from "../rules/create-trier.ts";
import { listLeaves, listSent } from "../values/record-values.ts";
import { listWords } from "../values/spellings.ts";
import { showValue } from "./describe-changes.ts";
import type { Acting } from "./record-actor.ts";
import { type Trace, watchTrail } from "./record-source.ts";

/** Headers from which many services read who sends a request. */
const USUAL: readonly string[] = [
	...["from", "x-user", "x-user-id", "x-user-name", "x-username"],
	...["x-user-email", "x-client", "x-client-id", "x-client-name"],
	...["x-forwarded-user", "x-remote-user", "x-request-id"],
	...["x-correlation-id", "x-trace-id", "x-source"],
];
/** Names of headers that change how a request is read. */
const OTHER =
	/^(accept|connection|cookie|date|expect|host|range|te|trailer|upgrade|via)$/;
const MAX_NAMES = 12;

/** A value of a response, or of a record that a request left. */
interface Shown {
	readonly place: string;
	readonly path: string;
	readonly leaf: unknown;
}

/** Lists the values that a request led to. */
const listShown = ({ tried, left }: Trace): Shown[] => [
	...[...left].flatMap(([operation, records]) =>
		records.flatMap((record) =>
			listLeaves(record).map(([path, leaf]) => ({
				...{ place: `in records of ${operation}`, path, leaf },
			})),
		),
	),
	...listLeaves(Object(tryParseJson(`${tried.response.body}`))).map(
		([path, leaf]) => ({ place: "in the response", path, leaf }),
	),
];

/** Lists headers that may set the properties, by convention. */
function listCandidates(paths: readonly string[]): string[] {
	const names = paths
		.map((path) => listWords(path.split(".").at(-1) ?? "").join("-"))
		.filter((each) => each !== "");
	return [
		...new Set([
			...[...new Set(names)]
				.slice(0, MAX_NAMES)
				.flatMap((each) => [
					...[`x-${each}`, `x-${each}-id`, `x-${each}-name`],
					...(OTHER.test(each) ? [] : [each]),
				]),
			...USUAL,
		]),
	];
}

/** Tells what a header sets, and what stands there without it. */
function createHeaderRule(
	name: string,
	{ place, path }: Shown,
	usual: readonly Shown[],
	example: Tried,
): MeasuredRule {
	const { leaf } =
		usual.find((each) => each.place === place && each.path === path) ?? {};
	const isConstant = leaf === null || /^[a-z]+$/i.test(`${leaf}`);
	return {
		...{ at: [], where: `request header ${name}`, example },
		expected: "not documented",
		actual: `sets ${path} ${place}${isConstant ? `, which is ${showValue(leaf)} without it` : ""}`,
	};
}

/**
 * Finds headers that set a property of records or responses, such as who has sent the request. All usual names are sent
 * at once, each with another value.
 * @param usual a request without them
 */
export async function measureHeaders(
	{ build, create, rules, source, tryRequest }: Acting,
	usual: Trace,
): Promise<void> {
	const sent = listSent(tryParseJson(`${usual.tried.request.body ?? ""}`));
	const shown = listShown(usual);
	const free = shown.filter(
		({ leaf }) =>
			leaf === null ||
			(typeof leaf === "string" && !sent.includes(leaf) && !isTime(leaf)),
	);
	const values = new Map(
		listCandidates(free.map(({ path }) => path)).map((name) => [
			name,
			uniqueWord(),
		]),
	);
	const trace = await watchTrail(source, () => {
		const request = build(create());
		const headers = { ...request.headers, ...Object.fromEntries(values) };
		return tryRequest({ ...request, headers });
	});
	if (!trace?.tried.isTaken) return;
	const set = listShown(trace);
	for (const [name, value] of values) {
		const own = set.find(({ leaf }) => `${leaf}`.includes(value));
		if (own) rules.push(createHeaderRule(name, own, shown, trace.tried));
	}
}
