/**
 * The seven operations in the style of a Python FastAPI service that keeps the framework's defaults: pydantic
 * validation errors under `detail`, status 200 for everything that succeeds, offset and limit, prometheus_client metrics.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type Loc = readonly (string | number)[];
type Dict = Record<string, unknown>;
type Reader<T> = ((value: unknown, loc: Loc) => T) & { fallback?: () => T };
interface Issue {
	type: string;
	loc: Loc;
	msg: string;
	input: unknown;
	ctx?: Dict;
}
interface Zap {
	id: number;
	name: string;
	description: string | null;
	trigger: string;
	action: string;
	enabled: boolean;
	created_at: string;
}
interface AuditRecord {
	id: number;
	timestamp: string;
	actor: string;
	action: string;
	resource_type: string;
	resource_id: string;
	details: Dict;
}
interface Route {
	method: string;
	path: string;
	open?: boolean;
	run: (call: { body: unknown; query: Dict; actor: string }) => unknown;
}
interface Answer {
	status: number;
	headers: Record<string, string>;
	payload: string;
}
class HTTPException extends Error {
	answer: Answer = {
		status: 500,
		headers: { "content-type": "text/plain; charset=utf-8" },
		payload: "Internal Server Error",
	};
	issues: Issue[] = [];
}
const raise = (
	status: number,
	detail: string | Issue[],
	headers: Record<string, string> = {},
): never => {
	const answer: Answer = {
		status,
		headers: { "content-type": "application/json", ...headers },
		payload: JSON.stringify({ detail }),
	};
	throw Object.assign(new HTTPException(), {
		answer,
		issues: typeof detail === "string" ? [] : detail,
	});
};
const fail = (
	type: string,
	loc: Loc,
	msg: string,
	input: unknown,
	ctx?: Dict,
): never =>
	raise(422, [{ type, loc, msg, input: input ?? null, ...(ctx && { ctx }) }]);
const isDict = (value: unknown): value is Dict =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean =>
	["string", "number", "boolean"].includes(typeof value);
const str =
	(max: number, min = 1): Reader<string> =>
	(value, loc) => {
		if (typeof value !== "string")
			return fail("string_type", loc, "Input should be a valid string", value);
		const { length } = [...value];
		if (length < min)
			fail(
				"string_too_short",
				loc,
				`String should have at least ${min} character`,
				value,
				{ min_length: min },
			);
		if (length > max)
			fail(
				"string_too_long",
				loc,
				`String should have at most ${max} characters`,
				value,
				{ max_length: max },
			);
		return value;
	};
const int =
	(ge: number, le = Number.MAX_SAFE_INTEGER): Reader<number> =>
	(value, loc) => {
		const msg = "Input should be a valid integer";
		if (!isScalar(value)) fail("int_type", loc, msg, value);
		if (typeof value === "string" && !/^\s*[+-]?\d+(\.0+)?\s*$/.test(value))
			fail(
				"int_parsing",
				loc,
				`${msg}, unable to parse string as an integer`,
				value,
			);
		const number = Number(value);
		if (!Number.isInteger(number))
			fail(
				"int_from_float",
				loc,
				`${msg}, got a number with a fractional part`,
				value,
			);
		if (number < ge)
			fail(
				"greater_than_equal",
				loc,
				`Input should be greater than or equal to ${ge}`,
				value,
				{ ge },
			);
		if (number > le)
			fail(
				"less_than_equal",
				loc,
				`Input should be less than or equal to ${le}`,
				value,
				{ le },
			);
		return number;
	};
const bool: Reader<boolean> = (value, loc) => {
	if (!isScalar(value))
		fail("bool_type", loc, "Input should be a valid boolean", value);
	const word = String(value).toLowerCase();
	if (["true", "1", "yes", "on", "t", "y"].includes(word)) return true;
	if (["false", "0", "no", "off", "f", "n"].includes(word)) return false;
	return fail(
		"bool_parsing",
		loc,
		"Input should be a valid boolean, unable to interpret input",
		value,
	);
};
const datetime: Reader<number> = (value, loc) => {
	if (typeof value !== "string")
		return fail(
			"datetime_type",
			loc,
			"Input should be a valid datetime",
			value,
		);
	const [day, time = "00:00", zone = "Z"] =
		/^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)(Z|[+-]\d\d:\d\d)?)?$/
			.exec(value)
			?.slice(1) ?? [];
	const moment = Date.parse(`${day}T${time}${zone}`);
	if (!Number.isNaN(moment)) return moment;
	const error =
		value.length < 10 ? "input is too short" : "invalid character in year";
	return fail(
		"datetime_from_date_parsing",
		loc,
		`Input should be a valid datetime or date, ${error}`,
		value,
		{ error },
	);
};
const dict: Reader<Dict> = (value, loc) =>
	isDict(value)
		? value
		: fail("dict_type", loc, "Input should be a valid dictionary", value);
const withDefault = <T>(reader: Reader<T>, fallback: () => T): Reader<T> =>
	Object.assign((value: unknown, loc: Loc) => reader(value, loc), { fallback });
const nullable = <T>(reader: Reader<T>): Reader<T | null> =>
	withDefault<T | null>(
		(value, loc) => (value === null ? null : reader(value, loc)),
		() => null,
	);

/** Run every part, gather the issues of all those that fail, and raise them together. */
const gather = <T>(parts: (() => T)[]): T[] => {
	const issues: Issue[] = [];
	const values = parts.flatMap((part) => {
		try {
			return [part()];
		} catch (error) {
			if (!(error instanceof HTTPException)) throw error;
			issues.push(...error.issues);
			return [];
		}
	});
	return issues.length > 0 ? raise(422, issues) : values;
};
const nonEmptyList =
	<T>(reader: Reader<T>): Reader<T[]> =>
	(value, loc) => {
		if (!Array.isArray(value))
			return fail("list_type", loc, "Input should be a valid list", value);
		if (value.length > 0)
			return gather(
				value.map(
					(item: unknown, index) => () => reader(item, [...loc, index]),
				),
			);
		return fail(
			"too_short",
			loc,
			"List should have at least 1 item after validation, not 0",
			value,
			{ field_type: "List", min_length: 1, actual_length: 0 },
		);
	};
