import { Command } from "commander";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Fault } from "../../faults/fault.ts";
import { validators } from "../../schemas/generated/engine-validators.ts";
import { tryParseJson } from "../../values/json.ts";
import { findInvalidPlaces, formatPlaces } from "../../values/validation.ts";
import {
	addOptions,
	collectHeaders,
	formatExamples,
	type OptionReader,
} from "../options/add-options.ts";
import { UsageError } from "../options/usage-error.ts";
import { formatRows } from "../terminal/columns.ts";
import {
	addControlAction,
	addDefaultCommand,
	type CommandOutput,
} from "./control-command.ts";
import {
	FAULT_OPTIONS,
	FAULT_SCHEMAS,
	formatFault,
	readFault,
} from "./fault-arguments.ts";
import { parseJson, readJsonFile } from "./state-commands.ts";

async function listFaults(control: Control): Promise<CommandOutput> {
	const faults = await control.faults();
	return {
		json: faults,
		lines:
			faults.length > 0
				? formatRows(faults.map((fault) => [fault.id, ...formatFault(fault)]))
				: ["No faults are set. The active scenario may have its own."],
	};
}

/** Whether the mock rejected the fault only because the operation does not list its status. */
const requiresForce = (error: unknown): boolean =>
	error instanceof ControlError &&
	error.errors.length === 1 &&
	error.errors.some((at) => "pointer" in at && at.pointer === "/0/status");

/** Adds the fault. A status that the operation does not list is forced, because the user asked for exactly that. */
async function addFault(control: Control, fault: Fault): Promise<void> {
	// A server error for all operations means an outage, not an error of the few operations that list it.
	const isOutage =
		fault.operation === "*" && fault.kind === "status" && fault.status >= 500;
	if (isOutage) return control.addFaults([{ ...fault, force: true }]);
	try {
		await control.addFaults([fault]);
	} catch (error) {
		if (fault.kind !== "status" || fault.force || !requiresForce(error))
			throw error;
		await control.addFaults([{ ...fault, force: true }]);
		console.error(
			`The OpenAPI document lists no ${fault.status} for ${fault.operation === "*" ? "any operation" : fault.operation}, so the fault is added with --force.`,
		);
	}
}

/** Reads the properties that are neither numbers nor texts. */
const READERS: Readonly<Record<string, OptionReader>> = {
	body(text) {
		const value = tryParseJson(text);
		return value === undefined ? text : value;
	},
	headers: collectHeaders,
};

function addFaultArguments(command: Command): Command {
	const amounts = Object.entries(FAULT_SCHEMAS)
		.filter(([, schema]) => "x-pass" in schema)
		.map(([kind, schema]) => `${kind}: ${schema["x-pass"]}`);
	command
		.description("Add a fault. It takes precedence over earlier faults.")
		.argument("<operation>", "id of an operation, or '*' for all operations")
		.argument("<kind>", Object.keys(FAULT_SCHEMAS).join(", "))
		.argument("[amount]", amounts.join("; "));
	return addOptions(command, FAULT_OPTIONS, READERS);
}

const EXAMPLES = formatExamples([
	"understudy faults add listZaps status 503 --times 2",
	"understudy faults add '*' delay 800",
	"understudy faults add '*' delay --median 120 --p99 2000",
	"understudy faults add createZap reset --probability 0.1",
	'understudy faults set \'[{"operation":"*","kind":"drip","bytesPerSecond":50}]\'',
	"understudy faults set @faults.json",
	"understudy faults remove 2",
	"understudy faults clear",
]);

export function faultsCommand(): Command {
	const group = new Command("faults")
		.description("Inject faults into the responses of a running mock.")
		.addHelpText("after", EXAMPLES);

	const list = addDefaultCommand(group, "list").description("List the faults.");
	addControlAction(list, ({ control }) => listFaults(control));

	const add = addFaultArguments(group.command("add"));
	addControlAction(
		add,
		async ({ control }, ...given: Parameters<typeof readFault>) => {
			await addFault(control, readFault(...given));
			return listFaults(control);
		},
	);

	const set = group
		.command("set")
		.description("Replace all faults.")
		.argument(
			"<json|@file|->",
			"JSON array of faults, a file with it, or - for standard input",
		);
	addControlAction(set, async ({ control }, source: string) => {
		const faults = /^(@|-$)/.test(source)
			? await readJsonFile(source.replace(/^@/, ""))
			: parseJson(source, "the argument");
		if (!validators.Faults(faults))
			throw new UsageError(
				formatPlaces(
					'Invalid faults. Pass an array like [{"operation":"*","kind":"delay","ms":800}].',
					findInvalidPlaces(faults, validators.Faults),
					"It",
				),
			);
		await control.setFaults(faults);
		return listFaults(control);
	});

	const remove = group.command("remove <id>");
	remove.description("Remove one fault. `list` shows the ids.");
	addControlAction(remove, async ({ control }, id: string) => {
		await control.removeFault(id);
		return listFaults(control);
	});

	const clear = group.command("clear").description("Remove all faults.");
	addControlAction(clear, async ({ control }) => {
		await control.clearFaults();
		return listFaults(control);
	});
	return group;
}
