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

/** The schemas of faults by kind. */
const SCHEMAS: Readonly<Record<string, FaultSchema>> = faultSchemas;
/** The kinds of faults. */
export const KINDS: readonly string[] = Object.keys(SCHEMAS);

/** The options of `faults add`, by the property that they set. The amount sets the other properties. */
export const OPTIONS: OptionSchemas = Object.fromEntries(
	Object.values(SCHEMAS)
		.flatMap(({ properties }) => Object.entries(properties))
		.filter(([, schema]) => "x-usage" in schema),
);

/** The properties that set how often a fault applies. */
const FREQUENCY = ["times", "probability"];
const EFFECTS = Object.keys(OPTIONS).filter(
	(property) => !["id", ...FREQUENCY].includes(property),
);

/** Returns the sets of properties that the amount of a fault can set. */
const listAmounts = (schema: FaultSchema | undefined): readonly string[][] =>
	schema?.["x-amount"]?.map((names) => names.split("-")) ?? [];

function readAmount(kind: string, amount: string, schema: FaultSchema): Values {
	const amounts = listAmounts(schema);
	if (amounts.length === 0)
		throw new UsageError(
			`A fault of kind ${kind} takes no amount. Remove "${amount}".`,
		);
	// The hyphen of an exponent, as in 1e-7, follows no digit.
	const texts = amount.split(/(?<=[0-9])-/);
	const names = amounts.find(({ length }) => length === texts.length);
	try {
		if (!names) throw new FlagValueError();
		const values = names.map((name, index) => [
			name,
			readText(texts[index] ?? "", { ...schema.properties[name] }),
		]);
		return Object.fromEntries(values);
	} catch (error) {
		if (!(error instanceof FlagValueError)) throw error;
		throw new UsageError(
			`Invalid amount "${amount}". Pass ${schema["x-pass"]}.`,
		);
	}
}

/** What the amount of a fault can be, by kind. */
export const AMOUNTS: readonly string[] = Object.entries(SCHEMAS)
	.filter(([, schema]) => "x-pass" in schema)
	.map(([kind, schema]) => `${kind}: ${schema["x-pass"]}`);

/**
 * Returns the fault that the arguments of `faults add` describe.
 * @param flags the options of the command
 * @throws UsageError if they describe no valid fault
 */
export function readFault(
	operation: string,
	kind: string,
	amount: string | undefined,
	flags: Values,
): Fault {
	const schema = KINDS.includes(kind) ? SCHEMAS[kind] : undefined;
	if (!schema)
		throw new UsageError(describeUnknownName("kind of fault", kind, KINDS));
	const options = Object.keys(OPTIONS)
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
	const summary = `Invalid fault.${pass ? ` The amount of ${kind} is ${pass}.` : ""}`;
	const invalid = findInvalidPlaces(fault, validators.Fault);
	throw new UsageError(formatPlaces(summary, invalid, "It"));
}

const quote = (text: string): string =>
	/^[A-Za-z0-9._-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the option that sets the property, once for each value. */
function formatOption(property: string, value: unknown): string[] {
	const { [property]: schema = {} } = OPTIONS;
	const option = `--${optionName(property, schema)}`;
	if (schema.type === "boolean") return value ? [option] : [];
	if (schema.type === "object")
		return Object.entries({ ...Object(value) }).map(
			([name, line]) => `${option} ${quote(`${name}: ${line}`)}`,
		);
	return [`${option} ${schema.type ? value : quote(JSON.stringify(value))}`];
}

/** Returns the id, and the arguments of `faults add` that describe the fault: operation, effect, and how often it applies. */
export function formatFault(fault: Fault & { readonly id: string }): string[] {
	const values: Values = { ...fault };
	const format = (properties: readonly string[]): string[] =>
		properties
			.filter((property) => values[property] !== undefined)
			.flatMap((property) => formatOption(property, values[property]));
	const amount = listAmounts(SCHEMAS[fault.kind])
		.find((names) => names.every((name) => name in values))
		?.map((name) => values[name])
		.join("-");
	return [
		fault.id,
		quote(fault.operation),
		[fault.kind, amount ?? [], ...format(EFFECTS)].flat().join(" "),
		format(FREQUENCY).join(" "),
	];
}
