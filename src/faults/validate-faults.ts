import { validators } from "../schemas/generated/engine-validators.ts";
import type { StatusFault } from "../schemas/generated/types.ts";
import { escapeSegment } from "../values/json.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	findUnrepresentable,
	type InvalidPointer,
	placesBelow,
} from "../values/validation.ts";
import type { Fault, FaultTarget } from "./fault.ts";

/** These headers say where a message ends, and follow from its body. */
const FRAMING = /^(content-length|trailer|transfer-encoding)$/i;
/** Most clients limit the total length of headers to this. */
const MAX_HEADERS = 16_384;

function findStatusErrors(
	{ operation, status, force, headers = {} }: StatusFault,
	targets: readonly FaultTarget[],
): InvalidPointer[] {
	const errors: InvalidPointer[] = [];
	const listed = new Set(
		targets.flatMap(({ responses }) => Object.keys(responses).map(Number)),
	);
	if (!force && !listed.has(status))
		errors.push({
			pointer: "/status",
			detail: `is not listed in the OpenAPI document for ${operation === "*" ? "any operation" : operation}; use one of ${[...listed].sort((a, b) => a - b).join(", ")}, or add force: true`,
		});
	const framing = Object.keys(headers).find((name) => FRAMING.test(name));
	if (framing !== undefined)
		errors.push({
			pointer: `/headers/${escapeSegment(framing)}`,
			detail: "must be left out, because the mock sets it",
		});
	if (JSON.stringify(headers).length > MAX_HEADERS)
		errors.push({
			pointer: "/headers",
			detail: `must not be longer than ${MAX_HEADERS} characters`,
		});
	return errors;
}

function findErrors(
	fault: Fault,
	targets: readonly FaultTarget[],
): InvalidPointer[] {
	const { operation } = fault;
	const isForAll = operation === "*";
	const targeted = targets.filter(({ id }) => isForAll || id === operation);
	if (targeted.length === 0) {
		const available = ["*", ...targets.map(({ id }) => id)];
		const detail = describeUnknown("operation", operation, available);
		return [{ pointer: "/operation", detail }];
	}
	if (fault.kind === "status") return findStatusErrors(fault, targeted);
	if ("min" in fault && fault.min > fault.max)
		return [{ pointer: "/max", detail: "must not be less than min" }];
	return "median" in fault && fault.median > fault.p99
		? [{ pointer: "/p99", detail: "must not be less than median" }]
		: [];
}

/** Finds what a schema cannot express. */
export const findFaultErrors = (
	faults: readonly Fault[],
	targets: readonly FaultTarget[],
): InvalidPointer[] =>
	faults.flatMap((fault, index) =>
		placesBelow(`/${index}`, findErrors(fault, targets)),
	);

/** Returns a copy of the faults, or what is wrong with them. */
export function validateFaults(
	given: unknown,
	targets: readonly FaultTarget[],
): { faults: readonly Fault[] } | { invalid: readonly InvalidPointer[] } {
	if (!validators.Faults(given))
		return { invalid: findInvalidPlaces(given, validators.Faults) };
	const unrepresentable = findUnrepresentable(given);
	const invalid = unrepresentable
		? [unrepresentable]
		: findFaultErrors(given, targets);
	if (invalid.length > 0) return { invalid };
	// A copy, since the caller may go on to change the faults.
	const faults: readonly Fault[] = JSON.parse(JSON.stringify(given));
	return { faults };
}
