import type { DelayTime, Effect, Fault } from "../../faults/fault.ts";
import { UsageError } from "../usage-error.ts";

/** What `faults add` takes beside its words. */
export interface FaultFlags {
	readonly times?: number;
	readonly probability?: number;
	readonly median?: number;
	readonly p99?: number;
	readonly body?: string;
	readonly header?: readonly (readonly [name: string, value: string])[];
	readonly force: boolean;
}

/** The words of `faults add`. */
export interface FaultWords {
	readonly operation: string;
	readonly kind: string;
	readonly amount: string | undefined;
}

type Kind = Effect["kind"];
type ReadEffect = (amount: string | undefined, flags: FaultFlags) => Effect;

/** Which options go with which kind; the others go with none. */
const OWN_FLAGS: Readonly<Record<string, Kind>> = {
	median: "delay",
	p99: "delay",
	body: "status",
	header: "status",
	force: "status",
};

const noAmount = (amount: string | undefined, what: string): UsageError =>
	new UsageError(
		`${amount === undefined ? "The amount is missing" : `"${amount}" is no such amount`}: pass ${what}.`,
	);

function wholeOf(amount: string | undefined, what: string): number {
	if (amount === undefined || !/^[0-9]+$/.test(amount))
		throw noAmount(amount, what);
	return Number(amount);
}

const NUMBER = "[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?";

/** Of what need not be whole: what the mock takes, `list` prints as it is. */
function numberOf(amount: string | undefined, what: string): number {
	if (amount === undefined || !new RegExp(`^${NUMBER}$`).test(amount))
		throw noAmount(amount, what);
	return Number(amount);
}

function nothing(amount: string | undefined, kind: string): void {
	if (amount !== undefined)
		throw new UsageError(
			`A fault of the kind ${kind} has no amount. Leave "${amount}" out.`,
		);
}

function delayTime(
	amount: string | undefined,
	{ median, p99 }: FaultFlags,
): DelayTime {
	if (median !== undefined && p99 !== undefined) {
		nothing(amount, "delay by --median and --p99");
		return { median, p99 };
	}
	if (median !== undefined || p99 !== undefined)
		throw new UsageError(
			`--median and --p99 go together. Pass both, or leave --${median === undefined ? "p99" : "median"} out.`,
		);
	const range = new RegExp(`^(${NUMBER})-(${NUMBER})$`);
	const [, min, max] = range.exec(amount ?? "") ?? [];
	if (min !== undefined && max !== undefined)
		return { min: Number(min), max: Number(max) };
	return {
		ms: numberOf(
			amount,
			"milliseconds, like 800 or 200-900, or both --median and --p99",
		),
	};
}

/** The text itself where it is no JSON. */
function bodyOf(written: string): unknown {
	try {
		return JSON.parse(written);
	} catch {
		return written;
	}
}

const READERS: Readonly<Record<Kind, ReadEffect>> = {
	delay: (amount, flags) => ({ kind: "delay", ...delayTime(amount, flags) }),
	status: (amount, { force, body, header }) => ({
		kind: "status",
		status: wholeOf(amount, "a status, like 503"),
		...(force && { force }),
		...(body !== undefined && { body: bodyOf(body) }),
		...(header && { headers: Object.fromEntries(header) }),
	}),
	reset(amount) {
		nothing(amount, "reset");
		return { kind: "reset" };
	},
	empty(amount) {
		nothing(amount, "empty");
		return { kind: "empty" };
	},
	truncate: (amount) => ({
		kind: "truncate",
		...(amount !== undefined && {
			bytes: wholeOf(amount, "a number of bytes, or nothing for half of them"),
		}),
	}),
	drip: (amount) => ({
		kind: "drip",
		bytesPerSecond: numberOf(amount, "a number of bytes a second, like 50"),
	}),
	timeout: (amount) => ({
		kind: "timeout",
		...(amount !== undefined && {
			ms: numberOf(amount, "milliseconds, or nothing for a minute"),
		}),
	}),
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(READERS, kind);

/**
 * The fault that the words mean.
 * @throws UsageError for words that mean none
 */
export function readFault(
	{ operation, kind, amount }: FaultWords,
	flags: FaultFlags,
): Fault {
	if (!isKind(kind))
		throw new UsageError(
			`There is no kind of fault "${kind}". Use one of ${Object.keys(READERS).join(", ")}.`,
		);
	for (const [flag, owner] of Object.entries(OWN_FLAGS)) {
		const value = Object.entries(flags).find(([name]) => name === flag)?.[1];
		if (owner !== kind && value !== undefined && value !== false)
			throw new UsageError(
				`--${flag} goes with the kind ${owner}, and not with ${kind}. Leave it out.`,
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
