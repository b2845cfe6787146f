import { Command } from "commander";
import { addOptions, formatExamples } from "../options/add-options.ts";
import { FLAGS, type GivenFlags } from "../options/serve-flags.ts";

const EXAMPLES = formatExamples([
	"# serve at http://127.0.0.1:4010",
	"understudy",
	"# for scripts: the first line has the URL",
	"understudy serve --port 0 --log json",
	"# the same requests always get the same bytes",
	"understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7",
]);

export function serveCommand(): Command {
	const command = new Command("serve")
		.description("Serve the mock over HTTP. This is the default command.")
		.addHelpText("after", EXAMPLES)
		.action(async (flags: GivenFlags) => {
			const { runServe } = await import("./run-serve.ts");
			await runServe(flags);
		});
	// Commander would let a default override a configuration, so that only the descriptions have them.
	const schemas = Object.entries(FLAGS).map(
		([name, { default: initial, description, ...schema }]) => {
			const shown = initial ? ` (default: ${initial})` : "";
			return [name, { ...schema, description: description + shown }];
		},
	);
	return addOptions(command, Object.fromEntries(schemas));
}
