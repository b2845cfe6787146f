import { Command } from "commander";
import { compareSchemas } from "../../schemas/generated/commands.ts";
import { addOptions, collect, formatExamples } from "../options/add-options.ts";
import { FlagValueError } from "../options/usage-error.ts";
import { ACCESS_READERS } from "../verify/verify-flags.ts";
import type { CompareFlags, CompareReport } from "./run-compare.ts";

function readReport(value: string): CompareReport {
	if (value === "github") return { format: "github" };
	const [, format, file] = /^(json|markdown)=(.+)$/.exec(value) ?? [];
	if ((format !== "json" && format !== "markdown") || file === undefined)
		throw new FlagValueError("Pass json=<file>, markdown=<file> or github.");
	return { format, file };
}

export function compareCommand(): Command {
	const command = new Command("compare")
		.description(
			"Play random sequences of requests on the mock and on a real service, and show the shortest ones to which they respond differently.",
		)
		.argument("<base-url>", "the base URL of the service")
		.addHelpText(
			"after",
			`
Exit codes: 0 enough responses agree, 1 fewer than --min, 2 the comparison could not tell.
${formatExamples([
	"understudy compare http://127.0.0.1:8080",
	"understudy compare http://127.0.0.1:8080 --time 300s --min 0.98 --report json=reports/comparison.json",
	"understudy compare http://127.0.0.1:8080 --replay reports/comparison.json",
	"understudy compare https://staging.example --allow-writes --concurrency 8 --header 'Authorization: Bearer …'",
])}`,
		)
		.action(async (baseUrl: string, flags: CompareFlags) => {
			// Imported here, because it is slow to load, and other commands do not need it.
			const { runCompare } = await import("./run-compare.ts");
			process.exitCode = await runCompare(baseUrl, flags);
		});
	return addOptions(command, compareSchemas, {
		...ACCESS_READERS,
		report: collect(readReport),
	});
}
