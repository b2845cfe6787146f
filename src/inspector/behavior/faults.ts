import type { Fault } from "../../schemas/generated/types.ts";
import { faultSchemas } from "../../schemas/generated/words.ts";
import { type FormField, toSentence } from "../ui/form-state.ts";
import { plural } from "../ui/parts.tsx";

const format = (number: number): string => number.toLocaleString("en-US");

const seconds = (ms: number): string =>
	ms >= 1_000 ? `${format(ms / 1_000)} s` : `${format(ms)} ms`;

const DEFAULT_TIMEOUT_MS = 60_000;

function describeDelay(fault: Fault & { readonly kind: "delay" }): string {
	if ("ms" in fault) return seconds(fault.ms);
	if ("min" in fault) return `${seconds(fault.min)} to ${seconds(fault.max)}`;
	return `${seconds(fault.median)} (median), ${seconds(fault.p99)} or more in one of 100`;
}

/** Returns a text about the part of the body that arrives. */
function describeBytes(bytes: number | undefined): string {
	if (bytes === undefined) return "half of the body";
	return bytes === 1
		? "only the first byte of the body"
		: `only the first ${format(bytes)} bytes of the body`;
}

/** Returns a text about the response to a request. */
function describeEffect(fault: Fault): string {
	switch (fault.kind) {
		case "delay":
			return `the response after ${describeDelay(fault)}`;
		case "status":
			return `${fault.status}${"body" in fault ? " with a body of its own" : ""}`;
		case "reset":
			return "a connection reset";
		case "empty":
			return "a closed connection and no response";
		case "truncate":
			return `${describeBytes(fault.bytes)}, then a closed connection`;
		case "drip":
			return `the body at ${plural(fault.bytesPerSecond, "byte")} a second`;
		case "timeout":
			return `no response, and a closed connection after ${seconds(fault.ms ?? DEFAULT_TIMEOUT_MS)}`;
	}
}

/**
 * Returns a text about the operations of a fault. Without `force`, a status for all operations applies only to
 * operations that list it.
 */
function describeOperation(fault: Fault): string {
	if (fault.operation !== "*") return fault.operation;
	return fault.kind === "status" && !fault.force
		? `operations that document ${fault.status}`
		: "any operation";
}

/** Returns a sentence such as "The next 2 requests to listZaps get 503". */
export function describeFault(fault: Fault): string {
	const { times, probability = 1 } = fault;
	const effect = describeEffect(fault);
	const to = `to ${describeOperation(fault)}`;
	if (probability < 1) {
		const share = `${format(probability * 100)}% of the requests ${to} get ${effect}`;
		if (times === undefined) return share;
		return `${share}, at most ${times === 1 ? "once" : `${format(times)} times`}`;
	}
	if (times === undefined) return `All requests ${to} get ${effect}`;
	return times === 1
		? `The next request ${to} gets ${effect}`
		: `The next ${format(times)} requests ${to} get ${effect}`;
}

/** A kind of fault, as a form. */
export interface FaultKind {
	readonly kind: string;
	readonly label: string;
	readonly description: string;
	/** Groups of fields, exactly one of which must be filled in. Empty if there is no choice. */
	readonly alternatives: readonly (readonly FormField[])[];
	/** The names of the alternatives. */
	readonly choices: readonly string[];
	/** The fields for the effect and the number of requests. */
	readonly main: readonly FormField[];
	/** The fields that are rarely needed. */
	readonly more: readonly FormField[];
}

interface PropertySchema {
	readonly description: string;
	readonly type?: string;
	readonly "x-title": string;
	/** The description in forms, if it differs. */
	readonly "x-form"?: string;
	readonly "x-sample"?: string;
}

interface FaultSchema extends PropertySchema {
	readonly required: readonly string[];
	readonly alternatives: readonly (readonly string[])[];
	readonly properties: Readonly<Record<string, PropertySchema>>;
	readonly "x-amount"?: readonly string[];
	readonly "x-choices"?: readonly string[];
}

const SCHEMAS: Readonly<Record<string, FaultSchema>> = faultSchemas;

/** Returns the label of a kind. Returns an unknown kind unchanged. */
export const labelOfFault = (kind: string): string =>
	SCHEMAS[kind]?.["x-title"] ?? kind;

const describe = (schema: PropertySchema): string =>
	toSentence(schema["x-form"] ?? schema.description);

const TYPES: Readonly<Record<string, FormField["type"]>> = {
	number: "number",
	integer: "number",
	string: "text",
	boolean: "flag",
	object: "headers",
};

function toKind([kind, schema]: [string, FaultSchema]): FaultKind {
	const { required, alternatives, properties } = schema;
	const chosen = alternatives.flat();
	const amount = (schema["x-amount"] ?? []).flatMap((form) => form.split("-"));
	const fields = Object.entries(properties).map(
		([name, property]): FormField => ({
			name,
			label: property["x-title"],
			type: TYPES[property.type ?? ""] ?? "json",
			description: describe(property),
			isRequired: [...required, ...chosen].includes(name),
			placeholder: property["x-sample"] ?? "",
		}),
	);
	const pick = (names: readonly string[]) =>
		fields.filter(({ name }) => names.includes(name));
	const common = fields.filter(({ name }) => !chosen.includes(name));
	const isMain = ({ name }: FormField) =>
		[...required, ...amount, "times"].includes(name);
	return {
		kind,
		label: labelOfFault(kind),
		description: describe(schema),
		alternatives: alternatives.map(pick),
		choices: schema["x-choices"] ?? [],
		main: common.filter(isMain),
		more: common.filter((field) => !isMain(field)),
	};
}

/** The kinds of faults, from their schema. */
export const FAULT_KINDS: readonly FaultKind[] =
	Object.entries(SCHEMAS).map(toKind);
