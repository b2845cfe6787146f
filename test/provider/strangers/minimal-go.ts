/**
 * A service in the style of a minimal Go program: net/http with a plain mux, errors as one line of plain text,
 * and encoding/json left at its defaults (field names as in the structs, nil slices as null, durations in nanoseconds).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type Reply = { code: number; type: string; body: string };
type Handler = (
	request: IncomingMessage,
	query: URLSearchParams,
) => Reply | Promise<Reply>;
/** Reads a JSON value into a T; a missing or null one leaves the zero value. */
type Kind<T> = (value: unknown, at: string) => T;
type Command = { Name: string; Args: string[] | null; Timeout: number };
type Zap = {
	ID: number;
	Name: string;
	On: string;
	Run: Command;
	Disabled: boolean;
	Created: string;
};
type Pipeline = { Name: string; Steps: Command[] | null };
type Receipt = {
	ID: number;
	Kind: string;
	Name: string;
	Steps: number;
	Submitted: string;
	Deadline: string;
};
type Entry = {
	ID: number;
	Time: string;
	Remote: string;
	Action: string;
	Target: number;
	Name: string;
};
type Search = {
	Action: string;
	Name: string;
	Text: string;
	Target: number;
	Since: string;
	Until: string;
	After: number;
	Limit: number;
};

const maxBody = 1 << 20,
	maxSteps = 100,
	defaultLimit = 100,
	maxLimit = 1000;
const second = 1e9,
	defaultTimeout = 30 * second,
	maxTimeout = 3600 * second;
const zeroTime = "0001-01-01T00:00:00Z",
	plain = "text/plain; charset=utf-8";
const stamp = (ms: number) =>
	new Date(ms).toISOString().replace(/\.?0+Z$/, "Z");
const digest = (value: string) => createHash("sha256").update(value).digest();

class HTTPError extends Error {
	code: number;
	constructor(message: string, code = 400) {
		super(message);
		this.code = code;
	}
}

function mismatch(value: unknown, at: string, type: string): HTTPError {
	const word =
		typeof value === "number"
			? `number ${value}`
			: typeof value === "boolean"
				? "bool"
				: Array.isArray(value)
					? "array"
					: typeof value;
	return new HTTPError(
		`json: cannot unmarshal ${word} into Go ${at ? `struct field ${at}` : "value"} of type ${type}`,
	);
}

function scalar<T>(
	type: string,
	zero: T,
	is: (value: unknown) => boolean,
): Kind<T> {
	return (value, at) => {
		if (is(value ?? zero)) return (value ?? zero) as T;
		throw mismatch(value, at, type);
	};
}

function slice<T>(type: string, of: Kind<T>): Kind<T[] | null> {
	const list = scalar<unknown[] | null>(
		type,
		null,
		(value) => value === null || Array.isArray(value),
	);
	return (value, at) =>
		list(value, at)?.map((element) => of(element, at)) ?? null;
}

/** Field names match without regard to case; unknown fields are ignored. */
function struct<T extends object>(
	name: string,
	fields: { [K in keyof T]: Kind<T[K]> },
): Kind<T> {
	return (value, at) => {
		if (
			(typeof value !== "object" && value !== undefined) ||
			Array.isArray(value)
		)
			throw mismatch(value, at, `main.${name}`);
		const given = new Map(
			Object.entries(value ?? {}).map(([key, field]: [string, unknown]) => [
				key.toLowerCase(),
				field,
			]),
		);
		const keys = Object.keys(fields) as (keyof T & string)[];
		return Object.fromEntries(
			keys.map((key) => [
				key,
				fields[key](given.get(key.toLowerCase()), `${at || name}.${key}`),
			]),
		) as T;
	};
}

const bool = scalar<boolean>(
	"bool",
	false,
	(value) => typeof value === "boolean",
);
const int = scalar<number>("int64", 0, Number.isSafeInteger);
const duration = scalar<number>("time.Duration", 0, Number.isSafeInteger);
const rawText = scalar<string>(
	"string",
	"",
	(value) => typeof value === "string",
);
const text: Kind<string> = (value, at) =>
	rawText(value, at).replace(/\p{Surrogate}/gu, "\ufffd");
