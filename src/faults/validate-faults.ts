import { isObject } from "../values/is-object.ts";
import { escapeSegment } from "../values/json-pointer.ts";
import type { Fault, FaultError, FaultTarget } from "./fault.ts";

type Members = Readonly<Record<string, unknown>>;
/** What is wrong with a member's value, in words; undefined where nothing is. */
type Check = (value: unknown) => string | undefined;

/** An hour: longer than any client waits. */
const MAX_MS = 3_600_000;

const number =
	(least: number, most: number, whole = false): Check =>
	(value) =>
		typeof value === "number" &&
		value >= least &&
		value <= most &&
		(!whole || Number.isInteger(value))
			? undefined
			: `must be a ${whole ? "whole " : ""}number from ${least} to ${most}`;
const milliseconds = number(0, MAX_MS);
const probability: Check = (value) =>
	typeof value === "number" && value > 0 && value <= 1
		? undefined
		: "must be a number above 0 and up to 1";
/** Those below 200 only announce another. */
const finalStatus = number(200, 599, true);
const boolean: Check = (value) =>
	typeof value === "boolean" ? undefined : "must be true or false";
/** How many there may be at once; each request looks at all of them. */
export const MAX_FAULTS = 1_000;
/** They say where a message ends, which is not the fault's to say. */
const FRAMING = /^(content-length|trailer|transfer-encoding)$/i;
/** Most clients take no more of all of them together. */
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
	if (!isHeaders) return "must be an object of header names and ASCII texts";
	const framing = Object.keys(value).find((name) => FRAMING.test(name));
	if (framing !== undefined)
		return `must not have ${framing}, which follows from the body`;
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

/** The members of each kind, each with its check; `?` marks those that may be absent. */
const MEMBERS: Readonly<
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
	typeof kind === "string" && Object.hasOwn(MEMBERS, kind);
const list = (values: readonly unknown[]): string => values.join(", ");

function memberErrors(fault: Members, kind: Fault["kind"]): FaultError[] {
	const checks = Object.entries({ ...MEMBERS[kind], ...COMMON });
	const names = checks.map(([name]) => name.replace("?", ""));
	const unknown = Object.keys(fault).filter(
		(name) => !["operation", "kind", ...names].includes(name),
	);
	return [
		...unknown.map((name) => ({
			pointer: `/${escapeSegment(name)}`,
			detail: `is no member of a fault of the kind ${kind}: use ${list(names)}`,
		})),
		...checks.flatMap(([name, check]) => {
			const member = name.replace("?", "");
			const value = fault[member];
			if (value === undefined)
				return name === member
					? [{ pointer: `/${member}`, detail: "must be there" }]
					: [];
			const detail = check(value);
			return detail === undefined ? [] : [{ pointer: `/${member}`, detail }];
		}),
	];
}

/** A delay is given in exactly one way, and its bounds in order. */
function delayErrors(fault: Members): FaultError[] {
	const given = [["ms"], ["min", "max"], ["median", "p99"]].filter((members) =>
		members.some((member) => fault[member] !== undefined),
	);
	const [members = [], ...others] = given;
	if (
		others.length > 0 ||
		members.length === 0 ||
		members.some((member) => fault[member] === undefined)
	)
		return [
			{
				pointer: "",
				detail:
					"must say how long in one way: ms, or min and max, or median and p99",
			},
		];
	const [low = "", high = low] = members;
	return Number(fault[low]) > Number(fault[high])
		? [{ pointer: `/${high}`, detail: `must not be less than ${low}` }]
		: [];
}

function operationErrors(
	{ operation, kind, status, force }: Members,
	targets: readonly FaultTarget[],
): FaultError[] {
	const meant = targets.filter(
		({ id }) => operation === "*" || id === operation,
	);
	if (meant.length === 0)
		return [
			{
				pointer: "/operation",
				detail: `must be * or one of ${list(targets.map(({ id }) => id))}`,
			},
		];
	const isStatus = finalStatus(status) === undefined;
	if (kind !== "status" || force === true || !isStatus) return [];
	if (meant.some(({ statuses }) => statuses.includes(Number(status))))
		return [];
	const listed = new Set(meant.flatMap(({ statuses }) => statuses));
	return [
		{
			pointer: "/status",
			detail: `is not among ${list([...listed].sort((a, b) => a - b))}, which the document lists for ${operation === "*" ? "any operation" : String(operation)}; add force: true to answer with it all the same`,
		},
	];
}

function faultErrors(
	fault: unknown,
	targets: readonly FaultTarget[],
): FaultError[] {
	if (!isObject(fault))
		return [{ pointer: "", detail: "must be an object, as each fault is" }];
	const { kind } = fault;
	const where = operationErrors(fault, targets);
	if (!isKind(kind))
		return [
			...where,
			{
				pointer: "/kind",
				detail: `must be one of ${list(Object.keys(MEMBERS))}`,
			},
		];
	const members = memberErrors(fault, kind);
	return [
		...where,
		...members,
		...(kind === "delay" && members.length === 0 ? delayErrors(fault) : []),
	];
}

/** The faults as given, or what is wrong with them. */
export function validateFaults(
	given: unknown,
	targets: readonly FaultTarget[],
): { faults: readonly Fault[] } | { invalid: readonly FaultError[] } {
	if (!Array.isArray(given))
		return {
			invalid: [{ pointer: "", detail: "must be an array of faults" }],
		};
	if (given.length > MAX_FAULTS)
		return {
			invalid: [
				{
					pointer: "",
					detail: `must not have more than ${MAX_FAULTS} faults`,
				},
			],
		};
	// Unlike `flatMap`, `Array.from` passes over no hole.
	const invalid = Array.from(given, (fault, index) =>
		faultErrors(fault, targets).map(({ pointer, detail }) => ({
			pointer: `/${index}${pointer}`,
			detail,
		})),
	).flat();
	if (invalid.length > 0) return { invalid };
	// A copy, since the faults are kept, and whoever gave them may go on using them.
	const faults: readonly Fault[] = JSON.parse(JSON.stringify(given));
	return { faults };
}
