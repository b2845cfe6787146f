import type { Control } from "../../control/control.ts";
import { ControlError } from "../../control/control-error.ts";
import type { Fault } from "../../faults/fault.ts";
import { UsageError } from "../usage-error.ts";
import type { ControlFlags } from "./control-flags.ts";
import { faultWords } from "./fault-words.ts";
import { printJson } from "./print-json.ts";
import { type FaultFlags, type FaultWords, readFault } from "./read-fault.ts";
import { parseJson, readJsonFile } from "./read-json.ts";
import { line, widthsOf } from "./table.ts";
import { withControl } from "./with-control.ts";

function print(faults: readonly Fault[], { json }: ControlFlags): void {
	const rows = faults.map(faultWords);
	const widths = widthsOf(rows);
	if (json) printJson(faults);
	else if (faults.length > 0)
		for (const row of rows) console.log(line(row, widths));
	else
		console.log(
			"No fault is set. The scenario in force may have some of its own.",
		);
}

/** Whether all that is wrong is that the document does not list the status of the first fault. */
const lacksForce = (error: unknown): boolean =>
	error instanceof ControlError &&
	error.errors.length === 1 &&
	error.errors.some((at) => "pointer" in at && at.pointer === "/0/status");

/** Puts the fault before those there are. Who names an operation and a status means it, whatever the document lists. */
async function add(control: Control, fault: Fault): Promise<void> {
	// The whole service fails, and not the few operations for which the document lists it.
	const isOutage =
		fault.operation === "*" && fault.kind === "status" && fault.status >= 500;
	if (isOutage) return control.addFaults([{ ...fault, force: true }]);
	try {
		await control.addFaults([fault]);
	} catch (error) {
		if (fault.kind !== "status" || fault.force || !lacksForce(error))
			throw error;
		await control.addFaults([{ ...fault, force: true }]);
		console.error(
			`The document lists no ${fault.status} for ${fault.operation === "*" ? "any operation" : fault.operation}, so it is forced.`,
		);
	}
}

/** `understudy faults`. */
export async function runListFaults(flags: ControlFlags): Promise<void> {
	print(await withControl(flags, (control) => control.faults()), flags);
}

/** `understudy faults add`. */
export async function runAddFault(
	words: FaultWords,
	flags: FaultFlags & ControlFlags,
): Promise<void> {
	const fault = readFault(words, flags);
	const faults = await withControl(flags, async (control) => {
		await add(control, fault);
		return control.faults();
	});
	print(faults, flags);
}

/** `understudy faults set`. */
export async function runSetFaults(
	source: string,
	flags: ControlFlags,
): Promise<void> {
	const given =
		source === "-" || source.startsWith("@")
			? await readJsonFile(source.replace(/^@/, ""))
			: parseJson(source, "the argument");
	if (!Array.isArray(given))
		throw new UsageError(
			'The faults have to be an array. Pass one like [{"operation":"*","kind":"delay","ms":800}].',
		);
	const faults = await withControl(flags, async (control) => {
		await control.setFaults(given);
		return control.faults();
	});
	print(faults, flags);
}

/** `understudy faults clear`. */
export async function runClearFaults(flags: ControlFlags): Promise<void> {
	await withControl(flags, (control) => control.clearFaults());
	print([], flags);
}
