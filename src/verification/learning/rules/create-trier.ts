import {
	isObject,
	tryParseJson,
	valueAt,
	withValueAt,
} from "../../../values/json.ts";
import type {
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../../contract.ts";
import type { RuleKeywords } from "../../observed.ts";
import { buildRequest } from "../../operations.ts";
import { isAccepted } from "../rejections/read-trial.ts";
import {
	applyRepairs,
	findObject,
	findWrapper,
	type Place,
	type Repair,
} from "../rejections/repairs.ts";
import { UsualRejection } from "./usual-rejection.ts";

/** A rule for requests that the document lacks, or has with another number. */
export interface MeasuredRule {
	/** The place in the body that the service accepts. */
	readonly at: Place;
	/** The place in the response, if the rule is about that. */
	readonly where?: string;
	readonly expected: string;
	readonly actual: string;
	/** By kind, values that the response has changed or lacks. The empty kind has one that comes back as sent. */
	readonly sent?: ReadonlyMap<string, unknown>;
	/** How a document says it; undefined if it cannot. */
	readonly keywords?: RuleKeywords;
	/** An exchange that shows the rule. */
	readonly example: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
	};
}

/** The input for measuring an operation. */
export interface Measurement {
	readonly operation: ContractOperation;
	readonly repairs: readonly Repair[];
	readonly createBody: () => unknown;
	/** Whether a request is valid by the document. */
	isDocumented(request: OutgoingRequest): boolean;
	/** Whether the response to an accepted body has a property of the body, by the document. */
	readonly isReturned: (name: string) => boolean;
	/** What the service says of a property elsewhere. */
	readonly describedAs?: (name: string) => readonly string[];
	/** Returns the names in responses of the service. */
	readonly names?: () => readonly string[];
	/** Returns the words that records have below the name. */
	readonly shown?: (name: string) => readonly string[];
	/** Returns words in the style of one that the service takes. */
	readonly alike?: (known: string) => readonly string[];
	/** Returns the id of another record of the same kind, if there is one. */
	readonly fresh?: (id: unknown, text?: string) => unknown;
	/** Returns the id of a record for a property whose name may mean one, such as `bookId`; undefined otherwise. */
	readonly idFor?: (name: string) => unknown;
	/** Names that such properties may have, although no response shows them. */
	readonly references?: readonly string[];
	/** Whether a value is the id of a record, and probably so because of the name of the property. */
	readonly isRecord?: (value: unknown, name?: string) => boolean;
	/** The limits of whole bodies that other operations have, by keyword. Measured ones are added. */
	readonly limits?: Map<string, number>;
	/** Whether the response is a record with what the body has. */
	readonly isStored?: boolean;
	/**
	 * Learns which changes make such bodies acceptable. Returns undefined if there are none.
	 * @param rejection what the service said of another body
	 */
	readonly learn?: (
		createBody: () => unknown,
		rejection: ProviderResponse,
	) => Promise<readonly Repair[] | undefined>;
	/** Sends a request. Returns undefined if the maximum number is reached. */
	readonly send: (
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>;
}

/** A request of a trial, and whether the service accepts it. */
export interface Tried {
	readonly request: OutgoingRequest;
	readonly response: ProviderResponse;
	readonly isTaken: boolean;
}

/** Tries values in an accepted body. */
export interface Trier
	extends Pick<
		Measurement,
		"operation" | "isDocumented" | "createBody" | "limits"
	> {
	/** The rules found so far. */
	readonly rules: MeasuredRule[];
	/** The changes that make a documented body acceptable. Trials add more. */
	readonly repairs: Repair[];
	/** The place of the properties in an accepted body. */
	readonly at: Place;
	/** Their place in a documented body. */
	readonly documentedAt: Place;
	/** The properties of an accepted body. */
	readonly own: Values;
	/** The properties that the service returns for this body. */
	readonly record: Values;
	/** The names of the properties of a documented body. */
	readonly documented: readonly string[];
	/** Returns the name of a documented property in the request. */
	sentName(name: string): string;
	/** Whether the document lacks the property, or allows the value. */
	isAllowed(name: string, value: unknown): boolean;
	build(body: unknown): OutgoingRequest;
	/** Returns a new accepted body. */
	create(): unknown;
	tryRequest(request: OutgoingRequest): Promise<Tried | undefined>;
	/** Sends an accepted body with another value of one property. */
	tryValue(name: string, value: unknown): Promise<Tried | undefined>;
	/** Returns the properties that the response repeats. */
	readEcho(tried: Pick<Tried, "response">): Values;
	/** The rejection of each body, whatever its values are; undefined if the service accepts some. */
	readonly usual: UsualRejection | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

/** The names of what a response says of itself, such as `@type` and `_links`. */
const METADATA = /^[@$_]/;

/** Returns the object in a response that repeats most names of a request. */
export function findRecord(value: unknown, names: readonly string[]): Values {
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
	const [record = {}] = found.sort((a, b) => shared(b) - shared(a));
	return Object.fromEntries(
		Object.entries(record).filter(([name]) => !METADATA.test(name)),
	);
}

const MAX_CONFLICTS = 3;

/** Tries again after a conflict, because the next body may name a record whose state allows the request. */
async function repeatConflicts(
	tryOnce: () => Promise<Tried | undefined>,
): Promise<Tried | undefined> {
	let tried = await tryOnce();
	for (let left = MAX_CONFLICTS; left > 0; left--)
		if (tried?.response.status === 409) tried = await tryOnce();
	return tried;
}

/**
 * Creates a trier. If the service rejects the body, whatever its values are, it takes those of which it says nothing
 * more. Returns undefined if the rejection says nothing.
 */
export async function createTrier({
	operation,
	repairs: known,
	createBody,
	isDocumented,
	limits = new Map(),
	send,
}: Measurement): Promise<Trier | undefined> {
	const repairs = [...known];
	const build = (body: unknown): OutgoingRequest =>
		buildRequest(operation, { body });
	let usual: UsualRejection | undefined;
	async function tryRequest(request: OutgoingRequest) {
		const response = await send(request);
		if (!response) return undefined;
		const isTaken =
			isAccepted(response) || usual?.equals({ request, response }) === true;
		return { request, response, isTaken };
	}
	const create = (): unknown => applyRepairs(createBody(), repairs);
	let first = create();
	const shown = await repeatConflicts(() => {
		first = create();
		return tryRequest(build(first));
	});
	const at = findWrapper(repairs);
	const own = findObject(first, at);
	if (!own || !shown) return undefined;
	if (!shown.isTaken) {
		usual = UsualRejection.read(shown);
		const again = usual && (await tryRequest(build(create())));
		if (!again?.isTaken) return undefined;
	}
	const readEcho: Trier["readEcho"] = ({ response }) =>
		isAccepted(response)
			? findRecord(tryParseJson(`${response.body}`), Object.keys(own))
			: {};
	return createTrierAt(
		{
			...{ operation, isDocumented, createBody, rules: [], repairs },
			...{ build, create, tryRequest, readEcho, limits },
			usual,
			sentName: (name) =>
				repairs.reduce(
					(sent, each) =>
						each.kind === "rename" && each.name === sent ? each.to : sent,
					name,
				),
		},
		{ at, own, record: readEcho(shown), documentedAt: [] },
	);
}

type Parts = Pick<Trier, "at" | "own" | "record" | "documentedAt">;

/** Creates the trier for the properties at a place. */
export function createTrierAt(
	trier: Omit<Trier, keyof Parts | "documented" | "isAllowed" | "tryValue">,
	parts: Parts,
): Trier {
	const { build, create, createBody, isDocumented, tryRequest } = trier;
	const { at, documentedAt } = parts;
	const within = valueAt(createBody(), ...documentedAt);
	const documented = Object.keys(Object(within));
	return {
		...{ ...trier, ...parts, documented },
		isAllowed: (name, value) =>
			!documented.includes(name) ||
			isDocumented(
				build(withValueAt(createBody(), [...documentedAt, name], value)),
			),
		tryValue(name, value) {
			return repeatConflicts(() =>
				tryRequest(build(withValueAt(create(), [...at, name], value))),
			);
		},
	};
}

/** The name of the first item of an array. */
const FIRST = "0";

/** Returns a place with `*` for the first item of an array. */
export const placeOf = (at: Place): Place =>
	at.map((each) => (each === FIRST ? "*" : each));

/**
 * Returns the trier for the properties of an object in an accepted body, or of the first one of an array; undefined if
 * the property has no object.
 */
export function enterProperty(trier: Trier, name: string): Trier | undefined {
	const { own, record, at, documentedAt, readEcho } = trier;
	const path = Array.isArray(own[name]) ? [name, FIRST] : [name];
	const inner = valueAt(own, ...path);
	const enter = (outer: Values): Values => Object(valueAt(outer, ...path));
	return isObject(inner)
		? createTrierAt(
				{
					...{ ...trier, sentName: (each) => each },
					readEcho: (tried) => enter(readEcho(tried)),
				},
				{
					...{ at: [...at, ...path], own: inner, record: enter(record) },
					documentedAt: [...documentedAt, ...path],
				},
			)
		: undefined;
}

/** Lists the objects within an accepted body that the service requires, or the first one of an array. */
export const listNested = (trier: Trier): Trier[] =>
	Object.keys(trier.own).flatMap((name) => {
		const inner = enterProperty(trier, name);
		return inner ? [inner, ...listNested(inner)] : [];
	});
