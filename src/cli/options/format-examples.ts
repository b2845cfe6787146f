import { commandLine } from "../../values/command-line.ts";

/** In these lines, the output of the command is used. */
const USES_OUTPUT = /^[^#]*(>|\$\()/;

/**
 * Returns the examples that `--help` shows after the options.
 * @param lines in which `understudy` stands for the shell command
 */
export function formatExamples(lines: readonly string[]): string {
	const command = commandLine();
	// Without -s, npm prints a heading to standard output.
	const quiet = command.replace("npm run", "npm run -s");
	const shown = lines.map(
		(line) =>
			`  ${line.replace("understudy", USES_OUTPUT.test(line) ? quiet : command)}`,
	);
	return ["\nExamples:", ...shown].join("\n");
}
