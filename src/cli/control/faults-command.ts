import { Command } from "commander";
import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Fault } from "../../faults/fault.ts";
import { UsageError } from "../usage-error.ts";
import { collect, readHeader } from "../verify/verify-flags.ts";
import { wholeNumber } from "../whole-number.ts";
import { addControlAction, type CommandOutput } from "./add-control-action.ts";
import { addDefaultCommand } from "./add-default-command.ts";
import { FAULT_KINDS, formatFault, readFault } from "./fault-arguments.ts";
import { parseJson, readJsonFile } from "./read-json.ts";
import { formatRows } from "./table.ts";

async function listFaults(control: Control): Promise<CommandOutput> {
	const faults = await control.faults();
	return {
		json: faults,
		lines:
			faults.length > 0
				? formatRows(faults.map(formatFault))
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

/** Returns NaN for a text that is not a number. The mock rejects it, because it knows the bounds. */
const readNumber = (text: string): number =>
	text.trim() === "" ? Number.NaN : Number(text);

const readCount = wholeNumber(1, Number.MAX_SAFE_INTEGER);

const addFaultArguments = (command: Command): Command =>
	command
		.description("Add a fault. It takes precedence over earlier faults.")
		.argument("<operation>", "id of an operation, or '*' for all operations")
		.argument("<kind>", FAULT_KINDS.join(", "))
		.argument(
			"[amount]",
			"delay: <ms> or <min>-<max>; status: <code>; truncate: [bytes]; drip: <bytes per second>; timeout: [ms]",
		)
		.option("--times <n>", "apply the fault at most <n> times", readCount)
		.option("--probability <p>", "probability to apply, up to 1", readNumber)
		.option("--median <ms>", "delay: median of the delays", readNumber)
		.option("--p99 <ms>", "delay: 99th percentile of the delays", readNumber)
		.option("--body <json>", "status: body of the response, JSON or text")
		.option(
			"--header <line>",
			"status: 'Name: value' to add to the response; repeatable",
			collect(readHeader),
		)
		.option("--force", "status: allow a status that is not documented");

const EXAMPLES = `
Examples:
  understudy faults add listZaps status 503 --times 2
  understudy faults add '*' delay 800
  understudy faults add '*' delay --median 120 --p99 2000
  understudy faults add createZap reset --probability 0.1
  understudy faults set '[{"operation":"*","kind":"drip","bytesPerSecond":50}]'
  understudy faults set @faults.json
  understudy faults clear`;

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
		if (!Array.isArray(faults))
			throw new UsageError(
				'The faults must be an array. Pass one like [{"operation":"*","kind":"delay","ms":800}].',
			);
		await control.setFaults(faults);
		return listFaults(control);
	});

	const clear = group.command("clear").description("Remove all faults.");
	addControlAction(clear, async ({ control }) => {
		await control.clearFaults();
		return listFaults(control);
	});
	return group;
}
