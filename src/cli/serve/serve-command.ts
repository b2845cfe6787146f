import { Command } from "commander";
import { formatExamples } from "../options/format-examples.ts";
import { addSchemaOption } from "../options/schema-option.ts";
import {
	DEFAULT_FLAGS,
	FLAGS,
	type GivenFlags,
	toKebabCase,
} from "../options/serve-flags.ts";

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
	const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_FLAGS };
	for (const [name, schema] of Object.entries(FLAGS))
		addSchemaOption(command, toKebabCase(name), schema, {
			shownDefault: defaults[name],
		});
	return command;
}
