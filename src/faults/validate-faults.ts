import { isObject } from "../values/is-object.ts";
import { escapeSegment } from "../values/json-pointer.ts";
import type { Fault, FaultError, FaultTarget } from "./fault.ts";

type Properties = Readonly<Record<string, unknown>>;
/** Describes what is wrong with the value of a property; undefined if it is valid. */
type Check = (value: unknown) => string | undefined;

/** An hour: longer than any client waits. */
const MAX_MS = 3_600_000;

const number =
	(min: number, max: number, whole = false): Check =>
	(value) =>
		typeof value === "number" &&
		value >= min &&
		value <= max &&
		(!whole || Number.isInteger(value))
			? undefined
			: `must be a ${whole ? "whole " : ""}number from ${min} to ${max}`;
const milliseconds = number(0, MAX_MS);
const probability: Check = (value) =>
	typeof value === "number" && value > 0 && value <= 1
		? undefined
		: "must be a number above 0 and at most 1";
/** A status below 200 only announces another one. */
const finalStatus = number(200, 599, true);
const boolean: Check = (value) =>
	typeof value === "boolean" ? undefined : "must be true or false";
/** Limited, since every request evaluates all faults. */
export const MAX_FAULTS = 1_000;
/** These headers say where a message ends, and follow from its body. */
const FRAMING = /^(content-length|trailer|transfer-encoding)$/i;
/** Most clients limit the total length of headers to this. */
const MAX_HEADERS = 16_384;

const headers: Check = (value) => {
	const isHeaders =
		isObject(value) &&
		Object.entries(value).every(
			([name, text]) =>
				/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
				typeof text === "string" &&
				/^[\t -~]*$/.test(text),
		);
	if (!isHeaders) return "must be an object of header names and ASCII values";
	const framing = Object.keys(value).find((name) => FRAMING.test(name));
	if (framing !== undefined)
		return `must not contain ${framing}, which the mock sets`;
	return JSON.stringify(value).length > MAX_HEADERS
		? `must not be longer than ${MAX_HEADERS} characters`
		: undefined;
};

const json: Check = (value) => {
	try {
		return JSON.stringify(value) === undefined ? "must be JSON" : undefined;
	} catch {
		return "must be JSON";
	}
};

/** The properties of each kind; `?` marks optional ones. */
const PROPERTIES: Readonly<
	Record<Fault["kind"], Readonly<Record<string, Check>>>
> = {
	delay: {
		"ms?": milliseconds,
		"min?": milliseconds,
		"max?": milliseconds,
		"median?": milliseconds,
		"p99?": milliseconds,
	},
	status: {
		status: finalStatus,
		"force?": boolean,
		"body?": json,
		"headers?": headers,
	},
	reset: {},
	empty: {},
	truncate: { "bytes?": number(0, Number.MAX_SAFE_INTEGER, true) },
	drip: { bytesPerSecond: number(1, Number.MAX_SAFE_INTEGER) },
	timeout: { "ms?": milliseconds },
};
const COMMON: Readonly<Record<string, Check>> = {
	"probability?": probability,
	"times?": number(1, Number.MAX_SAFE_INTEGER, true),
};

const isKind = (kind: unknown): kind is Fault["kind"] =>
	typeof kind === "string" && Object.hasOwn(PROPERTIES, kind);

function findPropertyErrors(
	fault: Properties,
	kind: Fault["kind"],
): FaultError[] {
	const checks = Object.entries({ ...PROPERTIES[kind], ...COMMON });
	const names = checks.map(([name]) => name.replace("?", ""));
	const unknown = Object.keys(fault).filter(
		(name) => !["operation", "kind", ...names].includes(name),
	);
	return [
		...unknown.map((name) => ({
			pointer: `/${escapeSegment(name)}`,
			detail: `is an unknown property of a fault of kind ${kind}; use ${names.join(", ")}`,
		})),
		...checks.flatMap(([name, check]) => {
			const property = name.replace("?", "");
			const value = fault[property];
			if (value === undefined && name !== property) return [];
			const detail = value === undefined ? "is required" : check(value);
			return detail === undefined ? [] : [{ pointer: `/${property}`, detail }];
		}),
	];
}

/** A delay has exactly one of three forms, and its bounds are in order. */
function findDelayErrors(fault: Properties): FaultError[] {
	const given = Object.keys(PROPERTIES.delay)
		.map((name) => name.replace("?", ""))
		.filter((name) => fault[name] !== undefined);
	if (!["ms", "min,max", "median,p99"].includes(given.join()))
		return [
			{
				pointer: "",
				detail: "must have either ms, or min and max, or median and p99",
			},
		];
	const [low = "", high = low] = given;
	return Number(fault[low]) > Number(fault[high])
		? [{ pointer: `/${high}`, detail: `must not be less than ${low}` }]
		: [];
}

function findOperationErrors(
	{ operation, kind, status, force }: Properties,
	targets: readonly FaultTarget[],
): FaultError[] {
	const targeted = targets.filter(
		({ id }) => operation === "*" || id === operation,
	);
	if (targeted.length === 0)
		return [
			{
				pointer: "/operation",
				detail: `must be * or one of ${targets.map(({ id }) => id).join(", ")}`,
			},
		];
	const listed = new Set(targeted.flatMap(({ statuses }) => statuses));
	if (
		kind !== "status" ||
		force === true ||
		finalStatus(status) !== undefined ||
		listed.has(Number(status))
	)
		return [];
	return [
		{
			pointer: "/status",
			detail: `is not listed in the OpenAPI document for ${operation === "*" ? "any operation" : operation}; use one of ${[...listed].sort((a, b) => a - b).join(", ")}, or add force: true`,
		},
	];
}

function findErrors(
	fault: unknown,
	targets: readonly FaultTarget[],
): FaultError[] {
	if (!isObject(fault)) return [{ pointer: "", detail: "must be an object" }];
	const { kind } = fault;
	const errors = isKind(kind)
		? findPropertyErrors(fault, kind)
		: [
				{
					pointer: "/kind",
					detail: `must be one of ${Object.keys(PROPERTIES).join(", ")}`,
				},
			];
	if (kind === "delay" && errors.length === 0)
		errors.push(...findDelayErrors(fault));
	return [...findOperationErrors(fault, targets), ...errors];
}

/** Returns a copy of the faults, or what is wrong with them. */
export function validateFaults(
	given: unknown,
	targets: readonly FaultTarget[],
): { faults: readonly Fault[] } | { invalid: readonly FaultError[] } {
	const reject = (detail: string) => ({ invalid: [{ pointer: "", detail }] });
	if (!Array.isArray(given)) return reject("must be an array of faults");
	if (given.length > MAX_FAULTS)
		return reject(`must have at most ${MAX_FAULTS} faults`);
	// `Array.from` visits the holes of a sparse array; `flatMap` would skip them.
	const invalid = Array.from(given, (fault, index) =>
		findErrors(fault, targets).map(({ pointer, detail }) => ({
			pointer: `/${index}${pointer}`,
			detail,
		})),
	).flat();
	if (invalid.length > 0) return { invalid };
	// A copy, since the caller may go on to change the faults.
	const faults: readonly Fault[] = JSON.parse(JSON.stringify(given));
	return { faults };
}