const model =
	<T extends object>(fields: { [K in keyof T]: Reader<T[K]> }): Reader<T> =>
	(value, loc) => {
		if (loc.length === 1 && (value === undefined || value === null))
			return fail("missing", loc, "Field required", null);
		if (!isDict(value))
			return fail(
				"model_attributes_type",
				loc,
				"Input should be a valid dictionary or object to extract fields from",
				value,
			);
		const parts = Object.entries<Reader<unknown>>(fields).map(
			([name, reader]) =>
				() => {
					if (Object.hasOwn(value, name))
						return [name, reader(value[name], [...loc, name])];
					return [
						name,
						reader.fallback
							? reader.fallback()
							: fail("missing", [...loc, name], "Field required", value),
					];
				},
		);
		return Object.fromEntries(gather(parts)) as T;
	};

const page = {
	offset: withDefault(int(0), () => 0),
	limit: withDefault(int(1, 100), () => 100),
};
const optional = nullable(str(100));
const ZapCreate = model({
	name: str(100),
	description: nullable(str(500, 0)),
	trigger: str(200),
	action: str(200),
	enabled: withDefault(bool, () => true),
});
const ZapFilter = model({ ...page, q: optional, enabled: nullable(bool) });
const CommandCreate = model({
	name: str(100),
	args: withDefault(dict, () => ({})),
	zap_id: nullable(int(1)),
});
const PipelineCreate = model({
	name: str(100),
	steps: nonEmptyList(CommandCreate),
});
const exactMatch = {
	actor: optional,
	action: optional,
	resource_type: optional,
	resource_id: optional,
};
const AuditSearch = model({
	...exactMatch,
	since: nullable(datetime),
	until: nullable(datetime),
	...page,
});
const now = (): string =>
	new Date()
		.toISOString()
		.replace(/(?:\.000|(\.\d{3}))Z$/, (_, ms?: string) =>
			ms ? `${ms}000Z` : "Z",
		);

