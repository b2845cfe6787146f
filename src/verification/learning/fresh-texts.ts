import {
	isObject,
	mapValues,
	valueAt,
	withValueAt,
} from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import { findObject, type Repair } from "./repairs.ts";

type SetRepair = Extract<Repair, { kind: "set" }>;

/** The known records. */
interface Records {
	isId(value: unknown): boolean;
	/** Returns the id of another record of the same kind, each once; undefined if none is left. */
	fresh(id: unknown): unknown;
}

const MAX_TEXTS = 6;

/** Replaces each word in a value that `uniqueWord` returned before by a new one. */
export function renew(value: unknown): unknown {
	if (typeof value === "string")
		return value.replaceAll(/understudy[a-z]{8,}/g, uniqueWord);
	if (Array.isArray(value)) return value.map(renew);
	return isObject(value) ? mapValues(value, renew) : value;
}

/** Returns the repair with new words each time if it adds a property, because a service may require unique texts. */
export const renewAdded = (repair: Repair): Repair =>
	repair.kind === "set" && repair.documented === undefined
		? {
				...repair,
				make: (value) =>
					value === undefined ? renew(repair.make(value)) : repair.make(value),
			}
		: repair;

/** Returns the paths of the texts in a value. */
function listTexts(value: unknown, path: readonly string[] = []): string[][] {
	if (typeof value === "string") return [[...path]];
	return isObject(value)
		? Object.entries(value).flatMap(([name, each]) =>
				listTexts(each, [...path, name]),
			)
		: [];
}

const listSets = (repairs: readonly Repair[], body: unknown) =>
	repairs.flatMap((repair) =>
		repair.kind === "set"
			? [{ repair, value: findObject(body, repair.at)?.[repair.name] }]
			: [],
	);

/** Lets the repairs name another record in each request. Returns undefined if they name none. */
export function renewRecords(
	repairs: readonly Repair[],
	body: unknown,
	knowledge: Records | undefined,
): readonly Repair[] | undefined {
	const records = listSets(repairs, body).filter(({ value }) =>
		knowledge?.isId(value),
	);
	return records.length === 0
		? undefined
		: records.reduce<readonly Repair[]>((some, { repair, value }) => {
				const make = () => knowledge?.fresh(value) ?? value;
				return some.with(repairs.indexOf(repair), { ...repair, make });
			}, repairs);
}

/**
 * Lists variants of the repairs. In each one, a new word takes the place of one text. The texts that the rejection
 * repeats come first.
 */
export function listRenewed(
	repairs: readonly Repair[],
	body: unknown,
	knowledge: Records | undefined,
	rejection = "",
): (readonly Repair[])[] {
	const isSaid = (text: unknown): number =>
		Number(rejection.includes(`${text}`));
	const change = (repair: SetRepair, path: readonly string[]): Repair => ({
		...repair,
		make: (documented) =>
			withValueAt(repair.make(documented), path, uniqueWord()),
	});
	return listSets(repairs, body)
		.filter(({ value }) => !knowledge?.isId(value))
		.flatMap(({ repair, value }) =>
			listTexts(value).map((path) => ({
				...{ repair, path, text: valueAt(value, ...path) },
			})),
		)
		.sort((a, b) => isSaid(b.text) - isSaid(a.text))
		.slice(0, MAX_TEXTS)
		.map(({ repair, path }) =>
			repairs.with(repairs.indexOf(repair), change(repair, path)),
		);
}
