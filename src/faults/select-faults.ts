import { findByStatus } from "../values/http.ts";
import type { DelayTime, Effect, Fault, FaultTarget } from "./fault.ts";

/** An active fault. */
export interface ActiveFault<Each extends Fault = Fault> {
	readonly fault: Each;
	/** How many more times the fault applies; Infinity if unlimited. */
	left: number;
}

/** The effects of the selected faults on one exchange. */
export interface FaultPlan {
	/** Milliseconds to wait before the response. */
	readonly delayMs: number;
	/** The first selected fault that replaces the response. */
	readonly replacement:
		| Extract<Effect, { kind: "status" | "reset" | "empty" | "timeout" }>
		| undefined;
	/** The fault that damages the body of the response. */
	readonly body: Extract<Effect, { kind: "truncate" | "drip" }> | undefined;
	/** The faults that apply, in the order of the list. */
	readonly used: readonly ActiveFault[];
}

/** Caps sampled delays: a timer longer than 24 days fires at once. */
const MAX_MS = 3_600_000;
/** The 99th percentile of the standard normal distribution. */
const NORMAL_P99 = 2.326_347_874;

/** The number of random numbers that the decision about one fault needs. */
export const DRAWS_PER_FAULT = 3;

export const activateFaults = <Each extends Fault>(
	faults: readonly Each[],
): ActiveFault<Each>[] =>
	faults.map((fault) => ({
		fault,
		left: fault.times ?? Number.POSITIVE_INFINITY,
	}));

/** Returns the faults that are not used up, with their remaining `times`. */
export const remainingFaults = <Each extends Fault>(
	active: readonly ActiveFault<Each>[],
): Each[] =>
	active
		.filter(({ left }) => left > 0)
		.map(({ fault, left }) => ({
			...structuredClone(fault),
			...(fault.times !== undefined && { times: left }),
		}));

const UNAUTHORIZED = 401;

/**
 * Whether the fault can apply to the operation. With `*`, a status applies only to operations for which the OpenAPI
 * document lists it, and 401 only to operations that require credentials.
 */
export function appliesTo(
	fault: Fault,
	{ id, responses, security }: FaultTarget,
): boolean {
	if (fault.operation !== "*") return fault.operation === id;
	if (fault.kind !== "status" || fault.force === true) return true;
	return fault.status === UNAUTHORIZED && security
		? security.length > 0
		: findByStatus(responses, fault.status) !== undefined;
}

/** Whether the fault can apply only to a response with a body. */
export const damagesBody = ({ kind }: Fault): boolean =>
	kind === "truncate" || kind === "drip";

const replacesResponse = (fault: Fault): boolean =>
	fault.kind !== "delay" && !damagesBody(fault);

/**
 * @param a a random number
 * @param b a second random number
 */
function sampleDelay(time: DelayTime, a: number, b: number): number {
	if ("ms" in time) return time.ms;
	if ("min" in time) return time.min + a * (time.max - time.min);
	if (time.median === 0) return 0;
	// The Box-Muller transform, with 1 - a, because 0 has no logarithm.
	const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
	const sigma = Math.log(time.p99 / time.median) / NORMAL_P99;
	return Math.min(time.median * Math.exp(normal * sigma), MAX_MS);
}

/**
 * Selects faults by their probability. The caller counts down their remaining `times`.
 * @param faults the faults of the operation
 * @param random `DRAWS_PER_FAULT` numbers for each fault, at least 0 and less than 1
 */
export function selectFaults(
	faults: readonly ActiveFault[],
	random: readonly number[],
	extraDelayMs = 0,
): FaultPlan {
	const draw = (active: ActiveFault, index: number): number =>
		random[faults.indexOf(active) * DRAWS_PER_FAULT + index] ?? 0;
	const selected = faults.filter(
		(active) =>
			active.left > 0 && draw(active, 0) < (active.fault.probability ?? 1),
	);
	const replacing = selected.find(({ fault }) => replacesResponse(fault));
	let delayMs = extraDelayMs;
	let replacement: FaultPlan["replacement"];
	let body: FaultPlan["body"];
	const used: ActiveFault[] = [];
	// A fault behind another replacement does not apply, so its `times` stay.
	for (const active of selected) {
		const { fault } = active;
		if (fault.kind === "delay")
			delayMs += sampleDelay(fault, draw(active, 1), draw(active, 2));
		else if (fault.kind === "truncate" || fault.kind === "drip") {
			if (replacing || body) continue;
			body = fault;
		} else {
			if (active !== replacing) continue;
			replacement = fault;
		}
		used.push(active);
	}
	return { delayMs, used, replacement, body };
}

/** How long a `timeout` without `ms` takes. */
const TIMEOUT_MS = 60_000;

/** Returns how long the client waits for its response, or for the end of the connection, in milliseconds. */
export function findWait({ delayMs, replacement }: FaultPlan): number {
	const isTimeout = replacement?.kind === "timeout";
	return delayMs + (isTimeout ? (replacement.ms ?? TIMEOUT_MS) : 0);
}
