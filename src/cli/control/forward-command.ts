import { Command } from "commander";
import type { ForwardInfo } from "../../control/session-control.ts";
import type { ForwardSettings } from "../../engine/forwarding/forwarder.ts";
import { forwardSchemas } from "../../schemas/generated/words.ts";
import { addOptions, collectHeaders } from "../options/add-options.ts";
import { UsageError } from "../options/usage-error.ts";
import { addControlAction } from "./control-command.ts";

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
	const { url: _, ...options } = forwardSchemas;
	addOptions(command, options, { headers: collectHeaders });
	return addControlAction(
		command,
		async ({ control }, url: string | undefined, flags: ForwardSettings) => {
			const { only, except, headers, timeoutMs, strict } = flags;
			const settings = { only, except, headers, timeoutMs, strict };
			const hasSettings = Object.values(settings).some(
				(each) => each !== undefined,
			);
			if (url === "off") {
				if (hasSettings)
					throw new UsageError(
						"`understudy forward off` takes none of these options. Omit them, or pass the URL of a service.",
					);
				await control.clearForward();
			} else if (url !== undefined || hasSettings)
				await control.setForward({ url, ...settings });
			const info = await control.forward();
			return { json: info, lines: formatForward(info) };
		},
	);
}
