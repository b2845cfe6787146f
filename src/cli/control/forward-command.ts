import { Command } from "commander";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { forwardSchemas } from "../../schemas/generated/words.ts";
import { addSchemaOption } from "../options/schema-option.ts";
import { UsageError } from "../options/usage-error.ts";
import { readHeader } from "../verify/verify-flags.ts";
import { addControlAction } from "./add-control-action.ts";

interface ForwardFlags
	extends Pick<ForwardSettings, "only" | "except" | "strict"> {
	readonly header?: ForwardSettings["headers"];
	readonly timeout?: number;
}

function formatForward({
	url,
	operations,
	headers,
	lostHeaders,
}: ForwardInfo): string[] {
	if (url === null) return ["The mock responds to all operations."];
	const names = Object.keys(headers);
	return [
		`Forwards ${operations.join(", ") || "no operation"} to ${url}.`,
		...(names.length > 0 ? [`Adds the headers ${names.join(", ")}.`] : []),
		...(lostHeaders.length > 0
			? [
					`The restart of the mock lost the values of ${lostHeaders.join(", ")}. Pass these headers again with --header.`,
				]
			: []),
	];
}

/** @throws UsageError for options of a command that stops to forward */
function readSettings(
	url: string | undefined,
	flags: ForwardFlags,
): ForwardSettings | "off" | undefined {
	const { only, except, header: headers, timeout: timeoutMs, strict } = flags;
	const given = { url, only, except, headers, timeoutMs, strict };
	const isEmpty = Object.values(given).every((each) => each === undefined);
	if (isEmpty) return undefined;
	if (url !== "off") return given;
	if (
		Object.values({ ...given, url: undefined }).some(
			(each) => each !== undefined,
		)
	)
		throw new UsageError(
			"`understudy forward off` takes none of these options. Omit them, or pass the URL of a service.",
		);
	return "off";
}

const EXAMPLES = `
Examples:
  understudy forward                                       show what is forwarded
  understudy forward http://localhost:8080 --only listZaps
  understudy forward --only listZaps createZap             one more, to the same service
  understudy forward http://localhost:8080 --header 'Authorization: Bearer abc'
  understudy forward off                                   the mock responds to everything`;

export function forwardCommand(): Command {
	const command = new Command("forward")
		.description(
			"Show or change the operations of a running mock that a real service responds to.",
		)
		.argument("[url]", 'base URL of the service, or "off" to stop')
		.addHelpText("after", EXAMPLES);
	const { only, except, headers, timeoutMs, strict } = forwardSchemas;
	addSchemaOption(command, "only", only);
	addSchemaOption(command, "except", except);
	addSchemaOption(command, "header", headers, {
		read: (line, earlier) => ({
			...Object(earlier),
			...Object.fromEntries([readHeader(line)]),
		}),
	});
	addSchemaOption(command, "timeout", timeoutMs);
	addSchemaOption(command, "strict", strict);
	return addControlAction(
		command,
		async ({ control }, url: string | undefined, flags: ForwardFlags) => {
			const settings = readSettings(url, flags);
			if (settings === "off") await control.clearForward();
			else if (settings) await control.setForward(settings);
			const info = await control.forward();
			return { json: info, lines: formatForward(info) };
		},
	);
}
