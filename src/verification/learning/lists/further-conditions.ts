import { isObject, tryParseJson, valueAt } from "../../../values/json.ts";
import { isTime } from "../../../values/read-time.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import { findSpelling } from "../rules/find-hidden.ts";
import { listOffered } from "../rules/measure-choices.ts";
import { listWords } from "../values/spellings.ts";
import { type Search, selectPaths } from "./condition-names.ts";
import { findItems, listTrials, type Trial } from "./condition-trials.ts";
import { createInput, type Value } from "./list-inquiry.ts";
import {
	findComparison,
	findForEmpty,
	measureCase,
	OF_EMPTY,
	selectAt,
} from "./measure-comparison.ts";
import { createReport, measureText } from "./measure-values.ts";
import { listUsualNames } from "./usual-names.ts";

/** The maximum number of properties of records that are tried as conditions. */
const MAX_FURTHER = 12;
/** The maximum number of names for the properties of their objects. */
const MAX_INNER = 4;
/** Many services take words of this length. */
const MAX_WORD = 16;

/** The name of an id that the service generates for the object of a record. */
const GENERATED = /^_?id$/;

/** A name that may be a condition, and a value that then selects other records. */
interface Candidate extends Pick<Trial, "value" | "applies"> {
	readonly name: string;
	/** The place of the property in a record. */
	readonly path: readonly string[];
	/** The value of a record. */
	readonly like?: unknown;
}

/** Lists the conditions that a property of records may be, by its usual names. */
function listOfProperty(
	items: readonly unknown[],
	path: readonly string[],
	names: readonly string[],
): Candidate[] {
	const values = items.map((each) => valueAt(each, ...path));
	if (values.every(Array.isArray)) {
		const has = (value: unknown) => (record: unknown) =>
			[valueAt(record, ...path)].flat().includes(value);
		const known = values
			.flat()
			.find((each) => typeof each === "string" && !items.every(has(each)));
		// A longer text may be too long.
		const value = known ?? uniqueWord().slice(-MAX_WORD);
		return names
			.flatMap((each) => [each, each.replace(/s$/, "")])
			.map((name) => ({
				...{ name, path, value },
				applies: (found) =>
					found.length > 0 === (known !== undefined) && found.every(has(value)),
			}));
	}
	const like = values.find((each) => each !== null && typeof each !== "object");
	if (like === undefined || isTime(like)) return [];
	const isOpposite = (item: unknown): boolean =>
		valueAt(item, ...path) === !like;
	const [trial] =
		typeof like === "boolean"
			? [
					{
						value: !like,
						applies: (found: readonly unknown[]) =>
							found.length < items.length && found.every(isOpposite),
					},
				]
			: listTrials({ name: "", role: "", place: "" }, items, [...path]);
	return trial ? names.map((name) => ({ ...trial, name, path, like })) : [];
}

/** Lists the properties of records that may be conditions, and those of their objects. */
function listCandidates(
	items: readonly unknown[],
	known: ReadonlySet<string>,
): Candidate[] {
	const names = [
		...new Set(items.flatMap((each) => Object.keys(Object(each)))),
	];
	const spell = findSpelling(names);
	const isOuter = (name: string): boolean =>
		items.every((each) => isObject(valueAt(each, name)));
	const inner = names.filter(isOuter).flatMap((outer) =>
		Object.keys(Object(valueAt(items[0], outer)))
			.filter((each) => !GENERATED.test(each))
			.flatMap((each) => {
				const joined = spell?.([...listWords(outer), ...listWords(each)]);
				return listOfProperty(items, [outer, each], [outer, joined ?? each]);
			}),
	);
	const own = names.flatMap((name) => listOfProperty(items, [name], [name]));
	const isNew = ({ name }: Candidate): boolean => !known.has(name);
	const all = [
		...own.filter(isNew).slice(0, MAX_FURTHER),
		...inner.filter(isNew).slice(0, MAX_INNER),
	];
	const isFirst = ({ name }: Candidate, index: number): boolean =>
		all.findIndex((each) => each.name === name) === index;
	return all.filter(isFirst);
}

/** Adds that the service takes a condition, and measures its values. */
async function report(
	search: Search,
	{ name, path, value, like }: Omit<Candidate, "applies">,
	example: Search["base"],
): Promise<void> {
	const own = { name, path: [name], write: (each: unknown) => each };
	// No record may have the value that was sent.
	const known = example.items.length > 0 ? value : like;
	const selecting = selectAt(known, path);
	const selects = await findComparison(search, own, selecting);
	const empty = (await findForEmpty(search, own))?.isAll
		? `, all ${OF_EMPTY}`
		: "";
	createReport(search, { name })(
		...([example, "not documented"] as const),
		`selects records${selects === "" ? "" : ` ${selects}`}${empty}`,
		// A digit may stand for a boolean.
		like === undefined || typeof like === typeof value
			? { keywords: { type: typeof value } }
			: undefined,
	);
	const values = search.items.flatMap((each) => valueAt(each, ...path) ?? []);
	await measureText(search, own, [value, ...values]);
	await measureCase(search, { name }, own, selecting);
}

/** Finds conditions that the document does not have: properties of records, and a text. */
export async function findFurther(
	search: Search,
	taken: readonly string[],
): Promise<void> {
	const { ask, inquiry, readNames } = search;
	const { isInQuery, send } = inquiry;
	const known = new Set([
		...taken,
		...inquiry.conditions.map(({ name }) => name),
	]);
	// The search has created records.
	const items = (await ask())?.items ?? search.items;
	const isOther = (found: readonly unknown[]): boolean =>
		found.length > 0 && JSON.stringify(found) !== JSON.stringify(items);
	let left = listCandidates(items, known);
	const all = await send(
		createInput(
			isInQuery,
			left.map(({ name, value }): Value => [[name], value]),
		),
	);
	if (!all) return;
	const body = tryParseJson(`${all.response.body}`);
	const isIgnored =
		isAccepted(all.response) &&
		JSON.stringify(findItems(body)) === JSON.stringify(items);
	const { isUnknown } = await readNames(all);
	left = isIgnored ? [] : left.filter(({ name }) => !isUnknown(name));
	for (const each of left) {
		const { name, value, like } = each;
		const shown = await send(createInput(isInQuery, [[[name], value]]));
		if (!shown) return;
		if ((await readNames(shown)).isUnknown(name)) continue;
		// A service that takes only some values may offer them in place of a new one.
		const offered = isAccepted(shown.response)
			? []
			: listOffered(name, `${value}`, shown.response).map(
					(other): Candidate => ({ ...each, value: other, applies: isOther }),
				);
		// A service that takes the value of a record, but not a new one, knows the name.
		const own = { ...each, value: like, applies: () => like !== undefined };
		const digit =
			typeof value === "boolean" ? [{ ...each, value: Number(value) }] : [];
		for (const trial of isAccepted(shown.response)
			? [each]
			: [...offered, own, ...digit]) {
			const found = await ask([[name], trial.value]);
			if (!found || !trial.applies(found.items)) continue;
			await report(search, trial, found);
			break;
		}
	}
	if (inquiry.conditions.some(({ role }) => role === "text")) return;
	const [trial] = listTrials({ name: "", role: "text", place: "" }, items, []);
	const names = listUsualNames("text", undefined, [...known]);
	if (!trial) return;
	const paths = await selectPaths(
		...([search, names.map((each) => [each]), trial] as const),
	);
	for (const [name = ""] of paths) {
		const found = await ask([[name], trial.value]);
		if (!found || !trial.applies(found.items)) continue;
		await report(search, { name, path: [], value: trial.value }, found);
		return;
	}
}
