import { tryParseJson, valueAt } from "../../values/json.ts";
import type {
	Condition,
	ContractOperation,
	ExampleRequest,
	Finding,
	ProviderExchange,
	ProviderResponse,
} from "../contract.ts";
import {
	capitalize,
	findItems,
	listPositions,
	listShownNames,
	listTrials,
	listWords,
	PAGE,
	SKIP,
} from "./condition-trials.ts";
import { isAccepted, isFormRejected } from "./read-trial.ts";

/** What pages show together. */
interface Seen {
	readonly expected: string;
	readonly actual: string;
	readonly example: LearntCondition["example"];
}

/** How a service takes the conditions of a list or a search. */
export interface LearntList {
	readonly conditions: readonly LearntCondition[];
	readonly seen: readonly Seen[];
}

/** How a service takes a condition of a list or a search. */
export interface LearntCondition {
	readonly name: string;
	/** The names that lead to it in the body, or its name in the query. */
	readonly path: readonly string[];
	/** What the value is, if it is not the documented one. */
	readonly form: string;
	readonly example: {
		readonly request: ProviderExchange["request"];
		readonly response: ProviderResponse;
	};
	/** Returns the value that the service takes for a documented one. */
	translate(value: unknown): unknown;
}

/** What one list or search is asked. */
interface Inquiry {
	readonly operation: ContractOperation;
	readonly isInQuery: boolean;
	readonly conditions: readonly Condition[];
	/** What exchanges show about the records: other places and other values. */
	readonly findings: readonly Finding<unknown>[];
	/** The actual name by the documented name. */
	readonly renamed: ReadonlyMap<string, string>;
	/** Names of objects that others put around a body. */
	readonly wrappers: readonly string[];
	/** Creates a record of each kind. */
	readonly write: () => Promise<void>;
	/** Sends a request; undefined if none is left. */
	readonly send: (
		input: ExampleRequest,
	) => Promise<LearntCondition["example"] | undefined>;
}

/** How often a name is tried for one condition. */
const MAX_NAMES = 12;

/** Returns a query or a body with a value at a path. */
const createInput = (
	isInQuery: boolean,
	values: readonly (readonly [path: readonly string[], value: unknown])[],
): ExampleRequest => {
	if (isInQuery)
		return {
			query: `?${new URLSearchParams(values.map(([path, value]) => [path.join("."), `${value}`]))}`,
		};
	const body: Record<string, unknown> = {};
	for (const [[first = "", second], value] of values)
		body[first] =
			second === undefined
				? value
				: { ...Object(body[first]), [second]: value };
	return { body };
};

