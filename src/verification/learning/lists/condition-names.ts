import { isObject, tryParseJson, valueAt } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import type { Condition, ProviderResponse } from "../../contract.ts";
import { describeUnknown } from "../rejections/describe-rejection.ts";
import {
	isAccepted,
	isFormRejected,
	readNames,
	readTrial,
} from "../rejections/read-trial.ts";
import { listNames } from "../rejections/repairs.ts";
import { readItems, type Shown, type Trial } from "./condition-trials.ts";
import {
	type Answer,
	createInput,
	type Inquiry,
	type LearntCondition,
	type Named,
	type Seen,
	type Value,
} from "./list-inquiry.ts";
import { listEnds, listUsualNames } from "./usual-names.ts";

/** A service that names only the first name so often goes through a request in its order. */
const MIN_ORDERED = 2;
/** The maximum number of requests with several names. */
const MAX_GROUPS = 36;

/** A language in which one text of a request has several conditions. */
export interface Language {
	readonly and: string;
	readonly quote: string;
	/** The operators by role. Conditions of other roles compare for equality. */
	readonly operators: Readonly<Record<"equal" | "from" | "to", string>>;
}

/** The search for the names of conditions. */
export interface Search {
	readonly inquiry: Inquiry;
	readonly ask: ReturnType<typeof createAsk>;
	readonly readNames: ReadNames;
	/** The response without conditions, with its records. */
	readonly base: Answer;
	readonly items: readonly unknown[];
	/** What this response shows beside them. */
	readonly shown: Shown;
	readonly learnt: LearntCondition[];
	readonly seen: Seen[];
	/** Whether values of conditions are measured. */
	readonly isMeasured: boolean;
	/** The text of requests that has conditions as an expression, and its language. */
	expression?: {
		readonly language: Language;
		readonly path: readonly string[];
	};
	/** The conditions by role, with the names that the service has for them. */
	readonly named: Map<string, Named>;
	/** The forms of times of which the first condition does not take the documented ones. */
	times?: readonly (readonly [form: string, value: string])[];
	/** The names that the service has rejected as unknown. */
	readonly unknown: Set<string>;
	/** So often the service has named only the first of several names. */
	ordered: number;
}

interface Leaf {
	readonly path: string[];
	readonly value: unknown;
}

const MAX_DEPTH = 4;

/** Lists the values in the objects of a record. */
export const listLeaves = (value: unknown, path: string[] = []): Leaf[] =>
	isObject(value) && path.length < MAX_DEPTH
		? Object.entries(value).flatMap(([name, inner]) =>
				listLeaves(inner, [...path, name]),
			)
		: [{ path, value }];

/** Returns the shortest path that has these names in this order, the last one at its end. */
function findInner(
	leaves: readonly Leaf[],
	names: readonly string[],
): string[] | undefined {
	const has = (path: readonly string[]): boolean => {
		let next = 0;
		for (const each of path) if (each === names[next]) next += 1;
		return next === names.length && path.at(-1) === names.at(-1);
	};
	return leaves
		.map(({ path }) => path)
		.filter(has)
		.sort((a, b) => a.length - b.length)[0];
}

/** Returns the path, in a record, of the value that a condition compares; for a bound, that of the only time. */
export function findPath(
	{ items, inquiry: { findings, renamed } }: Search,
	{ place = "", role }: Condition,
): string[] | undefined {
	const names = place.replace(/^.*\[\*\]\./, "").split(".");
	const known = findings.flatMap(({ where, actual }) =>
		where === place ? [actual] : [],
	);
	const values = known.map(tryParseJson);
	const byValue = items.flatMap((item) =>
		Object.entries(Object(item)).flatMap(([name, value]) =>
			value !== undefined && values.includes(value) ? [[name]] : [],
		),
	);
	const paths = [
		...known.slice(0, 1).map((each) => each.split(".")),
		...byValue,
		names,
		[renamed.get(names.join(".")) ?? ""],
		names.map((each) => renamed.get(each) ?? each),
		names.map(
			(each, index) =>
				renamed.get(names.slice(0, index + 1).join(".")) ??
				renamed.get(each) ??
				each,
		),
	];
	const found = paths.find((path) =>
		items.some((item) => valueAt(item, ...path) !== undefined),
	);
	if (found !== undefined) return found;
	const leaves = listLeaves(items[0]);
	if (role !== "from" && role !== "to")
		return place === "" ? undefined : findInner(leaves, names);
	const [time, other] = leaves
		.filter(({ value }) => isTime(value))
		.sort((a, b) => a.path.length - b.path.length);
	return time?.path.length === other?.path.length ? undefined : time?.path;
}

