import { Command, Option } from "commander";
import { errorMessage } from "../values/error-message.ts";

import {
	DEFAULT_FLAGS,
	readFlags,
	SERVE_FLAGS,
	type ServeFlag,
} from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

function optionOf(name: string, flag: ServeFlag): Option {
	const { member, placeholder, describe, choices } = flag;
	const value = DEFAULT_FLAGS[member];
	const notes = [
		...(choices ? [`choices: ${choices.join(", ")}`] : []),
		...(value === undefined || value === ""
			? []
			: [`default: ${JSON.stringify(value)}`]),
	];
	return new Option(
		`--${name} ${placeholder}`,
		notes.length > 0 ? `${describe} (${notes.join("; ")})` : describe,
	);
}

async function serveByOptions(
	options: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	const texts = Object.fromEntries(
		Object.entries(SERVE_FLAGS).map(([name, { member }]) => [
			name,
			options[member],
		]),
	);
	const given = (() => {
		try {
			return readFlags(texts);
		} catch (error) {
			throw new UsageError(errorMessage(error), { cause: error });
		}
	})();
	const { runServe } = await import("./run-serve.ts");
	await runServe(given);
}

export function serveCommand(): Command {
	const command = new Command("serve").description(
		"Serve the mock over HTTP (what plain `understudy` does too).",
	);
	for (const [name, flag] of Object.entries(SERVE_FLAGS))
		command.addOption(optionOf(name, flag));
	return command
		.addHelpText(
			"after",
			`
Examples:
  understudy                                  a fake backend at http://127.0.0.1:4010
  understudy serve --port 0 --log json        for scripts: the first line has the URL
  understudy serve --clock 2026-01-01T00:00:00.000Z --seed 7
                                              the same requests give the same bytes, every time`,
		)
		.action(serveByOptions);
}