const time: Kind<string> = (value, at) => {
	const given = text(value ?? zeroTime, at),
		day =
			/^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(
				given,
			)?.[1];
	if (
		day &&
		!Number.isNaN(Date.parse(given)) &&
		new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
	)
		return given;
	throw new HTTPError(
		`parsing time ${JSON.stringify(given)} as "2006-01-02T15:04:05Z07:00": cannot parse`,
	);
};
const commandKind = struct<Command>("Command", {
	Name: text,
	Args: slice("[]string", text),
	Timeout: duration,
});
const pipelineKind = struct<Pipeline>("Pipeline", {
	Name: text,
	Steps: slice("[]main.Command", commandKind),
});
const zapKind = struct<Omit<Zap, "ID" | "Created">>("Zap", {
	Name: text,
	On: text,
	Run: commandKind,
	Disabled: bool,
});
const searchKind = struct<Search>("Search", {
	Action: text,
	Name: text,
	Text: text,
	Target: int,
	Since: time,
	Until: time,
	After: int,
	Limit: int,
});

async function decode<T>(request: IncomingMessage, kind: Kind<T>): Promise<T> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= maxBody) chunks.push(chunk);
	}
	if (size > maxBody) throw new HTTPError("http: request body too large", 413);
	const body = Buffer.concat(chunks).toString();
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		throw new HTTPError(
			body.trim() === ""
				? "unexpected end of JSON input"
				: "invalid character in JSON input",
		);
	}
	return kind(value, "");
}

