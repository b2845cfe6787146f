import { Command } from "commander";
import { collect } from "../verify-flags.ts";
import { wholeNumber } from "../whole-number.ts";
import {
	type ControlFlags,
	type FilterFlags,
	type RequestsFlags,
	readParameter,
	withControlFlags,
} from "./control-flags.ts";
import { addDefaultCommand } from "./default-command.ts";

const withFilterFlags = (command: Command): Command =>
	withControlFlags(command)
		.option("--operation <id>", "of this operation only")
		.option("--method <method>", "of this method only")
		.option("--path <path>", "of this path only, without the query")
		.option(
			"--status <code>",
			"answered with this status only; 0 for broken connections",
			wholeNumber(0, 599),
		)
		.option(
			"--query <name=value>",
			"with this parameter only, among others; repeatable",
			collect(readParameter),
		)
		.option("--body <json>", "with this as part of the request's body only");

export function requestsCommand(): Command {
	const command = new Command("requests")
		.description("Say what a running mock was asked, newest first.")
		.addHelpText(
			"after",
			`
Examples:
  understudy requests --operation createZap
  understudy requests --operation listZaps --query limit=5
  understudy requests --unmatched                what no operation matched, and why
  understudy requests --follow                   as it happens, until Ctrl+C
  understudy requests count --operation createZap --body '{"name":"A"}'
  understudy requests clear`,
		);
	withFilterFlags(addDefaultCommand(command, "list"))
		.description("print them, newest first")
		.option("--unmatched", "only those that no operation matched", false)
		.option("--limit <n>", "at most so many", wholeNumber(0, 1_000_000), 50)
		.option("--follow", "and go on as more come, newest last", false)
		.action(async (flags: RequestsFlags) => {
			const { runRequests } = await import("./run-requests.ts");
			await runRequests(flags);
		});
	withFilterFlags(command.command("count"))
		.description("print how many there are")
		.action(async (flags: FilterFlags) => {
			const { runCount } = await import("./run-requests.ts");
			await runCount(flags);
		});
	withControlFlags(command.command("clear"))
		.description("forget them all")
		.action(async (flags: ControlFlags) => {
			const { runClear } = await import("./run-requests.ts");
			await runClear(flags);
		});
	return command;
}
