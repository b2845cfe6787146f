import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Fault } from "../../faults/fault.ts";
import { validators } from "../../schemas/generated/engine-validators.ts";
import { faultSchemas } from "../../schemas/generated/words.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { tryParseJson, type Values } from "../../values/json.ts";
import { findInvalidPlaces, formatPlaces } from "../../values/validation.ts";
import {
	type CommandActions,
	collectHeaders,
	type OptionSchemas,
} from "../options/create-command.ts";
import { parseJson, readJsonFile } from "../options/read-json.ts";
import { optionName, readText } from "../options/read-text.ts";
import { FlagValueError, UsageError } from "../options/usage-error.ts";
import { formatRows } from "../terminal/columns.ts";
import { type CommandOutput, onMock } from "./control-command.ts";

interface FaultSchema {
	readonly properties: OptionSchemas;
	/** The properties that the amount can set, joined by `-`. */
	readonly "x-amount"?: readonly string[];
	/** The hint for an invalid amount. */
	readonly "x-pass"?: string;
}

const SCHEMAS: Readonly<Record<string, FaultSchema>> = faultSchemas;
const KINDS = Object.keys(SCHEMAS);

/** The options of `faults add`, by the property that they set. The amount sets the other properties. */
const OPTIONS: OptionSchemas = Object.fromEntries(
	Object.values(SCHEMAS)
		.flatMap(({ properties }) => Object.entries(properties))
		.filter(([, schema]) => "x-usage" in schema),
);

/** The properties that determine how often a fault applies. */
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
	// The hyphen of an exponent, as in 1e-7, comes after an "e".
	const texts = amount.split(/(?<=[0-9dhms])-/);
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

/**
 * Returns the fault that the arguments and options of `faults add` describe.
 * @throws UsageError if the fault is invalid
 */
function readFault(
	operation: string,
	kind: string,
	amount: string | undefined,
	options: Values,
): Fault {
	const schema = KINDS.includes(kind) ? SCHEMAS[kind] : undefined;
	if (!schema) {
		const unknown = describeUnknownName("kind of fault", kind, KINDS);
		const isStatus = /^[2-5][0-9]{2}$/.test(kind);
		const hint = isStatus ? ` For this status, pass "status ${kind}".` : "";
		throw new UsageError(unknown + hint);
	}
	const given = Object.keys(OPTIONS)
		.filter((property) => property in options)
		.map((property) => [property, options[property]]);
	const fault: unknown = {
		operation,
		kind,
		...(amount !== undefined && readAmount(kind, amount, schema)),
		...Object.fromEntries(given),
	};
	if (validators.Fault(fault)) return fault;
	const { "x-pass": pass } = schema;
	const summary = `Invalid fault.${pass ? ` The amount of ${kind} is ${pass}.` : ""}`;
	const invalid = findInvalidPlaces(fault, validators.Fault);
	throw new UsageError(formatPlaces(summary, invalid, "It"));
}

const quote = (text: string): string =>
	/^[A-Za-z0-9._-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns the option that sets the property, repeated for each value. */
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
function formatFault(fault: Fault & { readonly id: string }): string[] {
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

/** Whether the mock rejected the fault only because the operation does not list its status. */
const requiresForce = (error: unknown): boolean =>
	error instanceof ControlError &&
	error.errors.length === 1 &&
	error.errors.some((at) => "pointer" in at && at.pointer === "/0/status");

/** Adds the fault. If the operation does not list the status, uses force, because the user asked for this status. */
async function addFault(control: Control, fault: Fault): Promise<void> {
	if (fault.kind !== "status") return control.addFaults([fault]);
	const isForAll = fault.operation === "*";
	// With `*`, a server error means an outage of all operations, not only of those that list it.
	const force = fault.force || (isForAll && fault.status >= 500);
	try {
		await control.addFaults([force ? { ...fault, force } : fault]);
	} catch (error) {
		if (force || !requiresForce(error)) throw error;
		await control.addFaults([{ ...fault, force: true }]);
		console.error(
			`The OpenAPI document lists no ${fault.status} for ${isForAll ? "any operation" : fault.operation}, so the fault is added with --force.`,
		);
	}
}

/** @throws UsageError if the source cannot be read, or contains no faults */
async function readFaults(source: string): Promise<readonly Fault[]> {
	const faults = /^(@|-$)/.test(source)
		? await readJsonFile(source.replace(/^@/, ""))
		: parseJson(source, "the argument");
	if (validators.Faults(faults)) return faults;
	const summary =
		'Invalid faults. Pass an array like [{"operation":"*","kind":"delay","ms":800}].';
	const invalid = findInvalidPlaces(faults, validators.Faults);
	throw new UsageError(formatPlaces(summary, invalid, "It"));
}

/** Waits for a change of the faults, and prints the new list. */
async function printFaults(
	control: Control,
	change?: Promise<void>,
): Promise<CommandOutput> {
	await change;
	const faults = await control.faults();
	const none = "No faults are set. The active scenario may have its own.";
	const rows = formatRows(faults.map(formatFault));
	return { json: faults, lines: rows.length > 0 ? rows : [none] };
}

export const FAULT_COMMANDS: CommandActions = {
	"faults list": onMock(({ control }) => printFaults(control)),
	"faults add": onMock<Values>(
		async ({ control, flags }, operation = "", kind = "", amount?: string) => {
			const fault = readFault(operation, kind, amount, flags);
			return printFaults(control, addFault(control, fault));
		},
		{
			options: OPTIONS,
			readers: {
				body(text) {
					const value = tryParseJson(text);
					return value === undefined ? text : value;
				},
				headers: collectHeaders,
			},
		},
	),
	"faults set": onMock(async ({ control }, source = "") =>
		printFaults(control, control.setFaults(await readFaults(source))),
	),
	"faults remove": onMock(({ control }, id = "") =>
		printFaults(control, control.removeFault(id)),
	),
	"faults clear": onMock(({ control }) =>
		printFaults(control, control.clearFaults()),
	),
};
