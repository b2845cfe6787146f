import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Personal access token of the API user (id|secret, compared as a hash). */
export const TOKEN = "1|Qm7xVd2LrT9kZc4WnB8sYh3JfG6pXa1UeR5tKo0i";

type Input = Record<string, unknown>;
type Errors = Record<string, string[]>;
type Reply = { status: number; body: unknown; type?: string };
type HttpRequest = {
	input: Input;
	query: Record<string, string>;
	url: string;
	ip: string | null;
	userAgent: string | null;
};
type Action = (request: HttpRequest) => Reply;
type Model = { id: number; created_at: string; updated_at: string };
type Step = { command: string; parameters: unknown };
type Command = Step & { status: string };
type Pipeline = { name: string; commands: Step[]; status: string };
type Zap = { name: string; description: string | null; status: string };
type Audit = {
	id: number;
	user_id: number;
	event: string;
	auditable_type: string;
	auditable_id: number;
	new_values: Input;
	ip_address: string | null;
	user_agent: string | null;
	created_at: string;
};
type Paging = { page?: number; per_page?: number };
type AuditFilters = Paging &
	Partial<
		Pick<Audit, "event" | "auditable_type" | "auditable_id" | "user_id">
	> & { query?: string; from?: string; to?: string };

const [USER_ID, PER_PAGE, POST_MAX_SIZE, JSON_MAX_DEPTH] = [
	1,
	15,
	1024 * 1024,
	512,
] as const;
const PAGING = { page: "integer|min:1", per_page: "integer|min:1|max:100" };

class HttpException extends Error {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly errors: Errors | undefined;
	constructor(
		status: number,
		message: string,
		headers: Record<string, string> = {},
		errors?: Errors,
	) {
		super(message);
		this.status = status;
		this.headers = headers;
		this.errors = errors;
	}
}

const now = (): string => new Date().toISOString().replace("Z", "000Z");
const sha256 = (value: string): Buffer =>
	createHash("sha256").update(value).digest();
const like = (value: string | null, needle: string): boolean =>
	(value ?? "").toLowerCase().includes(needle.toLowerCase());
const range = (from: number, to: number): number[] =>
	Array.from({ length: to - from + 1 }, (_, i) => from + i);
const isArray = (value: unknown): value is object =>
	typeof value === "object" && value !== null;

/** TrimStrings and ConvertEmptyStringsToNull. */
const normalize = (value: unknown, depth = 1): unknown => {
	if (typeof value === "string") return value.trim() || null;
	if (!isArray(value)) return value;
	if (depth > JSON_MAX_DEPTH)
		throw new HttpException(400, "The request body contains malformed JSON.");
	if (Array.isArray(value))
		return value.map((item) => normalize(item, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [
			key,
			normalize(item, depth + 1),
		]),
	);
};

const parseDate = (value: unknown): number => {
	const [, day, time = "00:00:00", zone = "Z"] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(
			String(value),
		) ?? [];
	const midnight = new Date(`${day}T00:00:00Z`);
	const exists =
		!Number.isNaN(midnight.getTime()) &&
		midnight.toISOString().slice(0, 10) === day;
	return exists ? Date.parse(`${day}T${time}${zone}`) : NaN;
};

const size = (value: unknown): number =>
	typeof value === "number"
		? value
		: Array.isArray(value)
			? value.length
			: [...String(value)].length;
/** Each rule returns the message for a field that breaks it, otherwise null. */
const RULES: Record<
	string,
	(
		value: unknown,
		argument: string,
		label: string,
		input: Input,
	) => string | false