async function readBody(request: IncomingMessage): Promise<unknown> {
	const raw = Buffer.concat(await request.toArray());
	if (raw.length === 0) return undefined;
	if (
		!/^application\/(\S+\+)?json *(;|$)/i.test(
			request.headers["content-type"] ?? "application/json",
		)
	)
		return raw.toString();
	try {
		// The reviver visits every level, so that a body nested too deeply to be answered fails here.
		return JSON.parse(
			new TextDecoder("utf-8", { fatal: true }).decode(raw),
			(_, value: unknown) => value,
		);
	} catch (error) {
		if (!(error instanceof SyntaxError))
			return raise(400, "There was an error parsing the body");
		const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? 0);
		return fail(
			"json_invalid",
			["body", position],
			"JSON decode error",
			{},
			{ error: "Expecting value" },
		);
	}
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const tokens = new Map(
		Object.entries<string>(
			JSON.parse(process.env.API_TOKENS ?? '{"dev-token":"developer"}'),
		),
	);
	const zaps: Zap[] = [];
	const auditLog: AuditRecord[] = [];
	const requests = new Map<string, { count: number; sum: number }>();

	const audit = (
		actor: string,
		action: string,
		type: string,
		id: string | number,
		details: Dict,
		timestamp: string,
	): number =>
		auditLog.push({
			id: auditLog.length + 1,
			timestamp,
			actor,
			action,
			resource_type: type,
			resource_id: String(id),
			details,
		});
	const submit = (
		kind: string,
		actor: string,
		name: string,
		steps: { zap_id: number | null }[],
		details: Dict,
	): Dict => {
		if (
			steps.some(
				({ zap_id }) =>
					zap_id !== null && !zaps.some((zap) => zap.id === zap_id),
			)
		)
			raise(404, "Zap not found");
		const receipt = {
			id: randomUUID(),
			name,
			status: "queued",
			created_at: now(),
		};
		audit(
			actor,
			`${kind}.submit`,
			kind,
			receipt.id,
			{ name, ...details },
			receipt.created_at,
		);
		return receipt;
	};
	const authenticate = (request: IncomingMessage): string => {
		const token =
			/^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
		return (
			tokens.get(token) ??
			raise(
				401,
				token ? "Invalid authentication credentials" : "Not authenticated",
				{ "www-authenticate": "Bearer" },
			)
		);
	};
	const family = (
		name: string,
		help: string,
		type: string,
		samples: string[],
	): string =>
		[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ""].join(
			"\n",
		);
	const metrics = (): string => {
		const totals = [...requests].map(
			([labels, { count }]) => `http_requests_total{${labels}} ${count}.0`,
		);
		const seconds = [...requests].flatMap(([labels, { count, sum }]) => [
			`_count{${labels}} ${count}.0`,
			`_sum{${labels}} ${sum}`,
		]);
		return (
			family("http_requests_total", "Total HTTP requests", "counter", totals) +
			family(
				"request_processing_seconds",
				"Time spent processing request",
				"summary",
				seconds.map((sample) => `request_processing_seconds${sample}`),
			) +
			family("zaps", "Number of stored zaps", "gauge", [
				`zaps ${zaps.length}.0`,
			])
		);
	};

	const routes: Route[] = [
		{
			method: "GET",
			path: "/v1/health",
			open: true,
			run: () => ({ status: "ok" }),
		},
		{
			method: "POST",
			path: "/v1/command",
			run: ({ body, actor }) => {
				const { name, zap_id } = CommandCreate(body, ["body"]);
				return submit("command", actor, name, [{ zap_id }], { zap_id });
			},
		},
		{
			method: "POST",
			path: "/v1/pipeline",
			run: ({ body, actor }) => {
				const { name, steps } = PipelineCreate(body, ["body"]);
				return submit("pipeline", actor, name, steps, {
					steps: steps.map((step) => step.name),
				});
			},
		},
		{
			method: "GET",
			path: "/v1/zaps",
			run: ({ query }) => {
				const { offset, limit, q, enabled } = ZapFilter(query, ["query"]);
				const needle = (q ?? "").toLowerCase();
				return zaps
					.filter(
						(zap) =>
							(enabled ?? zap.enabled) === zap.enabled &&
							zap.name.toLowerCase().includes(needle),
					)
					.slice(offset, offset + limit);
			},
		},
		{
			method: "POST",
			path: "/v1/zaps",
			run: ({ body, actor }) => {
				const data = ZapCreate(body, ["body"]);
				if (zaps.some((zap) => zap.name === data.name))
					raise(409, "Zap with this name already exists");
				const zap: Zap = { id: zaps.length + 1, ...data, created_at: now() };
				zaps.push(zap);
				audit(
					actor,
					"zap.create",
					"zap",
					zap.id,
					{ name: zap.name },
					zap.created_at,
				);
				return zap;
			},
		},
		{
			method: "POST",
			path: "/v1/audit/search",
			run: ({ body }) => {
				const { since, until, offset, limit, ...exact } = AuditSearch(body, [
					"body",
				]);
				const keys = Object.keys(exactMatch) as (keyof typeof exactMatch)[];
				const found = auditLog
					.filter(
						(record) =>
							keys.every(
								(key) => record[key] === (exact[key] ?? record[key]),
							) &&
							Date.parse(record.timestamp) >= (since ?? -Infinity) &&
							Date.parse(record.timestamp) <= (until ?? Infinity),
					)
					.reverse();
				return {
					items: found.slice(offset, offset + limit),
					total: found.length,
					offset,
					limit,
				};
			},
		},
		{ method: "GET", path: "/metrics", open: true, run: metrics },
	];

	return async (request, response) => {
		const started = performance.now();
		const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
		const matches = routes.filter((route) => route.path === path);
		let { answer } = new HTTPException();
		try {
			const route = matches.find(({ method }) => method === request.method);
			if (!route)
				return matches[0]
					? raise(405, "Method Not Allowed", { allow: matches[0].method })
					: raise(404, "Not Found");
			// The body is decoded before credentials are looked at, and validated after.
			const body =
				route.method === "POST" ? await readBody(request) : undefined;
			const actor = route.open ? "anonymous" : authenticate(request);
			const result = route.run({
				body,
				actor,
				query: Object.fromEntries(new URLSearchParams(search)),
			});
			const [type, payload] =
				typeof result === "string"
					? ["text/plain; version=0.0.4; charset=utf-8", result]
					: ["application/json", JSON.stringify(result)];
			answer = { status: 200, headers: { "content-type": type }, payload };
		} catch (error) {
			if (error instanceof HTTPException) answer = error.answer;
		}
		const labels = `method="${request.method}",path="${matches[0]?.path ?? "unmatched"}",status="${answer.status}"`;
		const { count, sum } = requests.get(labels) ?? { count: 0, sum: 0 };
		requests.set(labels, {
			count: count + 1,
			sum: sum + (performance.now() - started) / 1000,
		});
		response
			.writeHead(answer.status, {
				...answer.headers,
				"content-length": Buffer.byteLength(answer.payload),
			})
			.end(answer.payload);
	};
}
