import { Command, Option } from "commander";
import {
	DEFAULT_FLAGS,
	FLAG_NAMES,
	type FlagName,
	type GivenFlags,
	SERVE_FLAGS,
	toKebabCase,
} from "./serve-flags.ts";

/** The default is part of the description, because commander would let it override a configuration. */
function createOption(name: FlagName): Option {
	const { placeholder, description, read } = SERVE_FLAGS[name];
	const value = DEFAULT_FLAGS[name];
	return new Option(
		`--${toKebabCase(name)} ${placeholder}`,
		value ? `${description} (default: ${value})` : description,
	).argParser<unknown>(read);
}

const EXAMPLES = `
Examples:
  understudy                                  serve at http://127.0.0.1:4010
  understudy serve --port 0 --log json        for scripts: the first line has the URL
  understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7
                                              the same requests always get the same bytes`;

export function serveCommand(): Command {
	const command = new Command("serve")
		.description("Serve the mock over HTTP. This is the default command.")
		.addHelpText("after", EXAMPLES)
		.action(async (flags: GivenFlags) => {
			const { runServe } = await import("./run-serve.ts");
			await runServe(flags);
		});
	for (const name of FLAG_NAMES) command.addOption(createOption(name));
	return command;
}
