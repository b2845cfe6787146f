import type { Fault } from "../../faults/fault.ts";
import { validators } from "../../schemas/generated/engine-validators.ts";
import { faultSchemas } from "../../schemas/generated/words.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { findInvalidPlaces, formatPlaces } from "../../values/validation.ts";
import {
	type OptionSchema,
	optionName,
	readText,
} from "../options/read-text.ts";
import { FlagValueError, UsageError } from "../options/usage-error.ts";

type OptionSchemas = Readonly<Record<string, OptionSchema>>;

interface FaultSchema {
	readonly properties: OptionSchemas;
	/** What the amount can be: the names of properties, joined by `-`. */
	readonly "x-amount"?: readonly string[];
	/** What to pass as the amount. */
	readonly "x-pass"?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** By the kind of fault. */
export const FAULT_SCHEMAS: Readonly<Record<string, FaultSchema>> =
	faultSchemas;

/** The options of `faults add`, by the property that they set. The amount sets the other properties. */
export const FAULT_OPTIONS: OptionSchemas = Object.fromEntries(
	Object.values(FAULT_SCHEMAS)
		.flatMap(({ properties }) => Object.entries(properties))
		.filter(([, schema]) => "x-usage" in schema),
);

/** Say how often a fault applies. */
const FREQUENCY = ["times", "probability"];

function readAmount(
	kind: string,
	amount: string,
	{ properties, "x-amount": forms, "x-pass": pass }: FaultSchema,
): Values {
	if (!forms)
		throw new UsageError(
			`A fault of kind ${kind} takes no amount. Remove "${amount}".`,
		);
	// The hyphen of an exponent, as in 1e-7, follows no digit.
	const texts = amount.split(/(?<=[0-9])-/);
	const names = forms
		.map((form) => form.split("-"))
		.find(({ length }) => length === texts.length);
	try {
		if (names)
			return Object.fromEntries(
				names.map((name, index) => [
					name,
					readText(texts[index] ?? "", { ...properties[name] }),
				]),
			);
	} catch (error) {
		if (!(error instanceof FlagValueError)) throw error;
	}
	throw new UsageError(`Invalid amount "${amount}". Pass ${pass}.`);
}

/**
 * Returns the fault that the arguments of `faults add` describe.
 * @param flags the options of the command
 * @throws UsageError if they describe none
 */
export function readFault(
	operation: string,
	kind: string,
	amount: string | undefined,
	flags: Values,
): Fault {
	const kinds = Object.keys(FAULT_SCHEMAS);
	const schema = kinds.includes(kind) ? FAULT_SCHEMAS[kind] : undefined;
	if (!schema)
		throw new UsageError(describeUnknownName("kind of fault", kind, kinds));
	const options = Object.keys(FAULT_OPTIONS)
		.filter((property) => property in flags)
		.map((property) => [property, flags[property]]);
	const fault: unknown = {
		operation,
		kind,
		...(amount !== undefined && readAmount(kind, amount, schema)),
		...Object.fromEntries(options),
	};
	if (validators.Fault(fault)) return fault;
	const { "x-pass": pass } = schema;
	throw new UsageError(
		formatPlaces(
			`Invalid fault.${pass ? ` The amount of ${kind} is ${pass}.` : ""}`,
			findInvalidPlaces(fault, validators.Fault),
			"It",
		),
	);
}

const quote = (text: string): string =>
	/^[A-Za-z0-9._-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the option that sets the property, once for each value. */
function formatOption(property: string, value: unknown): string[] {
	const { [property]: schema = {} } = FAULT_OPTIONS;
	const option = `--${optionName(property, schema)}`;
	if (schema.type === "boolean") return value ? [option] : [];
	if (schema.type === "object")
		return Object.entries({ ...Object(value) }).map(
			([name, line]) => `${option} ${quote(`${name}: ${line}`)}`,
		);
	return [`${option} ${schema.type ? value : quote(JSON.stringify(value))}`];
}

/** Returns the arguments of `faults add` that describe the fault without its id: operation, effect, and how often it applies. */
export function formatFault(
	fault: Fault,
): [operation: string, effect: string, frequency: string] {
	const values: Values = { ...fault };
	const format = (properties: readonly string[]): string[] =>
		properties
			.filter((property) => values[property] !== undefined)
			.flatMap((property) => formatOption(property, values[property]));
	const form = FAULT_SCHEMAS[fault.kind]?.["x-amount"]
		?.map((names) => names.split("-"))
		.find((names) => names.every((name) => name in values));
	const amount = form?.map((name) => values[name]).join("-") ?? [];
	const effects = Object.keys(FAULT_OPTIONS).filter(
		(property) => !FREQUENCY.includes(property) && property !== "id",
	);
	return [
		quote(fault.operation),
		[fault.kind, amount, ...format(effects)].flat().join(" "),
		format(FREQUENCY).join(" "),
	];
}
