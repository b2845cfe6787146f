import type { Fault } from "../../faults/fault.ts";
import { validators } from "../../schemas/generated/engine-validators.ts";
import { faultSchemas } from "../../schemas/generated/words.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { findInvalidPlaces, formatPlaces } from "../../values/validation.ts";
import { type OptionSchema, readText } from "../options/read-text.ts";
import { FlagValueError, UsageError } from "../options/usage-error.ts";

interface PropertySchema extends OptionSchema {
	/** The name of the option, if it differs. */
	readonly "x-option"?: string;
}

interface FaultSchema {
	readonly properties: Readonly<Record<string, PropertySchema>>;
	/** What the amount can be: the names of properties, joined by `-`. */
	readonly "x-amount"?: readonly string[];
	/** What to pass as the amount. */
	readonly "x-pass"?: string;
}

interface FaultOption {
	readonly name: string;
	readonly property: string;
	readonly schema: PropertySchema;
}

type Values = Readonly<Record<string, unknown>>;

/** By the kind of fault. */
export const FAULT_SCHEMAS: Readonly<Record<string, FaultSchema>> =
	faultSchemas;

/** The options of `faults add`. The amount sets the other properties. */
export const FAULT_OPTIONS: readonly FaultOption[] =
	Object.entries<PropertySchema>(
		Object.assign(
			{},
			...Object.values(FAULT_SCHEMAS).map((each) => each.properties),
		),
	)
		.filter(([, schema]) => "x-usage" in schema)
		.map(([property, schema]) => ({
			name: schema["x-option"] ?? property,
			property,
			schema,
		}));

/** The options that say how often a fault applies. */
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
 * @param options by name
 * @throws UsageError if they describe none
 */
export function readFault(
	operation: string,
	kind: string,
	amount: string | undefined,
	options: Values,
): Fault {
	const kinds = Object.keys(FAULT_SCHEMAS);
	const schema = kinds.includes(kind) ? FAULT_SCHEMAS[kind] : undefined;
	if (!schema)
		throw new UsageError(describeUnknownName("kind of fault", kind, kinds));
	const given = FAULT_OPTIONS.filter(({ name }) => options[name] !== undefined);
	const fault: unknown = {
		operation,
		kind,
		...(amount !== undefined && readAmount(kind, amount, schema)),
		...Object.fromEntries(
			given.map(({ name, property }) => [property, options[name]]),
		),
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

/** Returns the texts of the values of the option, each of which repeats it. */
function formatValues({ type }: OptionSchema, value: unknown): string[] {
	if (type === "boolean") return value ? [""] : [];
	if (type === "object")
		return Object.entries({ ...Object(value) }).map(
			([name, line]) => ` ${quote(`${name}: ${line}`)}`,
		);
	return [` ${type ? value : quote(JSON.stringify(value))}`];
}

/** Returns the arguments of `faults add` that describe the fault without its id: operation, effect, and how often it applies. */
export function formatFault(
	fault: Fault,
): [operation: string, effect: string, frequency: string] {
	const values: Values = { ...fault };
	const format = (options: readonly FaultOption[]) =>
		options
			.filter(({ property }) => values[property] !== undefined)
			.flatMap(({ name, property, schema }) =>
				formatValues(schema, values[property]).map(
					(text) => `--${name}${text}`,
				),
			);
	const form = FAULT_SCHEMAS[fault.kind]?.["x-amount"]
		?.map((names) => names.split("-"))
		.find((names) => names.every((name) => name in values));
	const amount = form?.map((name) => values[name]).join("-");
	const isFrequency = ({ name }: FaultOption) => FREQUENCY.includes(name);
	const effects = FAULT_OPTIONS.filter(
		(option) => !isFrequency(option) && option.name !== "id",
	);
	return [
		quote(fault.operation),
		[
			fault.kind,
			...(amount === undefined ? [] : [amount]),
			...format(effects),
		].join(" "),
		format(FAULT_OPTIONS.filter(isFrequency)).join(" "),
	];
}