/** Lists possible places of a condition in a request, the most probable first. Those of one object are together. */
export function listPaths(
	search: Search,
	condition: Condition,
): (readonly string[])[][] {
	const { shown, inquiry, base } = search;
	const { name, role, words = [] } = condition;
	const [own, parent] = findPath(search, condition)?.toReversed() ?? [];
	const isPage = role === "limit" || role === "cursor";
	const isBound = role === "from" || role === "to";
	const known = [...new Set(listNames(tryParseJson(`${base.response.body}`)))];
	const usual = listUsualNames(role, own, known, shown.likely, parent);
	const from =
		role === "to" ? search.named.get("from")?.path.at(-1) : undefined;
	const names = [
		name,
		...(from === undefined ? [] : listEnds(from)),
		...(own === undefined || isBound ? [] : [own]),
		...(role === "limit" ? shown.sizes : []),
		...(isPage ? shown.likely : []),
		...usual,
		...(isPage ? shown.names : []),
		...words,
	];
	// Another condition of this name would select other records.
	const others = isPage
		? inquiry.conditions.filter((each) => each !== condition)
		: [];
	const unique = [...new Set(names)].filter((each) =>
		others.every((other) => other.name !== each),
	);
	if (isPage || inquiry.isInQuery) return [unique.map((each) => [each])];
	const outer = [
		...inquiry.wrappers,
		...(isBound && own !== undefined ? [own] : []),
		...listUsualNames("", undefined, known),
	];
	return [
		unique.map((each) => [each]),
		...outer.map((object) => unique.map((each) => [object, each])),
	];
}

/** What a rejection says of names. */
interface Sayings extends ReturnType<typeof readNames> {
	/** Whether it rejects a name that it does not know. */
	readonly rejectsUnknown: boolean;
}

type ReadNames = (example: LearntCondition["example"]) => Promise<Sayings>;

/** Returns a function that reads what a service says of names that it does not know, and of others. */
export function createReadNames(
	{ isInQuery, send, isDocumented }: Inquiry,
	seen: Seen[] = [],
): ReadNames {
	const word = uniqueWord();
	let unknown: { readonly response?: ProviderResponse } | undefined;
	let rejectsUnknown = false;
	return async ({ response }: LearntCondition["example"]) => {
		if (unknown === undefined) {
			const input = createInput(isInQuery, [[[word], word]]);
			const rejected = await send(input);
			unknown = rejected ?? {};
			rejectsUnknown = !!rejected && isFormRejected(rejected.response);
			if (rejected && rejectsUnknown && isDocumented?.(input))
				seen.push({
					...{ where: isInQuery ? "request query" : "request $" },
					...describeUnknown(rejected, word),
					example: rejected,
				});
		}
		return { ...readNames([unknown.response, word], response), rejectsUnknown };
	};
}

/** Returns a function that sends a request with these values; undefined if the service rejects their names. */
export const createAsk =
	({ isInQuery, send }: Inquiry, readNames: ReadNames) =>
	async (...values: Value[]): Promise<Answer | undefined> => {
		const input = createInput(isInQuery, values);
		const example = await send(input);
		if (!example) return undefined;
		const { response } = example;
		const [path = []] = values.at(-1) ?? [];
		const name = path.at(-1) ?? "";
		if (isAccepted(response)) {
			return { ...example, items: readItems(response) };
		}
		// The service knows an inner name whose value it rejects.
		const isNamed =
			path.length > 1 &&
			isFormRejected(response) &&
			// A service may repeat the whole request.
			readTrial([], input.body, response).text.includes(name) &&
			!(await readNames(example)).isUnknown(name);
		return isNamed ? { ...example, items: [] } : undefined;
	};

/**
 * Returns the paths by which a service may take a value, the most probable first. Sends all at once, because most
 * services ignore unknown names, and others name them.
 */
export async function selectPaths(
	search: Search,
	paths: readonly (readonly string[])[],
	{ value, applies }: Pick<Trial, "value" | "applies">,
	others: readonly Value[] = [],
): Promise<readonly (readonly string[])[]> {
	const { inquiry, readNames, unknown } = search;
	const { isInQuery, send } = inquiry;
	const aside: (readonly string[])[] = [];
	let left = paths.filter((path) => !unknown.has(path.join(".")));
	let isFound = false;
	for (let sent = 0; sent < MAX_GROUPS && left.length > 1; sent++) {
		const some = left.slice(0, isFound ? left.length / 2 : left.length);
		const values = some.map((path): Value => [path, value]);
		const example = await send(createInput(isInQuery, [...others, ...values]));
		if (!example) return [];
		if (isAccepted(example.response)) {
			const isApplied = applies(readItems(example.response));
			if (!isApplied && !isFound) return aside;
			left = isApplied ? some : left.slice(some.length);
			isFound = true;
			continue;
		}
		const { isNamed, isUnknown } = await readNames(example);
		const known = left.filter((path) => !isUnknown(path.at(-1) ?? ""));
		for (const path of left)
			if (!known.includes(path)) unknown.add(path.join("."));
		const passed = left.findIndex((path) => !known.includes(path));
		const namesOne =
			known.length === left.length - 1 && left[passed]?.length === 1;
		// Such a service names the first unknown name, so that it knows those before it.
		if (namesOne && passed > 0 && search.ordered >= MIN_ORDERED)
			return [...left.slice(0, passed), ...aside];
		if (namesOne && passed === 0) search.ordered += 1;
		const rest = known.filter((path) => !isNamed(path.at(-1) ?? ""));
		aside.push(...known.filter((path) => !rest.includes(path)));
		// The service says nothing of these names, so it does not know their object, or rejects one of the values.
		if (rest.length === left.length) return left[0]?.length === 1 ? left : [];
		left = rest;
	}
	// A service that names one unknown name at a time has not told about the others.
	const isOpen = !isFound && left.length > 1;
	return isOpen ? aside : [...left, ...aside];
}