> = {
	string: (value, _, label) =>
		typeof value !== "string" && `The ${label} field must be a string.`,
	integer: (value, _, label) =>
		!Number.isSafeInteger(value) && `The ${label} field must be an integer.`,
	array: (value, _, label) =>
		!isArray(value) && `The ${label} field must be an array.`,
	list: (value, _, label) =>
		!Array.isArray(value) && `The ${label} field must be a list.`,
	in: (value, options, label) =>
		!options.split(",").includes(String(value)) &&
		`The selected ${label} is invalid.`,
	date: (value, _, label) =>
		Number.isNaN(parseDate(value)) &&
		`The ${label} field must be a valid date.`,
	after_or_equal: (value, other, label, input) =>
		endOf(value) < parseDate(input[other]) &&
		`The ${label} field must be a date after or equal to ${other}.`,
	min: (value, limit, label) =>
		size(value) < Number(limit) &&
		`The ${label} field must be at least ${limit}.`,
	max: (value, limit, label) =>
		size(value) > Number(limit) &&
		(Array.isArray(value)
			? `The ${label} field must not have more than ${limit} items.`
			: `The ${label} field must not be greater than ${limit}${typeof value === "string" ? " characters" : ""}.`),
};
const endOf = (date: unknown): number =>
	parseDate(date) + (String(date).length === 10 ? 86_399_999 : 0);

/** Form request validation: every field is nullable unless required, and bails on its first failure. */
const validate = <T>(input: Input, rules: Record<string, string>): T => {
	const errors: Errors = {};
	const check = (field: string, raw: unknown, spec: string): unknown => {
		const label = field.replaceAll("_", " ");
		const absent = raw === undefined || raw === null;
		if (
			spec.startsWith("required") &&
			(absent || (Array.isArray(raw) && raw.length === 0))
		)
			errors[field] = [`The ${label} field is required.`];
		if (absent || errors[field]) return undefined;
		const value =
			spec.includes("integer") && typeof raw === "string" && /^-?\d+$/.test(raw)
				? Number(raw)
				: raw;
		for (const [rule = "", argument = ""] of spec
			.split("|")
			.map((part) => part.split(":"))) {
			const message = RULES[rule]?.(value, argument, label, input);
			if (message && !errors[field]) errors[field] = [message];
		}
		return value;
	};
	const validated = Object.entries(rules).map(([field, spec]) => {
		const [parent = "", child] = field.split(".*.");
		if (child === undefined) return [field, check(field, input[field], spec)];
		const items: unknown = errors[parent] ? [] : input[parent];
		return [
			field,
			Array.isArray(items) &&
				items.map((item: unknown, i) =>
					check(
						`${parent}.${i}.${child}`,
						isArray(item) ? (item as Input)[child] : null,
						spec,
					),
				),
		];
	});
	const messages = Object.values(errors).flat();
	if (messages.length === 0) return Object.fromEntries(validated) as T;
	const more =
		messages.length > 1
			? ` (and ${messages.length - 1} more error${messages.length > 2 ? "s" : ""})`
			: "";
	throw new HttpException(422, `${messages[0]}${more}`, {}, errors);
};

/** Page numbers shown by the paginator (three on each side, null is a gap). */
const pageWindow = (page: number, last: number): (number | null)[] => {
	if (last < 14) return range(1, last);
	if (page <= 7) return [...range(1, 10), null, last - 1, last];
	return page > last - 7
		? [1, 2, null, ...range(last - 9, last)]
		: [1, 2, null, ...range(page - 3, page + 3), null, last - 1, last];
};

/** Resource collection around a length-aware paginator. */
const paginate = <T>(
	{ url, query }: HttpRequest,
	items: T[],
	{ page = 1, per_page = PER_PAGE }: Paging,
): Reply => {
	const last_page = Math.max(1, Math.ceil(items.length / per_page));
	const data = items.slice((page - 1) * per_page, page * per_page);
	const from = data.length > 0 ? (page - 1) * per_page + 1 : null;
	const link = (n: number): string =>
		`${url}?${new URLSearchParams({ ...query, page: String(n) })}`;
	const links = {
		first: link(1),
		last: link(last_page),
		prev: page > 1 ? link(page - 1) : null,
		next: page < last_page ? link(page + 1) : null,
	};
	const pages = [
		{ url: links.prev, label: "&laquo; Previous", active: false },
		...pageWindow(page, last_page).map((n) => ({
			url: n && link(n),
			label: n ? String(n) : "...",
			active: n === page,
		})),
		{ url: links.next, label: "Next &raquo;", active: false },
	];
	const meta = {
		current_page: page,
		from,
		last_page,
		links: pages,
		path: url,
		per_page,
		to: from && from + data.length - 1,
		total: items.length,
	};
	return { status: 200, body: { data, links, meta } };
};

