import type { DelayTime, Effect, Fault, FaultTarget } from "./fault.ts";

/** A fault in force, with how often it may still strike. */
export interface ActiveFault {
	readonly fault: Fault;
	/** Infinity where it never is spent. */
	left: number;
}

/** What befalls one exchange. */
export interface FaultPlan {
	/** Milliseconds to wait before the answer. */
	readonly delayMs: number;
	/** What comes in place of the answer: the first that struck of those that replace it. */
	readonly replacement?: Extract<
		Effect,
		{ kind: "status" | "reset" | "empty" | "timeout" }
	>;
	/** What is done to the answer's body. */
	readonly body?: Extract<Effect, { kind: "truncate" | "drip" }>;
	/** The kinds that struck, in the order of the list. */
	readonly kinds: readonly string[];
}

/** A drawn delay may be any number, and a timer beyond 24 days fires at once. */
const MAX_MS = 3_600_000;
/** The 99th percentile of the standard normal distribution. */
const Z_99 = 2.326_347_874;

export const activate = (faults: readonly Fault[]): ActiveFault[] =>
	faults.map((fault) => ({
		fault,
		left: fault.times ?? Number.POSITIVE_INFINITY,
	}));

/** The faults as they would have to be given now: those that are spent are gone. */
export const remainingFaults = (live: readonly ActiveFault[]): Fault[] =>
	live
		.filter(({ left }) => left > 0)
		.map(({ fault, left }) => ({
			...structuredClone(fault),
			...(fault.times !== undefined && { times: left }),
		}));

/** Whether the fault can happen to the operation: with `*`, a status only where the document lists it. */
export function appliesTo(
	fault: Fault,
	{ id, statuses }: FaultTarget,
): boolean {
	if (fault.operation !== "*") return fault.operation === id;
	return (
		fault.kind !== "status" ||
		fault.force === true ||
		statuses.includes(fault.status)
	);
}

/** Whether it can happen only to an answer that has a body. */
export const damagesBody = ({ kind }: Fault): boolean =>
	kind === "truncate" || kind === "drip";

/** The kinds that leave the answer to the service. */
const BESIDE: readonly Fault["kind"][] = ["delay", "truncate", "drip"];

/** How many numbers of chance it takes to decide one fault. */
export const DRAWS_PER_FAULT = 3;

/** @param chance two numbers, at least 0 and less than 1 */
function sample(time: DelayTime, chance: readonly [number, number]): number {
	const [a, b] = chance;
	if ("ms" in time) return time.ms;
	if ("min" in time) return time.min + a * (time.max - time.min);
	if (time.median === 0) return 0;
	// Box and Muller; 1 - a, since the logarithm of 0 is no number.
	const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
	const sigma = Math.log(time.p99 / time.median) / Z_99;
	return Math.min(time.median * Math.exp(normal * sigma), MAX_MS);
}

/**
 * Lets those faults strike that the chance is for, and counts them down.
 * @param live of the operation concerned
 * @param chance `DRAWS` numbers for each fault, at least 0 and less than 1
 */
export function selectFaults(
	live: readonly ActiveFault[],
	chance: readonly number[],
	extraDelayMs = 0,
): FaultPlan {
	const hits = live.flatMap((each, index) => {
		const [hit = 0, a = 0, b = 0] = chance.slice(
			index * DRAWS_PER_FAULT,
			(index + 1) * DRAWS_PER_FAULT,
		);
		const isHit = each.left > 0 && hit < (each.fault.probability ?? 1);
		return isHit ? [{ each, fault: each.fault, a, b }] : [];
	});
	const replacing = hits.find(({ fault }) => !BESIDE.includes(fault.kind));
	let delayMs = extraDelayMs;
	let instead: FaultPlan["replacement"];
	let body: FaultPlan["body"];
	const kinds: string[] = [];
	for (const { each, fault, a, b } of hits) {
		// A fault that another one hides has not struck.
		if (fault.kind === "delay") delayMs += sample(fault, [a, b]);
		else if (fault.kind === "truncate" || fault.kind === "drip") {
			if (replacing || body) continue;
			body = fault;
		} else {
			if (each !== replacing?.each) continue;
			instead = fault;
		}
		each.left -= 1;
		kinds.push(fault.kind);
	}
	return {
		delayMs,
		kinds,
		...(instead && { replacement: instead }),
		...(body && { body }),
	};
}
