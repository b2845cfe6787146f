import { tryParseJson } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Tried } from "../rules/create-trier.ts";
import {
	listLeaves,
	listNamedLeaves,
	mayBeWord,
	type Values,
	WRITTEN,
} from "../values/record-values.ts";
import type { Acting } from "./record-actor.ts";
import type { Trace } from "./record-source.ts";

const MAX_SHOWN = 9;
const MAX_VALUES = 5;

const isIdName = (name: string): boolean => /ids?$/i.test(name);

type NamedLeaf = ReturnType<typeof listNamedLeaves>[number];

/** Returns the place of a value in a message. That of the whole comes before those of items and of other objects. */
const locate = (found: readonly NamedLeaf[], message: string): string[] =>
	found
		.toSorted(
			([, , a, ownerA], [, , b, ownerB]) =>
				Number(a) - Number(b) || ownerA.length - ownerB.length,
		)
		.map(([name, , isOfItem, owner]) => {
			const holder = isOfItem ? "an item of " : owner && `${owner} of `;
			return `the ${name} of ${holder}${message}`;
		});

/** Describes a value of a record by the request and the response that it is about. Returns undefined for any other value. */
function describeLeaf(
	name: string,
	leaf: unknown,
	tried: Tried,
): string | undefined {
	const { request, response } = tried;
	if (leaf === null) return "null";
	const sent = listNamedLeaves(tryParseJson(`${request.body ?? ""}`));
	const received = listNamedLeaves(tryParseJson(`${response.body}`));
	const isId = isIdName(name);
	if (Array.isArray(leaf)) {
		const items = leaf.map((each) => describeLeaf(name, each, tried));
		return items.length > 0 && items.every((each) => each !== undefined)
			? `an array with ${[...new Set(items)].join(" or ")}`
			: undefined;
	}
	if (typeof leaf === "string" && isTime(leaf)) return undefined;
	if (typeof leaf === "boolean") return `${leaf}`;
	// A number that is no id, such as an amount, may have the same value by chance.
	const isAny = typeof leaf === "number" && !isId;
	const isSame = ([other, each]: NamedLeaf): boolean =>
		`${each}` === `${leaf}` && (!isAny || other === name);
	const [own] = locate(sent.filter(isSame), "the request");
	if (own !== undefined) return own;
	if (isAny) return undefined;
	const isWord = mayBeWord(leaf) && !/\d/.test(leaf);
	const [other] =
		isId || !isWord ? locate(received.filter(isSame), "the response") : [];
	if (other !== undefined) return other;
	if (typeof leaf !== "string" || isId) return undefined;
	return isWord && !leaf.includes(WRITTEN) ? JSON.stringify(leaf) : undefined;
}

type Description = ReadonlyMap<string, readonly string[]>;

const describeRecord = (record: Values, tried: Tried): Description =>
	new Map(
		listLeaves(record).flatMap(([path, leaf]) => {
			const name = path.split(".").at(-1) ?? "";
			const text = describeLeaf(name, leaf, tried);
			return text === undefined ? [] : [[path, [text]] as const];
		}),
	);

/** Joins what records of the same kind have at each place. */
function unite(all: readonly Description[]): Description {
	const paths = new Set(all.flatMap((each) => [...each.keys()]));
	return new Map(
		Array.from(paths, (path) => {
			const texts = all.map((each) => each.get(path) ?? ["no value"]);
			return [path, [...new Set(texts.flat())]];
		}),
	);
}

const format = (description: Description): string =>
	[...description]
		.filter(([, texts]) => texts.length <= MAX_VALUES)
		.slice(0, MAX_SHOWN)
		.map(([path, texts]) => `${path} ${texts.join(" or ")}`)
		.join(", ");

/** Describes the records of one list, those of the same kind once. */
function describeGroups(
	operation: string,
	descriptions: readonly Description[],
): string {
	const counted = new Map<string, number>();
	for (const each of descriptions) {
		const parts = format(each);
		const text = parts === "" ? "" : ` with ${parts}`;
		counted.set(text, (counted.get(text) ?? 0) + 1);
	}
	const groups = Array.from(
		counted,
		([text, count]) => `${count === 1 ? "one" : count}${text}`,
	);
	return descriptions.length === 1
		? `leaves a record of ${operation}${[...counted.keys()].join()}`
		: `leaves ${descriptions.length} records of ${operation}: ${groups.join("; ")}`;
}

/** Tells which records requests leave that differ in a word only. */
function createTraceRules(
	at: MeasuredRule["at"],
	expected: string,
	[trace, ...others]: readonly Trace[],
): MeasuredRule[] {
	if (!trace) return [];
	return [...trace.left].map(([operation, records]) => {
		const descriptions = records.map((record, index) => {
			const alike = others.flatMap(({ left, tried }) => {
				const own = left.get(operation) ?? [];
				const other = own.length === records.length ? own[index] : undefined;
				return other ? [describeRecord(other, tried)] : [];
			});
			return unite([describeRecord(record, trace.tried), ...alike]);
		});
		return {
			...{ at, expected, example: trace.tried },
			actual: describeGroups(operation, descriptions),
		};
	});
}

/**
 * Tells which records accepted requests leave, unless it is the documented one.
 * @param expected defaults to the documented record
 */
export function createSuccessTraces(
	{ recorded }: Pick<Acting, "recorded">,
	at: MeasuredRule["at"],
	traces: readonly Trace[],
	expected: string = recorded === undefined
		? "leaves no record"
		: `leaves a record with ${JSON.stringify(recorded)}`,
): MeasuredRule[] {
	const isDocumented = ({ left }: Trace): boolean =>
		[...left.values()].every(
			([first = {}, ...others]) =>
				others.length === 0 &&
				listLeaves(first).some(([, leaf]) => leaf === recorded),
		);
	return traces.every(isDocumented)
		? []
		: createTraceRules(at, expected, traces);
}

/** Tells which records a rejected request leaves. */
export const createRejectionTraces = (
	at: MeasuredRule["at"],
	trace: Trace | undefined,
): MeasuredRule[] =>
	trace && isFormRejected(trace.tried.response)
		? createTraceRules(
				at,
				`leaves no record of a request that it rejects with ${trace.tried.response.status}`,
				[trace],
			)
		: [];
