import { Command } from "commander";
import { alignSchemas } from "../../schemas/generated/commands.ts";
import { addOptions, formatExamples } from "../options/add-options.ts";
import { ALIGN_READERS, type AlignFlags } from "../verify/verify-flags.ts";

export function alignCommand(): Command {
	const command = new Command("align")
		.description(
			"Learn from a real service: propose edits of your document and your ledger, so that the mock behaves like the service.",
		)
		.argument(
			"[base-url]",
			"the base URL of the service; with --traffic, only if the file has requests to several",
		)
		.addHelpText(
			"after",
			`
Exit codes: 0 there is nothing to learn, 1 edits were proposed, 2 the service could not be judged.
${formatExamples([
	"understudy align http://127.0.0.1:8080",
	"understudy align http://127.0.0.1:8080 --apply certain",
	"understudy align https://staging.example --allow-writes --apply --report json=aligned.json",
	"# from what a client did anyway; nothing is sent",
	"understudy align --traffic recorded.har",
])}`,
		)
		.action(async (baseUrl: string | undefined, flags: AlignFlags) => {
			// Imported here, because it is slow to load and `understudy serve` does not need it.
			const { runAlignment } = await import("./run-alignment.ts");
			process.exitCode = await runAlignment(baseUrl, flags);
		});
	return addOptions(command, alignSchemas, ALIGN_READERS);
}
