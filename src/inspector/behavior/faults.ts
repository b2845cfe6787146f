import type { Fault } from "../../schemas/generated/types.ts";
import { faultSchemas } from "../../schemas/generated/words.ts";
import { defineField, type FormField, toSentence } from "../ui/form-state.ts";
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

/** Returns how much of a body arrives. */
function describeBytes(bytes: number | undefined): string {
	if (bytes === undefined) return "half of the body";
	return bytes === 1
		? "only the first byte of the body"
		: `only the first ${format(bytes)} bytes of the body`;
}

/** Returns what a request gets. */
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

/** Returns where a fault applies. Without `force`, a status for all operations applies only to those that list it. */
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
	/** Each is a group of fields; exactly one group has to be filled in. Empty if there is no choice. */
	readonly alternatives: readonly (readonly FormField[])[];
	/** The fields that say what happens, and how often. */
	readonly main: readonly FormField[];
	/** The fields that are rarely needed. */
	readonly more: readonly FormField[];
}

interface FaultSchema {
	readonly description: string;
	readonly required: readonly string[];
	readonly alternatives: readonly (readonly string[])[];
	readonly properties: Readonly<
		Record<string, { readonly type?: string; readonly description: string }>
	>;
	readonly "x-amount"?: readonly string[];
}

const KIND_LABELS: Readonly<Record<string, string>> = {
	delay: "Delay the response",
	status: "Respond with a status",
	reset: "Reset the connection",
	empty: "Close the connection without a response",
	truncate: "Cut off the body",
	drip: "Send the body slowly",
	timeout: "Never respond",
};

/** Returns the label of a kind, or an unknown kind as it is. */
export const labelOfFault = (kind: string): string => KIND_LABELS[kind] ?? kind;

/** Labels of properties whose name is too short for one. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
	ms: "Milliseconds",
	min: "Minimum in ms",
	max: "Maximum in ms",
	median: "Median in ms",
	p99: "99th percentile in ms",
	times: "Number of requests",
};

/** Descriptions of kinds and their fields in the words of the form, where those of the schema are for other uses. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
	status:
		"a response with that status: the example of the OpenAPI document, or a body and headers of your own",
	"delay ms": "before the response is sent",
	"timeout ms": "until the connection is closed (default: 60,000)",
};

/** What to choose between, by the first field of each alternative. */
const CHOICE_LABELS: Readonly<Record<string, string>> = {
	ms: "fixed",
	min: "random, between two limits",
	median: "random, as in real networks",
};

export const labelChoice = (fields: readonly FormField[]): string =>
	CHOICE_LABELS[fields[0]?.name ?? ""] ??
	fields.map(({ label }) => label).join(" and ");

/** Returns words such as `Bytes per second` for `bytesPerSecond`. */
const toWords = (name: string): string =>
	name
		.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
		.replace(/^./, (letter) => letter.toUpperCase());

const TYPES: Readonly<Record<string, FormField["type"]>> = {
	number: "number",
	integer: "number",
	string: "text",
	boolean: "flag",
	object: "headers",
};

const PLACEHOLDERS: Readonly<Record<string, string>> = {
	headers: "Retry-After: 5",
	body: '{"title":"Down for maintenance"}',
};

function toField(
	kind: string,
	name: string,
	{ type = "", description }: FaultSchema["properties"][string],
	isRequired: boolean,
): FormField {
	const described =
		name === "times"
			? "empty for all requests"
			: (DESCRIPTIONS[`${kind} ${name}`] ?? description);
	const label = FIELD_LABELS[name] ?? toWords(name);
	return defineField(name, label, TYPES[type] ?? "json", {
		description: toSentence(described),
		isRequired,
		placeholder: PLACEHOLDERS[name] ?? "",
	});
}

function toKind([kind, schema]: [string, FaultSchema]): FaultKind {
	const { description, required, alternatives, properties } = schema;
	const chosen = alternatives.flat();
	const needed = [...required, ...chosen];
	const fields = Object.entries(properties).map(([name, property]) =>
		toField(kind, name, property, needed.includes(name)),
	);
	const pick = (names: readonly string[]): readonly FormField[] =>
		fields.filter(({ name }) => names.includes(name));
	const amount = (schema["x-amount"] ?? []).flatMap((form) => form.split("-"));
	const main = pick([...required, ...amount, "times"]).filter(
		({ name }) => !chosen.includes(name),
	);
	return {
		kind,
		label: KIND_LABELS[kind] ?? toWords(kind),
		description: toSentence(DESCRIPTIONS[kind] ?? description),
		alternatives: alternatives.map(pick),
		main,
		more: fields.filter(
			(field) => !main.includes(field) && !chosen.includes(field.name),
		),
	};
}

/** The kinds of faults, from their schema. */
export const FAULT_KINDS: readonly FaultKind[] =
	Object.entries<FaultSchema>(faultSchemas).map(toKind);
