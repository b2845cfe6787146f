import type { DelayTime, Effect, Fault } from "../../faults/fault.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { UsageError } from "../usage-error.ts";

/** The options of `faults add`. */
interface FaultFlags {
	readonly times?: number;
	readonly probability?: number;
	readonly median?: number;
	readonly p99?: number;
	readonly body?: string;
	readonly header?: readonly (readonly [name: string, value: string])[];
	readonly force?: boolean;
}

/** Options that only one kind of fault has. */
const KIND_OF_FLAG: Readonly<Record<string, Fault["kind"]>> = {
	median: "delay",
	p99: "delay",
	body: "status",
	header: "status",
	force: "status",
};

const DECIMAL = "[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?";
const WHOLE = "[0-9]+";
const RANGE = new RegExp(`^(${DECIMAL})-(${DECIMAL})$`);

type Amount = string | undefined;

/** @param expected what to pass, for the error */
function readNumber(amount: Amount, pattern: string, expected: string): number {
	if (amount === undefined)
		throw new UsageError(`The amount is missing. Pass ${expected}.`);
	if (!new RegExp(`^${pattern}$`).test(amount))
		throw new UsageError(`Invalid amount "${amount}". Pass ${expected}.`);
	return Number(amount);
}

function rejectAmount(amount: Amount, effect: string): void {
	if (amount !== undefined)
		throw new UsageError(`A ${effect} takes no amount. Remove "${amount}".`);
}

function readDelay(amount: Amount, { median, p99 }: FaultFlags): DelayTime {
	if (median !== undefined && p99 !== undefined) {
		rejectAmount(amount, "delay with --median and --p99");
		return { median, p99 };
	}
	if (median !== undefined || p99 !== undefined) {
		const [given, missing] =
			p99 === undefined ? ["median", "p99"] : ["p99", "median"];
		throw new UsageError(
			`--${given} requires --${missing}. Pass both, or remove --${given}.`,
		);
	}
	const [, min, max] = RANGE.exec(amount ?? "") ?? [];
	if (min !== undefined && max !== undefined)
		return { min: Number(min), max: Number(max) };
	const expected =
		"milliseconds, like 800 or 200-900, or both --median and --p99";
	return { ms: readNumber(amount, DECIMAL, expected) };
}

function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Reads the effect of a fault, by its kind. */
const READERS: Readonly<
	Record<Fault["kind"], (amount: Amount, flags: FaultFlags) => Effect>
> = {
	delay: (amount, flags) => ({ kind: "delay", ...readDelay(amount, flags) }),
	status: (amount, { body, header, force }) => ({
		kind: "status",
		status: readNumber(amount, WHOLE, "a status, like 503"),
		...(force && { force }),
		...(body !== undefined && { body: readBody(body) }),
		...(header && { headers: Object.fromEntries(header) }),
	}),
	reset(amount) {
		rejectAmount(amount, "fault of kind reset");
		return { kind: "reset" };
	},
	empty(amount) {
		rejectAmount(amount, "fault of kind empty");
		return { kind: "empty" };
	},
	truncate: (bytes) => ({
		kind: "truncate",
		...(bytes !== undefined && {
			bytes: readNumber(bytes, WHOLE, "bytes, or nothing for half of the body"),
		}),
	}),
	drip: (bytes) => ({
		kind: "drip",
		bytesPerSecond: readNumber(bytes, DECIMAL, "bytes per second, like 50"),
	}),
	timeout: (ms) => ({
		kind: "timeout",
		...(ms !== undefined && {
			ms: readNumber(ms, DECIMAL, "milliseconds, or nothing for a minute"),
		}),
	}),
};

export const FAULT_KINDS: readonly string[] = Object.keys(READERS);

const isKind = (kind: string): kind is Fault["kind"] =>
	Object.hasOwn(READERS, kind);

/**
 * Returns the fault that the arguments of `faults add` describe.
 * @throws UsageError if they describe none
 */
export function readFault(
	operation: string,
	kind: string,
	amount: Amount,
	flags: FaultFlags,
): Fault {
	if (!isKind(kind))
		throw new UsageError(
			describeUnknownName("kind of fault", kind, FAULT_KINDS),
		);
	for (const flag of Object.keys(flags)) {
		const owner = KIND_OF_FLAG[flag];
		if (owner !== undefined && owner !== kind)
			throw new UsageError(
				`--${flag} applies to faults of kind ${owner} only. Remove it.`,
			);
	}
	const { times, probability } = flags;
	return {
		operation,
		...READERS[kind](amount, flags),
		...(times !== undefined && { times }),
		...(probability !== undefined && { probability }),
	};
}

const quote = (text: string): string =>
	/^[A-Za-z0-9._-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const formatFlag = (name: string, value: unknown): string =>
	value === undefined ? "" : ` --${name} ${value}`;

function formatEffect(fault: Fault): string {
	if (fault.kind === "status") {
		const { status, body, headers = {}, force } = fault;
		const lines = Object.entries(headers).map(([name, value]) =>
			formatFlag("header", quote(`${name}: ${value}`)),
		);
		const json = body === undefined ? body : quote(JSON.stringify(body));
		return `status ${status}${formatFlag("body", json)}${lines.join("")}${force ? " --force" : ""}`;
	}
	if ("min" in fault) return `delay ${fault.min}-${fault.max}`;
	if ("median" in fault)
		return `delay${formatFlag("median", fault.median)}${formatFlag("p99", fault.p99)}`;
	// Any other fault has at most one property left: its amount.
	const { operation, times, probability, kind, ...amounts } = fault;
	return [kind, ...Object.values(amounts)].join(" ");
}

/** Returns the arguments of `faults add` that describe the fault: its operation, its effect and how often it applies. */
export const formatFault = (
	fault: Fault,
): [operation: string, effect: string, frequency: string] => [
	quote(fault.operation),
	formatEffect(fault),
	`${formatFlag("times", fault.times)}${formatFlag("probability", fault.probability)}`.trim(),
];
