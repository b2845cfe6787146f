import type { DelayTime, Fault } from "../../faults/fault.ts";

const quote = (text: string): string =>
	/^[A-Za-z0-9._-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function delayWords(time: DelayTime): string {
	if ("ms" in time) return `${time.ms}`;
	if ("min" in time) return `${time.min}-${time.max}`;
	return `--median ${time.median} --p99 ${time.p99}`;
}

function amountOf(fault: Fault): string | number | undefined {
	switch (fault.kind) {
		case "delay":
			return delayWords(fault);
		case "status":
			return fault.status;
		case "truncate":
			return fault.bytes;
		case "drip":
			return fault.bytesPerSecond;
		case "timeout":
			return fault.ms;
		default:
			return undefined;
	}
}

function statusWords(fault: Fault): string[] {
	if (fault.kind !== "status") return [];
	const { body, headers = {}, force } = fault;
	return [
		...(body === undefined ? [] : [`--body ${quote(JSON.stringify(body))}`]),
		...Object.entries(headers).map(
			([name, value]) => `--header ${quote(`${name}: ${value}`)}`,
		),
		...(force ? ["--force"] : []),
	];
}

/** What to type after `understudy faults add` for the same fault again: the operation, the effect, and how often. */
export function faultWords(
	fault: Fault,
): [operation: string, effect: string, often: string] {
	const { operation, kind, times, probability } = fault;
	const effect = [kind, amountOf(fault), ...statusWords(fault)];
	return [
		quote(operation),
		effect.filter((word) => word !== undefined).join(" "),
		[
			...(times === undefined ? [] : [`--times ${times}`]),
			...(probability === undefined ? [] : [`--probability ${probability}`]),
		].join(" "),
	];
}
