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
} from "../options/add-options.ts";
import { UsageError } from "../options/usage-error.ts";
import { formatRows } from "../terminal/columns.ts";
import { addControlAction, addDefaultCommand } from "./control-command.ts";
import {
	AMOUNTS,
	formatFault,
	KINDS,
	OPTIONS,
	readFault,
} from "./fault-arguments.ts";
import { parseJson, readJsonFile } from "./state-commands.ts";

/** Whether the mock rejected the fault only because the operation does not list its status. */
const requiresForce = (error: unknown): boolean =>
	error instanceof ControlError &&
	error.errors.length === 1 &&
	error.errors.some((at) => "pointer" in at && at.pointer === "/0/status");

/** Adds the fault. A status that the operation does not list is forced, because the user asked for exactly that. */
async function addFault(control: Control, fault: Fault): Promise<void> {
	if (fault.kind !== "status") return control.addFaults([fault]);
	const isForAll = fault.operation === "*";
	// A server error for all operations means an outage, not an error of the few operations that list it.
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

/** @throws UsageError if the source cannot be read, or has no faults */
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

	/** Makes a command change the faults, and then list them. */
	const addAction = <Arguments extends unknown[]>(
		command: Command,
		change: (control: Control, ...given: Arguments) => Promise<void>,
	) =>
		addControlAction(command, async ({ control }, ...given: Arguments) => {
			await change(control, ...given);
			const faults = await control.faults();
			const none = "No faults are set. The active scenario may have its own.";
			const lines =
				faults.length > 0 ? formatRows(faults.map(formatFault)) : [none];
			return { json: faults, lines };
		});

	const list = addDefaultCommand(group, "list").description("List the faults.");
	addAction(list, async () => {});

	const add = group
		.command("add")
		.description("Add a fault. It takes precedence over earlier faults.")
		.argument("<operation>", "id of an operation, or '*' for all operations")
		.argument("<kind>", KINDS.join(", "))
		.argument("[amount]", AMOUNTS.join("; "));
	addOptions(add, OPTIONS, {
		body(text) {
			const value = tryParseJson(text);
			return value === undefined ? text : value;
		},
		headers: collectHeaders,
	});
	addAction(add, (control, ...given: Parameters<typeof readFault>) =>
		addFault(control, readFault(...given)),
	);

	const set = group
		.command("set")
		.description("Replace all faults.")
		.argument(
			"<json|@file|->",
			"JSON array of faults, a file with it, or - for standard input",
		);
	addAction(set, async (control, source: string) =>
		control.setFaults(await readFaults(source)),
	);

	const remove = group.command("remove <id>");
	remove.description("Remove one fault. `list` shows the ids.");
	addAction(remove, (control, id: string) => control.removeFault(id));

	const clear = group.command("clear").description("Remove all faults.");
	addAction(clear, (control) => control.clearFaults());
	return group;
}
