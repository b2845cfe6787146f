import { tryRecursion } from "../../../values/errors.ts";
import { isObject, tryParseJson } from "../../../values/json.ts";
import type { ProviderResponse } from "../../contract.ts";
import { makeAlike, makeChoices } from "./make-choices.ts";
import {
	isNamed,
	listForms,
	listIds,
	listLeaves,
	listSent,
	mayBeId,
	mayBeWord,
	nounOf,
	type Values,
	WRITTEN,
} from "./record-values.ts";
import { listWords } from "./spellings.ts";

const MAX_SEEN = 3;
/** The maximum length of an object or array that is remembered, as JSON. */
const MAX_PART = 2_000;
/** The maximum number of names, choices and ids that are remembered of each kind. */
const MAX_KNOWN = 40;
/** A name with fewer values may be that of a choice, and not of an id. */
const MIN_RECORDS = 5;
const ID = /(^|[._-])id$|[a-z]I[Dd]$/i;
const OWN_ID = /^(.*\.)?_?id$/i;

/** Returns the record in an object that has nothing else. */
function unwrap(value: Values): Values {
	const [inner, ...others] = Object.values(value);
	return isObject(inner) && others.length === 0 ? unwrap(inner) : value;
}

/** Remembers the values of responses: by name, those which identify records, and the texts that a service knows. */
/** @param verbs what the operations of the document do, such as `create` */
export function createMemory(verbs: readonly string[] = []) {
	const values = new Map<string, unknown[]>();
	/** By name, the last object or array in responses. */
	const parts = new Map<string, object>();
	const described = new Map<string, Set<string>>();
	/** By path, the values that identify records. */
	const ids = new Map<string, unknown[]>();
	const listed = new Set<string>();
	const created = new Map<string, Values[]>();
	/** By path, the response to the last request with a body. */
	const newest = new Map<string, Values>();
	/** By path and name, the values that may identify records. */
	const byName = new Map<string, Set<unknown>>();
	/** The paths and names of the value of each record that identifies the record itself. */
	const first = new Set<string>();
	const spent = new Set<unknown>();
	/** The texts of each record, by its id. */
	const texts = new Map<unknown, ReadonlySet<string>>();
	let taken = 0;
	let lastTaken: readonly [id: unknown, text: string] | undefined;
	/** The records that take the place of those whose state did not allow a request. */
	const moved = new Map<unknown, unknown>();
	/** The records that requests name until a conflict, and the properties that name them. */
	const followed = new Map<unknown, string>();
	const words = new Set<string>();
	const choices = new Set<string>();
	/** The words in the names of booleans, which may name states of records. */
	const flags = new Set<string>();
	/** The words of conflicts, which may name states of records. */
	const failed = new Set<string>();
	const conflicting = new Set<string>();
	const collectOwn = (record: Values, path: string): void => {
		const known = new Set<string>();
		const leaves = listLeaves(record);
		const values = leaves.filter(([, each]) => mayBeId(each));
		// The id of the record is beside its other properties, or around them.
		const [own] = values
			.filter(([leaf]) => OWN_ID.test(leaf))
			.sort(([a], [b]) => a.split(".").length - b.split(".").length);
		if (own)
			texts.set(
				own[1],
				new Set(leaves.map(([, each]) => `${each}`.toLowerCase())),
			);
		const [identifying] = own ?? values[0] ?? [];
		for (const [leaf, value] of leaves) {
			const name = leaf.split(".").at(-1) ?? "";
			if (mayBeId(value) && (leaf === identifying || !known.has(name))) {
				const key = `${path} ${name}`;
				if (leaf === identifying) first.add(key);
				byName.set(key, (byName.get(key) ?? new Set()).add(value));
			}
			known.add(name);
		}
	};
	const collect = (value: unknown, name = ""): void => {
		const isPart = typeof value === "object" && value !== null && name !== "";
		if (isPart && JSON.stringify(value).length < MAX_PART)
			parts.set(name, value);
		if (Array.isArray(value)) for (const each of value) collect(each, name);
		else if (isObject(value))
			for (const [inner, each] of Object.entries(value)) collect(each, inner);
		else if (value !== null && name !== "")
			values.set(
				name,
				[...new Set([value, ...(values.get(name) ?? [])])].slice(0, MAX_SEEN),
			);
	};
	const collectRecords = (value: unknown, path: string): void => {
		if (!isObject(value) && !Array.isArray(value)) return;
		if (isObject(value)) collectOwn(value, path);
		if (Array.isArray(value) && value.every(isObject)) {
			const found = listIds(value);
			if (found.length > 0) ids.set(path, found);
			listed.add(path);
			for (const each of value) collectOwn(each, path);
			for (const [leaf, each] of value.flatMap((item) => listLeaves(item))) {
				for (const word of listWords(leaf.split(".").at(-1) ?? "")) {
					if (words.size < MAX_KNOWN) words.add(word);
					if (typeof each === "boolean") flags.add(word);
				}
				const isKnown =
					mayBeWord(each) &&
					// A text with digits is rather generated, such as the id of a request.
					!/\d/.test(each) &&
					!each.toLowerCase().includes(WRITTEN);
				if (isKnown && choices.size < MAX_KNOWN) choices.add(each);
			}
		} else for (const each of Object.values(value)) collectRecords(each, path);
	};
	/** Compares created records. The first one is known by the names of its ids only. */
	const collectCreated = (value: unknown, path: string): void => {
		if (!isObject(value) || path === "") return;
		const records = [value, ...(created.get(path) ?? [])].slice(0, 2);
		created.set(path, records);
		const [record = {}] = records;
		const found =
			records.length > 1
				? listIds(records)
				: listLeaves(record).flatMap(([name, each]) =>
						ID.test(name) && each !== null ? [each] : [],
					);
		if (found.length > 0) ids.set(path, found);
	};
	/** Collects the texts below each name. */
	const collectDescribed = (value: unknown, names: readonly string[]): void => {
		if (mayBeWord(value))
			for (const name of names)
				described.set(name, (described.get(name) ?? new Set()).add(value));
		if (typeof value !== "object" || value === null) return;
		for (const [name, each] of Object.entries(value))
			collectDescribed(each, Array.isArray(value) ? names : [...names, name]);
	};
	/** Returns the name of a record. */
	const resource = (): string => {
		const [path = ""] = ids.keys();
		return nounOf(path);
	};
	const read = ({ body }: ProviderResponse): unknown =>
		tryParseJson(body.toString("utf8"));
	/** Lists the ids of a collection that has this one, and that the text names if possible. */
	const listLike = (id: unknown, text = ""): readonly unknown[] => {
		const all = [...byName].filter(
			([, each]) => each.has(id) && each.size >= MIN_RECORDS,
		);
		const identifying = all.filter(([key]) => first.has(key));
		const likely = identifying.length > 0 ? identifying : all;
		const named = likely.filter(([key]) =>
			isNamed(key.split(" ")[0] ?? "", text),
		);
		return (named.length > 0 ? named : likely)
			.sort(([, a], [, b]) => b.size - a.size)
			.flatMap(([, each]) => [...each]);
	};
	/**
	 * Lists the records of the same collection that no accepted request has named, the newest first. If some have a word of
	 * the text that this record lacks, such as a state, only those.
	 */
	const listOthers = (id: unknown, text: string): unknown[] => {
		const said = new Set(text.toLowerCase().split(/[^a-z_]+/));
		const lacks = (each: string) => !texts.get(id)?.has(each);
		const wanted = [...said].filter((each) => each !== "" && lacks(each));
		const others = [...new Set(listLike(id, text))]
			.filter((each) => each !== id && !spent.has(each))
			.toReversed();
		const suited = others.filter((each) =>
			wanted.some((word) => texts.get(each)?.has(word)),
		);
		return suited.length > 0 ? suited : others;
	};
	const fresh = (id: unknown, text?: string): unknown => {
		spent.add(id);
		const other = listLike(id, text).findLast((each) => !spent.has(each));
		spent.add(other);
		return other;
	};
	/** Lets another record take the place of each one that a conflicting request has named. */
	const moveRecords = (sent: unknown): void => {
		for (const id of listSent(sent)) {
			const name = followed.get(id);
			if (name === undefined || moved.has(id)) continue;
			const other = fresh(id, name);
			if (other !== undefined) moved.set(id, other);
		}
	};
	return {
		/** @param sent the body of the request */
		note(response: ProviderResponse, path = "", sent?: unknown): void {
			if (response.status === 409) tryRecursion(() => moveRecords(sent));
			if (response.status === 409)
				for (const word of `${response.body}`.match(/\b[a-z]+ed\b/g) ?? [])
					if (conflicting.size < MAX_KNOWN) conflicting.add(word);
			if (response.status >= 300) return;
			tryRecursion(() => {
				for (const each of listSent(sent)) if (texts.has(each)) spent.add(each);
				const value = read(response);
				collect(value);
				const [pathname = ""] = path.split("?");
				collectRecords(value, pathname);
				if (sent !== undefined && isObject(value))
					newest.set(pathname, unwrap(value));
				if (!ids.has(pathname) || created.has(pathname))
					collectCreated(value, pathname);
			});
		},
		/** Remembers the values of a body that a person gave. */
		noteExample(body: unknown): void {
			tryRecursion(() => collect(body));
		},
		/** Remembers a response that describes an operation, such as that to OPTIONS. */
		noteDescription(response: ProviderResponse): void {
			if (response.status < 300)
				tryRecursion(() => collectDescribed(read(response), []));
		},
		seen: (name: string): readonly unknown[] => values.get(name) ?? [],
		/** Returns the object or array that a record has under a name. */
		partsOf: (name: string): readonly object[] => {
			const part = parts.get(name);
			return part ? [part] : [];
		},
		/** Returns the names of the properties in responses. */
		names: (): readonly string[] => [...values.keys()],
		/** Returns what the service says elsewhere below a name. */
		describedAs: (name: string): readonly string[] => [
			...(described.get(name) ?? []),
		],
		/** Returns the words that the records of a path have below a name. */
		shown: (path: string, name: string): readonly string[] =>
			[...(byName.get(`${path} ${name}`) ?? [])].filter(mayBeWord),
		/** Returns the values that identify records, those of a collection that the text names first. */
		ids: (text: string): unknown[] =>
			[...ids]
				.sort(([a], [b]) => Number(isNamed(b, text)) - Number(isNamed(a, text)))
				.flatMap(([, found]) => found.flatMap(listForms)),
		/** Returns the values that identify records of a listed collection that the text names. */
		idsOf: (text: string): unknown[] =>
			[...ids]
				.filter(([path]) => listed.has(path) && isNamed(path, text))
				.flatMap(([, found]) => found.flatMap(listForms)),
		isId: (value: unknown): boolean => listLike(value).length > 0,
		/**
		 * Returns the id of another record of the same collection, each once; undefined if none is left.
		 * @param text the name of the property, which may name the collection
		 */
		fresh: (id: unknown, text?: string): unknown => fresh(id, text),
		/** Returns the record of a path that was created last. */
		lastCreated: (path: string): Values | undefined => newest.get(path),
		/**
		 * Whether a value is the id of a record that responses have shown.
		 * @param name the name of the property. A number counts only if this is the name of an id or of such a record
		 */
		isRecord: (value: unknown, name?: string): boolean =>
			texts.has(value) &&
			(typeof value === "string" ||
				name === undefined ||
				/id$/i.test(name) ||
				[...listed].some((path) => nounOf(path) === name.toLowerCase())),
		/**
		 * Returns the id, or that of the record that took its place after a conflict.
		 * @param name the name of the property
		 */
		current(id: unknown, name: string): unknown {
			let found = id;
			while (moved.has(found)) found = moved.get(found);
			followed.set(found, name);
			return found;
		},
		/** The number of records that no accepted request has named, if requests need such records. */
		get left(): number {
			return lastTaken ? listOthers(...lastTaken).length : Infinity;
		},
		/** Returns the number of other records of the same collection that no accepted request has named. */
		countOthers: (id: unknown, text: string): number =>
			listOthers(id, text).length,
		/**
		 * Returns the id of another record. Consecutive calls return different ones, because a request may change its record.
		 * @param text what the service said of the state of this one
		 */
		take(id: unknown, text: string): unknown {
			const others = listOthers(id, text);
			lastTaken = [id, text];
			return others[taken++ % others.length] ?? id;
		},
		/** Whether some requests change their records, so that they need new ones. */
		get changesRecords(): boolean {
			return taken > 0;
		},
		/** The names of properties with texts that the service took for none. */
		get failed(): Set<string> {
			return failed;
		},
		/** Returns texts that the service may know. */
		known(): readonly string[] {
			const made = makeChoices(resource(), choices, [
				...[...conflicting, ...verbs, ...words],
			]);
			return [...new Set([...made, ...choices])];
		},
		/** Returns texts in the style of a known one. */
		alike: (known: string): readonly string[] =>
			makeAlike([resource(), ...[...listed].map(nounOf)], known, [
				...[...conflicting, ...flags],
				...[...choices].flatMap((each) => listWords(each)),
			]),
	};
}

export type Memory = ReturnType<typeof createMemory>;
