import { validators } from "../schemas/generated/engine-validators.ts";
import type { StatusFault } from "../schemas/generated/types.ts";
import { FRAMING, findByStatus, listStatuses } from "../values/http.ts";
import { escapeSegment } from "../values/json.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	findUnrepresentable,
	type InvalidPointer,
	MAX_PLACES,
	placesBelow,
} from "../values/validation.ts";
import type { Fault, FaultTarget } from "./fault.ts";

/** The maximum total length of headers in most clients. */
const MAX_HEADERS = 16_384;

function findStatusErrors(
	{ operation, status, force, headers = {} }: StatusFault,
	targets: readonly FaultTarget[],
): InvalidPointer[] {
	const errors: InvalidPointer[] = [];
	const add = (pointer: string, detail: string): unknown =>
		errors.push({ pointer, detail });
	const listed = Object.assign({}, ...targets.map((each) => each.responses));
	const isListed = targets.some(
		({ responses }) => findByStatus(responses, status) !== undefined,
	);
	const where = operation === "*" ? "any operation" : operation;
	if (!force && !isListed)
		add(
			"/status",
			`is not listed in the OpenAPI document for ${where}; use one of ${listStatuses(listed)}, or add force: true`,
		);
	const framing = Object.keys(headers).find((name) => FRAMING.test(name));
	if (framing !== undefined)
		add(
			`/headers/${escapeSegment(framing)}`,
			"must be left out, because the mock sets it",
		);
	if (JSON.stringify(headers).length > MAX_HEADERS)
		add("/headers", `must not be longer than ${MAX_HEADERS} characters`);
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

/** Finds errors that a schema cannot express. */
export const findFaultErrors = (
	faults: readonly Fault[],
	targets: readonly FaultTarget[],
): InvalidPointer[] =>
	faults.flatMap((fault, index) =>
		placesBelow(`/${index}`, findErrors(fault, targets)),
	);

/** Returns a copy of the faults, or their errors. */
export function validateFaults(
	given: unknown,
	targets: readonly FaultTarget[],
): { faults: readonly Fault[] } | { invalid: readonly InvalidPointer[] } {
	if (!validators.Faults(given))
		return {
			invalid: findInvalidPlaces(given, validators.Faults, MAX_PLACES + 1),
		};
	const unrepresentable = findUnrepresentable(given);
	const invalid = unrepresentable
		? [unrepresentable]
		: findFaultErrors(given, targets);
	if (invalid.length > 0) return { invalid };
	// A copy, because the caller may change the faults later.
	const faults: readonly Fault[] = JSON.parse(JSON.stringify(given));
	return { faults };
}

/** A fault that is set. Its id comes from the user or from the mock. */
export type SetFault = Fault & { readonly id: string };

/** Finds the ids that are taken. */
export function findTakenIds(
	faults: readonly Fault[],
	current: readonly SetFault[],
): InvalidPointer[] {
	const taken = new Set(current.map(({ id }) => id));
	return faults.flatMap(({ id }, index) => {
		if (id === undefined || !taken.has(id)) {
			if (id !== undefined) taken.add(id);
			return [];
		}
		const detail = `is the id of another fault; use another id, or remove "${id}" first`;
		return [{ pointer: `/${index}/id`, detail }];
	});
}

/**
 * Gives each fault an id: its own, or the next free number.
 * @param last the last number that was used. Numbers are not used again, so an id always means the same fault.
 */
export function identifyFaults(
	faults: readonly Fault[],
	current: readonly SetFault[],
	last: number,
): { readonly faults: readonly SetFault[]; readonly last: number } {
	const taken = new Set([...current, ...faults].map(({ id }) => id));
	let number = last;
	const identified = faults.map((fault) => {
		if (fault.id !== undefined) return { ...fault, id: fault.id };
		do number += 1;
		while (taken.has(`${number}`));
		return { id: `${number}`, ...fault };
	});
	return { faults: identified, last: number };
}