/** Finds the names that a service has for the conditions of a list or a search: those which demonstrably select records. */
export async function learnConditions(inquiry: Inquiry): Promise<LearntList> {
	const { conditions, findings, isInQuery, renamed, wrappers } = inquiry;
	const learnt: LearntCondition[] = [];
	const seen: Seen[] = [];
	const ask = async (
		...values: (readonly [path: readonly string[], value: unknown])[]
	) => {
		const example = await inquiry.send(createInput(isInQuery, values));
		const { response } = example ?? {};
		if (!example || !response) return undefined;
		// A service that rejects a value by its name knows the name.
		const [path = []] = values.at(-1) ?? [];
		const isNamed =
			path.length > 1 && `${response.body}`.includes(`${path.at(-1)}`);
		if (!isAccepted(response) && !(isNamed && isFormRejected(response)))
			return undefined;
		const items = findItems(tryParseJson(`${response.body}`)) ?? [];
		return { ...example, items: isAccepted(response) ? items : [] };
	};
	const base = await ask();
	if (!base || base.items.length <= PAGE) return { conditions: learnt, seen };
	const shown = listShownNames(base.response);

	/** Returns where a record has what a condition is about. */
	function findPath({ place = "" }: Condition): string[] | undefined {
		const names = place.replace(/^.*\[\*\]\./, "").split(".");
		const found = findings.find(({ where }) => where === place)?.actual ?? "";
		const paths = [
			found.split("."),
			names,
			names.map((each) => renamed.get(each) ?? each),
		];
		return paths.find((path) =>
			base?.items.some((item) => valueAt(item, ...path) !== undefined),
		);
	}

	function listPaths(condition: Condition): (readonly string[])[] {
		const { name, role } = condition;
		const own = findPath(condition)?.at(-1);
		const isPage = role === "limit" || role === "cursor";
		// Such as "occurredFrom" beside "occurredAt".
		const [stem] = listWords(own ?? "");
		const names =
			role === "from" || role === "to"
				? [
						name,
						...(stem === undefined
							? []
							: [`${stem}_${name}`, `${stem}${capitalize(name)}`]),
					]
				: [name, ...(own === undefined ? [] : [own]), ...(isPage ? shown : [])];
		const usual = role === "cursor" ? ["page", "offset"] : [];
		const unique = [...new Set([...names, ...usual])].slice(0, MAX_NAMES);
		const inner = isInQuery ? [] : wrappers;
		return [
			...unique.map((each) => [each]),
			...(isPage
				? []
				: inner.flatMap((outer) => unique.map((each) => [outer, each]))),
		];
	}

	function translateValue({ place }: Condition, like: unknown) {
		const values = new Map(
			findings
				.filter(({ where }) => where === place)
				.map(({ expected, actual }) => [
					tryParseJson(expected),
					tryParseJson(actual),
				]),
		);
		return (value: unknown): unknown => {
			const known = values.get(value);
			if (known !== undefined) return known;
			const isNumber = typeof like === "number" && /^\d+$/.test(`${value}`);
			return isNumber && typeof value === "string" ? Number(value) : value;
		};
	}

	/** Finds whether the first records are the oldest. */
	function findOrder(condition: Condition): void {
		const path = findPath(condition);
		const times = (base?.items ?? []).map((item) =>
			Date.parse(String(path && valueAt(item, ...path))),
		);
		const isAscending =
			(times[0] ?? 0) < (times.at(-1) ?? 0) &&
			times.every((time, index) => time >= (times[index - 1] ?? 0));
		if (base && isAscending)
			seen.push({
				...{ expected: "the newest record first", example: base },
				actual: "the oldest record first",
			});
	}

	/** Finds whether a page repeats a record after a new one was created. */
	async function findRepeated(
		...values: (readonly [path: readonly string[], value: unknown])[]
	): Promise<void> {
		const before = await ask(...values.slice(0, -1));
		await inquiry.write();
		const after = await ask(...values);
		const texts = before?.items.map((each) => JSON.stringify(each));
		if (after?.items.some((each) => texts?.includes(JSON.stringify(each))))
			seen.push({
				...{ expected: "each record on one page", example: after },
				actual: "a record again, if another one is created between two pages",
			});
	}

	for (const condition of conditions) {
		const { name, role } = condition;
		const items = base.items;
		if (role === "newestFirst") {
			findOrder(condition);
			continue;
		}
		const limit = learnt.find((each) => each.name === findLimit());
		const size =
			role === "cursor" ? [[limit?.path ?? [findLimit()], PAGE] as const] : [];
		const trials =
			role === "cursor"
				? listPositions(items)
				: listTrials(condition, items, findPath(condition));
		await tryAll();

		function findLimit(): string {
			return conditions.find((each) => each.role === "limit")?.name ?? "";
		}

		async function tryAll(): Promise<void> {
			// Where one condition was found, the others probably are.
			const around = learnt.at(-1)?.path.slice(0, -1).join();
			const paths = listPaths(condition).sort(
				(a, b) =>
					Number(b.slice(0, -1).join() === around) -
					Number(a.slice(0, -1).join() === around),
			);
			for (const path of paths)
				for (const { value, form, applies } of trials) {
					const found = await ask(...size, [path, value]);
					if (!found?.items || !applies(found.items)) continue;
					if (path.join() !== name || form !== "")
						learnt.push({
							...{ name, path, form, example: found },
							translate: translateValue(condition, value),
						});
					if (role === "cursor")
						await findRepeated(...size, [path, form === SKIP ? PAGE : value]);
					return;
				}
		}
	}
	return { conditions: learnt, seen };
}
