import { type Fault, invalid } from "./problems.ts";
import {
	DEFAULT_LIMIT,
	isLimit,
	isObject,
	LIMIT_DETAIL,
	type Members,
	readMembers,
	requireObject,
	settle,
} from "./validation.ts";

const MAX_NAME = 200;
const MAX_STEPS = 100;

export interface CommandRequest {
	readonly command: string;
	readonly args?: unknown;
}

export interface ZapRequest {
	readonly name: string;
	/** All properties, including the name. */
	readonly members: Members;
}

export interface PageQuery {
	readonly limit: number;
	readonly cursor: string | undefined;
}

export interface AuditQuery extends PageQuery {
	readonly action: string | undefined;
	readonly subjectType: string | undefined;
	readonly subjectId: string | undefined;
	readonly from: number | undefined;
	readonly to: number | undefined;
	readonly text: string | undefined;
}

function readStep(step: unknown, at: string, faults: Fault[]): CommandRequest {
	if (!isObject(step)) {
		faults.push({ pointer: at, detail: "must be an object" });
		return { command: "" };
	}
	const reader = readMembers(step, at, faults);
	const command = reader.requiredText("command", MAX_NAME);
	return reader.has("args") ? { command, args: step.args } : { command };
}

export function readCommand(body: unknown): CommandRequest {
	const faults: Fault[] = [];
	return settle(readStep(body, "", faults), faults);
}

export function readPipeline(body: unknown): readonly CommandRequest[] {
	const faults: Fault[] = [];
	const members = requireObject(body);
	const { fault, has } = readMembers(members, "", faults);
	const { steps } = members;
	if (!has("steps")) fault("steps", "is missing");
	else if (!Array.isArray(steps)) fault("steps", "must be an array");
	else if (steps.length < 1 || steps.length > MAX_STEPS)
		fault("steps", `must have 1 to ${MAX_STEPS} items`);
	const commands = (Array.isArray(steps) ? steps : []).map((step, index) =>
		readStep(step, `/steps/${index}`, faults),
	);
	return settle(commands, faults);
}

export function readZap(body: unknown): ZapRequest {
	const faults: Fault[] = [];
	const members = requireObject(body);
	const reader = readMembers(members, "", faults);
	const name = reader.requiredText("name", MAX_NAME);
	for (const given of ["id", "createdAt"])
		if (reader.has(given))
			reader.fault(given, "is given by the service and may not be sent");
	return settle({ name, members }, faults);
}

export function readAuditQuery(body: unknown): AuditQuery {
	const faults: Fault[] = [];
	const reader = readMembers(requireObject(body), "", faults);
	const query = {
		action: reader.text("action"),
		subjectType: reader.text("subjectType"),
		subjectId: reader.text("subjectId"),
		from: reader.instant("from"),
		to: reader.instant("to"),
		text: reader.text("text"),
		limit: reader.limit(),
		cursor: reader.text("cursor"),
	};
	return settle(query, faults);
}

/** Reads the query from the URL, because Fastify parses a repeated parameter as an array. */
export function readPageQuery(url: string): PageQuery {
	const start = url.indexOf("?");
	const sent = new URLSearchParams(start < 0 ? "" : url.slice(start + 1));
	const faults: Fault[] = [];
	const single = (parameter: string): string | undefined => {
		const [value, ...others] = sent.getAll(parameter);
		if (others.length > 0)
			faults.push({ parameter, detail: "may be given only once" });
		else if (value === "")
			faults.push({ parameter, detail: "may not be empty" });
		else return value;
		return undefined;
	};
	const written = single("limit");
	const limit = /^[0-9]+$/.test(written ?? `${DEFAULT_LIMIT}`)
		? Number(written ?? DEFAULT_LIMIT)
		: Number.NaN;
	if (!isLimit(limit))
		faults.push({ parameter: "limit", detail: LIMIT_DETAIL });
	return settle({ limit, cursor: single("cursor") }, faults);
}

export const unknownCursor = (place: "query" | "body"): Error =>
	invalid([
		{
			...(place === "query" ? { parameter: "cursor" } : { pointer: "/cursor" }),
			detail: "was never issued by this service",
		},
	]);
