import { UsageError } from "./usage-error.ts";

/** As jiti says it: the kind and the reason, and the place on a line of its own. */
const PARSE_ERROR = /^\w*Error: (.*?)\s*\n\s*(.+?:\d+):\d+\s*$/s;

const isMissingModule = (error: Error): boolean =>
	"code" in error &&
	(error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND");

/** File and line of the innermost frame that is in one of the files. The column is one of what jiti made of the line. */
function placeIn(stack: string, files: ReadonlySet<string>): string {
	for (const [, file = "", line] of stack.matchAll(/([^\s(]+):(\d+):\d+/g)) {
		const path = file.replace(/^file:\/\//, "");
		if (files.has(path)) return `${path}:${line}`;
	}
	return "";
}

function told(
	error: unknown,
	files: ReadonlySet<string>,
): { reason: string; place: string } {
	if (!(error instanceof Error)) return { reason: String(error), place: "" };
	const [, parsed, at = ""] = PARSE_ERROR.exec(error.message) ?? [];
	if (parsed !== undefined) return { reason: `${parsed}.`, place: at };
	const [said = ""] = error.message.split("\nRequire stack:");
	const reason = isMissingModule(error)
		? `${said}. Mend the name, or install it.`
		: said;
	return { reason, place: placeIn(error.stack ?? "", files) };
}

/**
 * Says of a configuration why it cannot be used, and on which line.
 * @param files those that it is made of
 */
export function unusableConfig(
	file: string,
	error: unknown,
	files: ReadonlySet<string> = new Set(),
): UsageError {
	const { reason, place } = told(error, files);
	const isElsewhere = place !== "" && !place.startsWith(`${file}:`);
	return new UsageError(
		isElsewhere
			? `The configuration ${file} cannot be used: ${place}: ${reason}`
			: `The configuration ${place || file} cannot be used: ${reason}`,
		{ cause: error },
	);
}
