import type { Subject } from "../checks/subject.ts";
import type { Field } from "../document/field.ts";
import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import type {
	OutgoingRequest,
	ProviderResponse,
} from "../verification/contract.ts";
import { type Bindings, createBindings, type Side } from "./bindings.ts";
import type { Operation } from "./operation.ts";

/** One place where the responses to a step disagree. */
export interface Difference {
	readonly operation: string;
	/** `status`, `header <name>`, or a path into the body with `[*]` for every index. */
	readonly where: string;
	/** The value or status of the mock and of the service. */
	readonly mock: string;
	readonly real: string;
	/** A text that is equal for all differences that are reported as one. */
	readonly form: string;
	readonly assumptions: readonly string[];
}

/** A request and its response, on one side. */
export interface Exchange {
	readonly request: OutgoingRequest;
	readonly response: ProviderResponse;
}

/** The two sides of one play, and its results so far. */
export interface Comparing {
	readonly subject: Subject;
	readonly bindings: Bindings;
	/** A text that all words of the play contain. */
	readonly tag: string;
	/** By id of the mock's record, the names of the properties that requests have set. */
	readonly set: Map<string, Set<string>>;
	/** By list and conditions, the number of records of others in its total. */
	readonly bases: Map<string, number>;
	/** The actual names of properties, by documented name. */
	readonly renamed: Map<string, string>;
	/** Whether other sequences change the service meanwhile. */
	readonly isShared: boolean;
}

export const createComparing = (
	options: Pick<Comparing, "subject" | "tag" | "isShared">,
): Comparing => ({
	...options,
	bindings: createBindings(),
	...{ set: new Map(), bases: new Map(), renamed: new Map() },
});

const MAX_SHOWN = 80;

/** Returns a value as a report shows it. */
export function show(value: unknown): string {
	const text = JSON.stringify(value) ?? "missing";
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The place of a step to which differences are added. */
export interface Collecting {
	readonly comparing: Comparing;
	readonly operation: Operation;
	readonly status: number;
	readonly found: Difference[];
}

/** Adds a difference, with the assumptions of its place. */
export function addDifference(
	{ comparing: { subject }, operation, status, found }: Collecting,
	where: string,
	form: string,
	mock: string,
	real: string,
): void {
	const { id } = operation.operation;
	const deviation = { where, expected: mock, actual: real };
	const assumptions = findRefutedAssumptions(
		subject.documented,
		{ operation: id, status },
		deviation,
	);
	found.push({ operation: id, where, mock, real, form, assumptions });
}

/** The minimum length of a text that is unlikely to be equal by chance. */
const MIN_OWN = 8;

/** Whether a value is so long that it is unlikely to equal another one by chance. */
export const isLong = (value: unknown): value is string =>
	typeof value === "string" && value.length >= MIN_OWN;

/** Returns whether a value contains a word of the play, or an id that the side has generated for it. */
export function isOwn(
	comparing: Comparing,
	side: Side,
	value: unknown,
): boolean {
	const { bindings, tag } = comparing;
	if (typeof value === "string")
		return (
			value.toLowerCase().includes(tag) ||
			(isLong(value) && bindings.knows(side, value))
		);
	return (
		typeof value === "object" &&
		value !== null &&
		Object.values(value).some((each) => isOwn(comparing, side, each))
	);
}

/** Returns the scope in which the ids are unique. */
export const scopeOf = ({ plan }: Operation, { schema }: Field): string =>
	`${plan.resource} ${String(schema["x-role"])}`;
