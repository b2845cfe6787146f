import type { Fault } from "../../schemas/generated/types.ts";

const format = (number: number): string => number.toLocaleString("en-US");

const seconds = (ms: number): string =>
	ms >= 1_000 ? `${format(ms / 1_000)} s` : `${format(ms)} ms`;

const DEFAULT_TIMEOUT_MS = 60_000;

function describeDelay(fault: Fault & { readonly kind: "delay" }): string {
	if ("ms" in fault) return seconds(fault.ms);
	if ("min" in fault) return `${seconds(fault.min)} to ${seconds(fault.max)}`;
	return `${seconds(fault.median)} (median), ${seconds(fault.p99)} or more in one of 100`;
}

/** Returns what happens to a request, as a predicate for one request and for several. */
function describeEffect(fault: Fault): readonly [string, string] {
	const withVerb = (one: string, many: string, rest: string) =>
		[`${one} ${rest}`, `${many} ${rest}`] as const;
	const gets = (rest: string) => withVerb("gets", "get", rest);
	switch (fault.kind) {
		case "delay": {
			const by = describeDelay(fault);
			return withVerb("gets", "get", `the response after ${by}`);
		}
		case "status":
			return gets(
				`${fault.status}${"body" in fault ? " with a body of its own" : ""}`,
			);
		case "reset":
			return gets("a connection reset");
		case "empty":
			return gets("a closed connection and no response");
		case "truncate":
			return gets(
				`${fault.bytes === undefined ? "half of the body" : fault.bytes === 1 ? "only the first byte of the body" : `only the first ${format(fault.bytes)} bytes of the body`}, then a closed connection`,
			);
		case "drip":
			return gets(
				`the body at ${format(fault.bytesPerSecond)} ${fault.bytesPerSecond === 1 ? "byte" : "bytes"} a second`,
			);
		case "timeout":
			return gets(
				`no response, and a closed connection after ${seconds(fault.ms ?? DEFAULT_TIMEOUT_MS)}`,
			);
	}
}

/** Returns where a fault applies. Without `force`, a status for all operations applies only to those that list it. */
function describeOperation(fault: Fault): string {
	if (fault.operation !== "*") return fault.operation;
	return fault.kind === "status" && !fault.force
		? `operations that document ${fault.status}`
		: "any operation";
}

/** Returns a sentence such as "The next 2 requests to listZaps get 503". */
export function describeFault(fault: Fault): string {
	const { times, probability } = fault;
	const [one, many] = describeEffect(fault);
	const to = `to ${describeOperation(fault)}`;
	if (probability !== undefined && probability < 1) {
		const share = `${format(probability * 100)}% of the requests ${to} ${many}`;
		return times === undefined
			? share
			: `${share}, at most ${times === 1 ? "once" : `${format(times)} times`}`;
	}
	if (times === undefined) return `All requests ${to} ${many}`;
	return times === 1
		? `The next request ${to} ${one}`
		: `The next ${format(times)} requests ${to} ${many}`;
}