const readJson = async (request: IncomingMessage): Promise<Input> => {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		length += chunk.length;
		if (length <= POST_MAX_SIZE) chunks.push(chunk);
	}
	if (length > POST_MAX_SIZE)
		throw new HttpException(413, "The POST data is too large.");
	if (length === 0) return {};
	if (
		!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(
			request.headers["content-type"] ?? "",
		)
	) {
		throw new HttpException(
			415,
			"The Content-Type header must be application/json.",
		);
	}
	let body: unknown;
	try {
		body = JSON.parse(
			new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
				Buffer.concat(chunks),
			),
		);
	} catch {
		throw new HttpException(400, "The request body contains malformed JSON.");
	}
	if (!isArray(body) || Array.isArray(body))
		throw new HttpException(400, "The request body must be a JSON object.");
	return normalize(body) as Input;
};

const authenticate = (request: IncomingMessage): void => {
	const token =
		/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
	if (!timingSafeEqual(sha256(token), sha256(TOKEN)))
		throw new HttpException(401, "Unauthenticated.", {
			"WWW-Authenticate": "Bearer",
		});
};

export const createService = (): ((
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void>) => {
	const commands: (Model & Command)[] = [];
	const pipelines: (Model & Pipeline)[] = [];
	const zaps: (Model & Zap)[] = [];
	const audits: Audit[] = [];
	const requests = new Map<string, number>();

	/** Auditable model: every created record leaves an audit. */
	const create = <A extends Input>(
		table: (Model & A)[],
		type: string,
		attributes: A,
		{ ip, userAgent }: HttpRequest,
	): Model & A => {
		const created_at = now();
		const model = {
			id: table.length + 1,
			...attributes,
			created_at,
			updated_at: created_at,
		};
		table.push(model);
		audits.push({
			id: audits.length + 1,
			user_id: USER_ID,
			event: "created",
			auditable_type: type,
			auditable_id: model.id,
			new_values: attributes,
			ip_address: ip,
			user_agent: userAgent,
			created_at,
		});
		return model;
	};

	const health: Action = () => ({
		status: 200,
		body: { status: "ok", timestamp: now() },
	});
	const storeCommand: Action = (request) => {
		const { command, parameters = null } = validate<Step>(request.input, {
			command: "required|string|max:255",
			parameters: "array",
		});
		return {
			status: 202,
			body: {
				data: create(
					commands,
					"command",
					{ command, parameters, status: "queued" },
					request,
				),
			},
		};
	};
	const storePipeline: Action = (request) => {
		const { name, commands: steps } = validate<{
			name: string;
			commands: Step[];
		}>(request.input, {
			name: "required|string|max:255",
			commands: "required|array|list|max:50",
			"commands.*.command": "required|string|max:255",
			"commands.*.parameters": "array",
		});
		const chain = steps.map(({ command, parameters = null }) => ({
			command,
			parameters,
		}));
		return {
			status: 202,
			body: {
				data: create(
					pipelines,
					"pipeline",
					{ name, commands: chain, status: "queued" },
					request,
				),
			},
		};
	};
	const indexZaps: Action = (request) => {
		const filters = validate<Paging & { search?: string; status?: string }>(
			request.input,
			{
				search: "string|max:255",
				status: "string|in:active,inactive",
				...PAGING,
			},
		);
		const { search = "", status } = filters;
		const rows = zaps.filter(
			(zap) =>
				(!status || zap.status === status) &&
				(like(zap.name, search) || like(zap.description, search)),
		);
		return paginate(request, rows.reverse(), filters);
	};
	const storeZap: Action = (request) => {
		const rules = {
			name: "required|string|max:255",
			description: "string|max:1000",
			status: "string|in:active,inactive",
		};
		const {
			name,
			description = null,
			status = "active",
		} = validate<Partial<Zap> & Pick<Zap, "name">>(request.input, rules);
		return {
			status: 201,
			body: {
				data: create(zaps, "zap", { name, description, status }, request),
			},
		};
	};
	const searchAudits: Action = (request) => {
		const filters = validate<AuditFilters>(request.input, {
			query: "string|max:255",
			event: "string|max:255",
			auditable_type: "string|in:command,pipeline,zap",
			auditable_id: "integer|min:1",
			user_id: "integer|min:1",
			from: "string|date",
			to: "string|date|after_or_equal:from",
			...PAGING,
		});
		const { query = "", from, to } = filters;
		const columns = (
			["event", "auditable_type", "auditable_id", "user_id"] as const
		).filter((column) => filters[column] !== undefined);
		const rows = audits.filter(
			(audit) =>
				columns.every((column) => audit[column] === filters[column]) &&
				(!from || Date.parse(audit.created_at) >= parseDate(from)) &&
				(!to || Date.parse(audit.created_at) <= endOf(to)) &&
				like(JSON.stringify(audit.new_values), query),
		);
		return paginate(request, rows.reverse(), filters);
	};
	const metrics: Action = () => {
		const samples = Object.entries({
			commands_submitted: commands,
			pipelines_submitted: pipelines,
			zaps_created: zaps,
			audits_recorded: audits,
		}).map(
			([name, rows]) =>
				`# TYPE app_${name}_total counter\napp_${name}_total ${rows.length}\n`,
		);
		const handled = [...requests].map(
			([labels, count]) => `app_http_requests_total{${labels}} ${count}\n`,
		);
		const body = [
			...samples,
			"# TYPE app_http_requests_total counter\n",
			...handled,
		].join("");
		return {
			status: 200,
			body,
			type: "text/plain; version=0.0.4; charset=utf-8",
		};
	};
	const publicRoutes = ["v1/health", "metrics"];
	const routes = new Map<string, Map<string, Action>>([
		[
			"v1/health",
			new Map([
				["GET", health],
				["HEAD", health],
			]),
		],
		["v1/command", new Map([["POST", storeCommand]])],
		["v1/pipeline", new Map([["POST", storePipeline]])],
		[
			"v1/zaps",
			new Map([
				["GET", indexZaps],
				["HEAD", indexZaps],
				["POST", storeZap],
			]),
		],
		["v1/audit/search", new Map([["POST", searchAudits]])],
		[
			"metrics",
			new Map([
				["GET", metrics],
				["HEAD", metrics],
			]),
		],
	]);

	const dispatch = async (
		request: IncomingMessage,
		method: string,
		path: string,
		search: string,
	): Promise<Reply> => {
		const route = routes.get(path);
		if (!route)
			throw new HttpException(
				404,
				`The route ${path || "/"} could not be found.`,
			);
		const action = route.get(method);
		const Allow = [...route.keys()].join(", ");
		if (!action)
			throw new HttpException(
				405,
				`The ${method} method is not supported for route ${path}. Supported methods: ${Allow}.`,
				{ Allow },
			);
		if (!publicRoutes.includes(path)) authenticate(request);
		const query = Object.fromEntries(new URLSearchParams(search));
		const input = {
			...(normalize(query) as Input),
			...(method === "POST" ? await readJson(request) : {}),
		};
		const url = `http://${request.headers.host ?? "localhost"}/${path}`;
		return action({
			input,
			query,
			url,
			ip: request.socket.remoteAddress ?? null,
			userAgent: request.headers["user-agent"] ?? null,
		});
	};

	return async (request, response) => {
		const method = request.method ?? "GET";
		const [rawPath = "", ...search] = (request.url ?? "/").split("?");
		const path = rawPath.replace(/^\/|\/$/g, "");
		const reply = await dispatch(request, method, path, search.join("?")).catch(
			(error: unknown): Reply => {
				if (!(error instanceof HttpException))
					return { status: 500, body: { message: "Server Error" } };
				for (const [name, value] of Object.entries(error.headers))
					response.setHeader(name, value);
				return {
					status: error.status,
					body: { message: error.message, errors: error.errors },
				};
			},
		);
		const labels = `method="${method}",route="${routes.has(path) ? path : "unmatched"}",status="${reply.status}"`;
		requests.set(labels, (requests.get(labels) ?? 0) + 1);
		const payload = reply.type
			? String(reply.body)
			: JSON.stringify(reply.body);
		const headers = {
			"Content-Type": reply.type ?? "application/json",
			"Content-Length": Buffer.byteLength(payload),
			"Cache-Control": "no-cache, private",
		};
		response.writeHead(reply.status, headers).end(payload);
	};
};
