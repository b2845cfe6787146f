import type { ForwardSettings } from "../engine/forwarding/forwarder.ts";
import type { GivenFlags } from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

const splitHeader = (line: string): [name: string, value: string] => {
	const colon = line.indexOf(":");
	return [line.slice(0, colon), line.slice(colon + 1).trim()];
};

/**
 * Returns the settings of forwarding that the flags describe; undefined without `--forward`.
 * @throws UsageError for a flag that has no effect
 */
export function readForwardFlags({
	forward: url,
	forwardOnly: only,
	forwardExcept: except,
	forwardHeader: headers = [],
	forwardTimeout: timeoutMs,
	forwardStrict: strict,
}: GivenFlags): ForwardSettings | undefined {
	if (url !== undefined)
		return {
			url,
			only,
			except,
			headers: Object.fromEntries(headers.map(splitHeader)),
			timeoutMs,
			strict,
		};
	if (only || except || headers.length > 0 || timeoutMs || strict)
		throw new UsageError(
			"The flags --forward-… need the URL of the service. Pass --forward <url>.",
		);
	return undefined;
}
