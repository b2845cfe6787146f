import { isDeepStrictEqual } from "node:util";
import { isObject, tryParseJson, withValueAt } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type {
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import { buildRequest } from "../operations.ts";
import { isAccepted } from "./read-trial.ts";
import {
	applyRepairs,
	findObject,
	type Place,
	type Repair,
} from "./repairs.ts";

/** How a service takes the body of an operation. */
export interface LearntBody {
	readonly repairs: readonly Repair[];
	readonly rules?: readonly MeasuredRule[];
	/** An exchange with such a body. */
	readonly accepted: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
		/** What the request has as JSON. */
		readonly body: unknown;
	};
}

/** A rule of requests that the document does not have, or has with another number. */
export interface MeasuredRule {
	/** The place in the body that the service takes. */
	readonly at: Place;
	readonly expected: string;
	readonly actual: string;
	/** An exchange that shows it. */
	readonly example: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
	};
}

/** What was measured of an operation. */
interface Measured {
	readonly rules: readonly MeasuredRule[];
	/** What its bodies need, with the names that were found by what the service repeats. */
	readonly repairs: readonly Repair[];
	/** An exchange that shows such a name. */
	readonly accepted: LearntBody["accepted"] | undefined;
}

/** What is measured of an operation. */
export interface Measurement {
	readonly operation: ContractOperation;
	readonly repairs: readonly Repair[];
	readonly createBody: () => unknown;
	/** Whether the document allows a request. */
	readonly isDocumented: (request: OutgoingRequest) => boolean;
	/** Sends a request; undefined if none is left. */
	readonly send: (
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>;
}

/** A value of each kind, to find out which ones a property takes. */
const KINDS: readonly (readonly [kind: string, create: () => unknown])[] = [
	["a text", uniqueWord],
	["an empty text", () => ""],
	["a number", () => 5],
	["a boolean", () => true],
	["null", () => null],
	["an object", () => ({ understudy: 1 })],
	["an array", () => [1]],
	["an array of texts", () => ["understudy"]],
];

const TIME_OR_ID =
	/^\d{4}-\d{2}-\d{2}T|^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/i;
/** So many properties that the document does not know are measured. */
const MAX_PROPERTIES = 10;
const LONGEST = 2_000;
const MAX_BYTES = 4_194_304;
const MAX_DEPTH = 1_000;
const MAX_ITEMS = 1_000;

type Values = Readonly<Record<string, unknown>>;

/** Returns the object in a response that repeats most of the names of a request. */
function findRecord(value: unknown, names: readonly string[]): Values {
	const found: Values[] = [];
	const collect = (each: unknown, depth: number): void => {
		if (!isObject(each) || depth > 3) return;
		found.push(each);
		for (const inner of Object.values(each)) collect(inner, depth + 1);
	};
	collect(value, 0);
	const shared = (each: Values): number => {
		const own = Object.keys(each).map((name) => name.toLowerCase());
		return names.filter((name) => own.includes(name.toLowerCase())).length;
	};
	return found.sort((a, b) => shared(b) - shared(a))[0] ?? {};
}

/** Returns the largest number that passes, if a smaller one does. */
async function findLargest(
	least: number,
	most: number,
	passes: (number: number) => boolean | Promise<boolean>,
): Promise<number> {
	let [low, high] = [least, most];
	if (await passes(high)) return high;
	while (low + 1 < high) {
		const middle = Math.floor((low + high) / 2);
		if (await passes(middle)) low = middle;
		else high = middle;
	}
	return low;
}

const UNIQUE = 16;

/** Returns a text of so many code points, which is new. */
const createText = (length: number, letter = "a"): string =>
	`${letter.repeat(length - UNIQUE)}${uniqueWord().slice(-UNIQUE)}`;

const nest = (depth: number): unknown => (depth <= 0 ? 1 : [nest(depth - 1)]);

/** Measures which requests an operation takes: kinds of values, lengths, numbers of items, depth and size. */
export async function measureRules(
	measurement: Measurement,
): Promise<Measured> {
	const { operation, repairs, createBody, isDocumented, send } = measurement;
	const rules: MeasuredRule[] = [];
	const all = [...repairs];
	const build = (body: unknown): OutgoingRequest =>
		buildRequest(operation, { body });
	/** Sends the accepted body with a change. */
	async function tryRequest(request: OutgoingRequest) {
		const response = await send(request);
		return response && { request, response, isTaken: isAccepted(response) };
	}
	const create = (): unknown => applyRepairs(createBody(), all);
	const first = create();
	const wrapper = repairs.findLast(({ kind }) => kind === "wrap");
	const at: Place = wrapper ? [wrapper.name] : [];
	const own = findObject(first, at);
	const shown = await tryRequest(build(first));
	if (!own || !shown?.isTaken)
		return { rules, repairs: all, accepted: undefined };
	const readEcho = ({ response }: MeasuredRule["example"]): Values =>
		findRecord(tryParseJson(`${response.body}`), Object.keys(own));
	const record = readEcho(shown);
	const tryValue = (name: string, value: unknown) =>
		tryRequest(build(withValueAt(create(), [...at, name], value)));
	const written = createBody();
	const documented = Object.keys(Object(written));
	/** Returns the name that a documented property has in the request. */
	const sentName = (name: string): string =>
		all.reduce(
			(known, each) =>
				each.kind === "rename" && each.name === known ? each.to : known,
			name,
		);

	/** Finds the name under which the service takes an object that it drops under the documented one. */
	async function findRename(
		name: string,
		value: unknown,
	): Promise<LearntBody["accepted"] | undefined> {
		const kept = await tryValue(name, value);
		if (!kept?.isTaken || isDeepStrictEqual(readEcho(kept)[name], value))
			return undefined;
		for (const other of Object.keys(record)) {
			if (documented.map(sentName).includes(other)) continue;
			const tried = await tryValue(other, value);
			if (!tried?.isTaken || !isDeepStrictEqual(readEcho(tried)[other], value))
				continue;
			all.push({ kind: "rename", at, name, to: other });
			return { ...tried, body: tryParseJson(`${tried.request.body}`) };
		}
		return undefined;
	}

	/** Finds the kinds of values of a property that the document does not know, or that may have any. */
	async function measureKinds(name: string, like: unknown): Promise<void> {
		const taken: string[] = [];
		const changed: string[] = [];
		let changing: MeasuredRule["example"] | undefined;
		let rejecting: MeasuredRule["example"] | undefined;
		for (const [kind, createValue] of KINDS) {
			const value = createValue();
			const tried = await tryValue(name, value);
			if (!tried) return;
			if (tried.isTaken) taken.push(kind);
			else if (tried.response.status < 500) rejecting ??= tried;
			const echo = tried.isTaken ? readEcho(tried) : {};
			if (!(name in echo) || isDeepStrictEqual(echo[name], value)) continue;
			changed.push(`${kind} as ${JSON.stringify(echo[name])}`);
			changing ??= tried;
		}
		// What the service generates is always another value.
		if (changing && changed.length < KINDS.length)
			rules.push({
				...{ at: [...at, name], expected: "comes back as sent" },
				...{ actual: changed.join(", "), example: changing },
			});
		if (!rejecting) return;
		const isChoice =
			typeof like === "string" && !taken.includes("a text") && like !== "";
		const same = isChoice ? await tryValue(name, like) : undefined;
		const some = same?.isTaken ? [`the text ${JSON.stringify(like)}`] : [];
		const others = taken.filter(
			(each) => each !== "an array of texts" || !taken.includes("an array"),
		);
		if (some.length + others.length === 0) return;
		rules.push({
			...{ at: [...at, name], expected: "any value", example: rejecting },
			actual: `only values like ${[...some, ...others].join(", ")}`,
		});
	}

	/** Finds the longest text of a property, and how it is measured. */
	async function measureLength(name: string): Promise<void> {
		const isAllowed = (length: number): boolean =>
			!documented.includes(name) ||
			isDocumented(
				build({ ...Object(createBody()), [name]: createText(length) }),
			);
		const least = 24;
		const most = await findLargest(least, LONGEST, isAllowed);
		let rejecting: MeasuredRule["example"] | undefined;
		const passes = async (length: number, letter?: string) => {
			const tried = await tryValue(sentName(name), createText(length, letter));
			if (tried && !tried.isTaken) rejecting = tried;
			return tried?.isTaken === true;
		};
		if (!(await passes(least))) return;
		const longest = await findLargest(least, most, passes);
		if (longest === most || !rejecting) return;
		const example = rejecting;
		const isUnits = (await passes(least, "𝒳")) && !(await passes(longest, "𝒳"));
		rules.push({
			...{ at: [...at, sentName(name)], example },
			expected: documented.includes(name)
				? `at most ${most} characters`
				: "any text",
			actual: `at most ${longest} ${isUnits ? "UTF-16 code units" : "characters"}`,
		});
	}

	/** Finds the largest number of something that the service takes, if the document allows more. */
	async function measureNumber(
		place: Place,
		what: string,
		limit: number,
		change: (body: unknown, number: number) => OutgoingRequest,
	): Promise<void> {
		const most = await findLargest(1, limit, (number) =>
			isDocumented(change(createBody(), number)),
		);
		let rejecting: MeasuredRule["example"] | undefined;
		const largest = await findLargest(1, most, async (number) => {
			const tried = await tryRequest(change(create(), number));
			if (tried && !tried.isTaken) rejecting = tried;
			return tried?.isTaken === true;
		});
		if (largest === most || largest === 1 || !rejecting) return;
		rules.push({
			...{ at: place, expected: `at most ${most} ${what}` },
			...{ actual: `at most ${largest} ${what}`, example: rejecting },
		});
	}

	const isGenerated = (name: string): boolean =>
		/^_*id$/i.test(name) || TIME_OR_ID.test(`${record[name]}`);
	const optional = Object.entries(Object(operation.example.body)).filter(
		([name, value]) => isObject(value) && !documented.includes(name),
	);
	let accepted: LearntBody["accepted"] | undefined;
	for (const [name, value] of optional)
		accepted = (await findRename(name, value)) ?? accepted;
	const known = documented.map((each) => sentName(each).toLowerCase());
	const names = Object.keys({ ...own, ...record })
		.filter((name) => !known.includes(name.toLowerCase()))
		.filter((name) => name in own || !isGenerated(name));
	// A service may not tell the case of names apart.
	const unknown = [
		...new Map(
			[...optional.map(([name]) => sentName(name)), ...names.toReversed()].map(
				(name) => [name.toLowerCase(), name],
			),
		).values(),
	].slice(0, MAX_PROPERTIES);
	for (const name of unknown)
		await measureKinds(name, own[name] ?? record[name]);
	const isText = (value: unknown): boolean =>
		typeof value === "string" || value === null;
	const texts = [
		...documented.filter((name) => isText(Object(written)[name])),
		...unknown.filter((name) => isText(own[name] ?? record[name])),
	];
	for (const name of texts) await measureLength(name);
	for (const name of documented)
		if (Array.isArray(Object(written)[name]))
			await measureNumber([...at, name], "items", MAX_ITEMS, (body, count) => {
				const place = findObject(body, at) ? at : [];
				const [item] = [Object(findObject(body, place))[name]].flat();
				const items = Array.from({ length: count }, () => item);
				return build(withValueAt(body, [...place, name], items));
			});
	await measureNumber([], "levels", MAX_DEPTH, (body, depth) =>
		build({ ...Object(body), understudy: nest(depth - 1) }),
	);
	await measureNumber([], "bytes", MAX_BYTES, (body, size) => {
		const request = build(body);
		return { ...request, body: `${request.body}`.padEnd(size) };
	});
	return { rules, repairs: all, accepted };
}