function encode(code: number, value: unknown): Reply {
	const body = JSON.stringify(value).replace(
		/[<>&\u2028\u2029]/g,
		(c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
	return { code, type: "application/json", body: `${body}\n` };
}

function atoi(query: URLSearchParams, key: string): number {
	const value = query.get(key) || "0";
	const problem = !/^[+-]?\d+$/.test(value)
		? "invalid syntax"
		: Number.isSafeInteger(Number(value))
			? ""
			: "value out of range";
	if (problem)
		throw new HTTPError(
			`bad ${key}: strconv.Atoi: parsing ${JSON.stringify(value)}: ${problem}`,
		);
	return Number(value);
}

/** The next page begins after the last ID of this one; a page of none is a nil slice. */
function page<T extends { ID: number }>(
	all: T[],
	after: number,
	limit: number,
	keep: (item: T) => boolean,
): T[] | null {
	if (limit < 0 || limit > maxLimit)
		throw new HTTPError(`bad limit: must be between 1 and ${maxLimit}`);
	const found = all
		.filter((item) => item.ID > after && keep(item))
		.slice(0, limit || defaultLimit);
	return found.length === 0 ? null : found;
}

function checkName(name: string, where = ""): void {
	if (!/^[a-z][a-z0-9._-]{0,62}$/.test(name))
		throw new HTTPError(`${where}bad name ${JSON.stringify(name)}`);
}

function checkCommand(command: Command, where = ""): Command {
	checkName(command.Name, where);
	if (command.Timeout < 0 || command.Timeout > maxTimeout)
		throw new HTTPError(`${where}bad timeout: must be between 0s and 1h0m0s`);
	return { ...command, Timeout: command.Timeout || defaultTimeout };
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const token = process.env.ZAPD_TOKEN ?? ""; // without one, the service is open
	const zaps: Zap[] = [],
		receipts: Receipt[] = [],
		entries: Entry[] = [];
	const requests = new Map<string, { count: number; seconds: number }>();
	function audit(
		request: IncomingMessage,
		Time: string,
		Action: string,
		Target: number,
		Name: string,
	): void {
		entries.push({
			ID: entries.length + 1,
			Time,
			Remote: request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "",
			Action,
			Target,
			Name,
		});
	}
	function submit(
		request: IncomingMessage,
		Kind: string,
		Action: string,
		Name: string,
		steps: Command[],
	): Reply {
		const now = Date.now(),
			budget = steps.reduce((sum, step) => sum + step.Timeout, 0) / 1e6;
		const receipt = {
			ID: receipts.length + 1,
			Kind,
			Name,
			Steps: steps.length,
			Submitted: stamp(now),
			Deadline: stamp(now + budget),
		};
		receipts.push(receipt);
		audit(request, receipt.Submitted, Action, receipt.ID, Name);
		return encode(202, receipt);
	}
	function metrics(): Reply {
		const body = [
			"# TYPE http_request_duration_seconds summary",
			...[...requests]
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.flatMap(([labels, { count, seconds }]) => [
					`http_request_duration_seconds_sum{${labels}} ${seconds}`,
					`http_request_duration_seconds_count{${labels}} ${count}`,
				]),
			"# TYPE zapd_audit_records gauge",
			`zapd_audit_records ${entries.length}`,
			"# TYPE zapd_submitted_total counter",
			...["command", "pipeline"].map(
				(kind) =>
					`zapd_submitted_total{kind="${kind}"} ${receipts.filter(({ Kind }) => Kind === kind).length}`,
			),
			"# TYPE zapd_zaps gauge",
			`zapd_zaps ${zaps.length}`,
		].join("\n");
		return {
			code: 200,
			type: "text/plain; version=0.0.4; charset=utf-8",
			body: `${body}\n`,
		};
	}
	const mux: Record<string, Handler | undefined> = {
		"GET /v1/health": () => ({ code: 200, type: plain, body: "ok\n" }),
		"GET /metrics": metrics,
		"POST /v1/command": async (request) => {
			const command = checkCommand(await decode(request, commandKind));
			return submit(request, "command", "SubmitCommand", command.Name, [
				command,
			]);
		},
		"POST /v1/pipeline": async (request) => {
			const { Name, Steps } = await decode(request, pipelineKind);
			checkName(Name);
			if (!Steps?.length || Steps.length > maxSteps)
				throw new HTTPError(
					`bad steps: want 1 to ${maxSteps}, got ${Steps?.length ?? 0}`,
				);
			return submit(
				request,
				"pipeline",
				"SubmitPipeline",
				Name,
				Steps.map((step, i) => checkCommand(step, `step ${i}: `)),
			);
		},
		"GET /v1/zaps": (_, query) =>
			encode(
				200,
				page(
					zaps,
					atoi(query, "after"),
					atoi(query, "limit"),
					(zap) => !query.get("on") || zap.On === query.get("on"),
				),
			),
		"POST /v1/zaps": async (request) => {
			const { Name, On, Run, Disabled } = await decode(request, zapKind);
			checkName(Name);
			if (On === "") throw new HTTPError("missing on");
			const zap = {
				ID: zaps.length + 1,
				Name,
				On,
				Run: checkCommand(Run, "run: "),
				Disabled,
				Created: stamp(Date.now()),
			};
			if (zaps.some((other) => other.Name === Name))
				throw new HTTPError(`zap ${JSON.stringify(Name)} already exists`, 409);
			zaps.push(zap);
			audit(request, zap.Created, "CreateZap", zap.ID, Name);
			return encode(201, zap);
		},
		"POST /v1/audit/search": async (request) => {
			const { Action, Name, Text, Target, Since, Until, After, Limit } =
				await decode(request, searchKind);
			const since = Date.parse(Since),
				until = Until === zeroTime ? Infinity : Date.parse(Until);
			return encode(
				200,
				page(
					entries,
					After,
					Limit,
					(entry) =>
						(!Action || entry.Action === Action) &&
						(!Name || entry.Name === Name) &&
						(!Target || entry.Target === Target) &&
						`${entry.Action} ${entry.Name}`.includes(Text) &&
						Date.parse(entry.Time) >= since &&
						Date.parse(entry.Time) < until,
				),
			);
		},
	};
	const paths = new Set(
		Object.keys(mux).map((pattern) => pattern.replace(/^\w+ /, "")),
	);
	return async (request, response) => {
		const start = performance.now(),
			method = request.method ?? "GET";
		const [path = "", rawQuery = ""] = (request.url ?? "/").split(/\?(.*)/s);
		let reply: Reply;
		try {
			if (!paths.has(path)) throw new HTTPError("404 page not found", 404);
			const handler = mux[`${method === "HEAD" ? "GET" : method} ${path}`];
			if (!handler) {
				response.setHeader(
					"Allow",
					["GET", "HEAD", "POST"]
						.filter(
							(known) => mux[`${known === "HEAD" ? "GET" : known} ${path}`],
						)
						.join(", "),
				);
				throw new HTTPError("Method Not Allowed", 405);
			}
			if (
				token &&
				path !== "/v1/health" &&
				path !== "/metrics" &&
				!timingSafeEqual(
					digest(request.headers.authorization ?? ""),
					digest(`Bearer ${token}`),
				)
			) {
				response.setHeader("WWW-Authenticate", "Bearer");
				throw new HTTPError("Unauthorized", 401);
			}
			reply = await handler(request, new URLSearchParams(rawQuery));
		} catch (err) {
			const { code, message } =
				err instanceof HTTPError
					? err
					: new HTTPError("Internal Server Error", 500);
			response.setHeader("X-Content-Type-Options", "nosniff");
			reply = { code, type: plain, body: `${message}\n` };
		}
		response
			.writeHead(reply.code, {
				"Content-Type": reply.type,
				"Content-Length": Buffer.byteLength(reply.body),
			})
			.end(reply.body);
		const key = `code="${reply.code}",method="${method.toLowerCase()}",path="${paths.has(path) ? path : "other"}"`;
		const { count, seconds } = requests.get(key) ?? { count: 0, seconds: 0 };
		requests.set(key, {
			count: count + 1,
			seconds: seconds + (performance.now() - start) / 1000,
		});
	};
}
