import { Command } from "commander";
import { collect, readHeader } from "../verify-flags.ts";
import { wholeNumber } from "../whole-number.ts";
import { type ControlFlags, withControlFlags } from "./control-flags.ts";
import { addDefaultCommand } from "./default-command.ts";
import type { FaultFlags } from "./read-fault.ts";

function number(value: string): number {
	// What cannot be is refused by the mock, which knows what can.
	return value.trim() === "" ? Number.NaN : Number(value);
}

function addCommand(command: Command): Command {
	return withControlFlags(command)
		.description("add one, which is tried before those there are")
		.argument("<operation>", "the id of an operation, or '*' for all")
		.argument(
			"<kind>",
			"delay, status, reset, empty, truncate, drip or timeout",
		)
		.argument(
			"[amount]",
			"delay: <ms> or <min>-<max>; status: <code>; truncate: [bytes]; drip: <bytes a second>; timeout: [ms]",
		)
		.option(
			"--times <n>",
			"strike only so often",
			wholeNumber(1, Number.MAX_SAFE_INTEGER),
		)
		.option("--probability <p>", "how likely it strikes, up to 1", number)
		.option("--median <ms>", "delay: half of them are shorter", number)
		.option("--p99 <ms>", "delay: one in a hundred is longer", number)
		.option("--body <json>", "status: answer with this body, JSON or text")
		.option(
			"--header <line>",
			"status: answer with 'Name: value' too; repeatable",
			collect(readHeader),
		)
		.option(
			"--force",
			"status: answer so where the document lists no such status too",
			false,
		);
}

export function faultsCommand(): Command {
	const command = new Command("faults")
		.description("Disturb the answers of a running mock.")
		.addHelpText(
			"after",
			`
Examples:
  understudy faults add listZaps status 503 --times 2
  understudy faults add '*' delay 800
  understudy faults add '*' delay --median 120 --p99 2000
  understudy faults add createZap reset --probability 0.1
  understudy faults set '[{"operation":"*","kind":"drip","bytesPerSecond":50}]'
  understudy faults set @faults.json
  understudy faults clear`,
		);
	withControlFlags(addDefaultCommand(command, "list"))
		.description("print those that are set")
		.action(async (flags: ControlFlags) => {
			const { runListFaults } = await import("./run-faults.ts");
			await runListFaults(flags);
		});
	addCommand(command.command("add")).action(
		async (
			operation: string,
			kind: string,
			amount: string | undefined,
			flags: FaultFlags & ControlFlags,
		) => {
			const { runAddFault } = await import("./run-faults.ts");
			await runAddFault({ operation, kind, amount }, flags);
		},
	);
	withControlFlags(command.command("set"))
		.description("set these in place of those there are")
		.argument("<json|@file|->", "an array of faults; - for standard input")
		.action(async (source: string, flags: ControlFlags) => {
			const { runSetFaults } = await import("./run-faults.ts");
			await runSetFaults(source, flags);
		});
	withControlFlags(command.command("clear"))
		.description("take them all away")
		.action(async (flags: ControlFlags) => {
			const { runClearFaults } = await import("./run-faults.ts");
			await runClearFaults(flags);
		});
	return command;
}
