/**
 * A small zap service in the style of a Django REST Framework team: serializers with DRF's messages, token authentication,
 * page-number pagination, OPTIONS metadata, an audit log shaped like django-auditlog and metrics named like django-prometheus.
 * Settings: APPEND_SLASH = False, JSON parser and renderer only.
 */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Data = { [key: string]: Json };
interface Field {
	type: string;
	required: boolean;
	nullable: boolean;
	initial: Json;
	attrs: Data;
	parse: (value: Json) => Json;
}
type Fields = Record<string, Field>;
type Options = { initial?: Json; nullable?: boolean };
interface Context {
	cid: string;
	remote: string;
	host: string;
	path: string;
	query: URLSearchParams;
}
interface Reply {
	status: number;
	body: Json;
	headers?: Record<string, string>;
	type?: string;
}
interface View {
	name: string;
	title: string;
	open?: boolean;
	fields?: Fields;
	readOnly?: Record<string, string>;
	get?: (context: Context) => Reply;
	post?: (context: Context, data: Json) => Reply;
}
type Zap = {
	id: number;
	name: string;
	description: string;
	trigger: string;
	config: Data;
	is_active: boolean;
	owner: string;
	run_count: number;
	last_run: string | null;
	created: string;
	modified: string;
};
type LogEntry = {
	id: number;
	timestamp: string;
	actor: string;
	action: string;
	content_type: string;
	object_pk: string;
	object_repr: string;
	changes: Data;
	remote_addr: string;
	cid: string;
};
type CommandInput = { command: string; zap: number | null; arguments: Data };
type ZapFilter = {
	is_active: boolean | null;
	trigger: string | null;
	owner: string | null;
	search: string;
	ordering: string;
};
type AuditExact = Record<
	"action" | "content_type" | "object_pk" | "actor" | "cid",
	string | null
>;
type AuditFilter = AuditExact & {
	search: string;
	timestamp_after: number | null;
	timestamp_before: number | null;
};

export const TOKEN = "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b";
const USERNAME = "automation",
	VERSION = "1.4.2",
	PAGE_SIZE = 20,
	MAX_PAGE_SIZE = 100,
	MAX_STEPS = 20,
	MAX_BODY = 1_048_576,
	MAX_DEPTH = 32,
	RATE = 3000,
	RATE_WINDOW = 60_000;
const COMMANDS = ["ping", "run", "enable", "disable"],
	TRIGGERS = ["manual", "email", "webhook"],
	ORDERING = ["id", "name", "created", "run_count"] as const;
const SECURITY = {
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
	"Referrer-Policy": "same-origin",
};
const METRICS: Record<string, [type: string, help: string]> = {
	django_http_requests_before_middlewares_total: [
		"counter",
		"Total count of requests before middlewares run.",
	],
	django_http_requests_total_by_view_transport_method_total: [
		"counter",
		"Count of requests by view, transport, method.",
	],
	django_http_responses_total_by_status_view_method_total: [
		"counter",
		"Count of responses by status, view, method.",
	],
	django_model_inserts_total: [
		"counter",
		"Number of insert operations by model.",
	],
	django_model_updates_total: [
		"counter",
		"Number of update operations by model.",
	],
	zaps_commands_total: [
		"counter",
		"Commands executed, alone or as a pipeline step, by command and status.",
	],
	zaps_zaps: ["gauge", "Zaps stored, by activity."],
};

class ApiException extends Error {
	readonly status: number;
	readonly detail: Json;
	readonly headers: Record<string, string>;
	constructor(
		status: number,
		detail: Json,
		headers: Record<string, string> = {},
	) {
		super(JSON.stringify(detail));
		this.status = status;
		this.detail = detail;
		this.headers = headers;
	}
}
const invalid = (detail: Json) =>
	new ApiException(400, typeof detail === "string" ? [detail] : detail);
const isDict = (value: Json): value is Data =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const now = () => new Date().toISOString().replace("Z", "000Z");
const digest = (value: string) => createHash("sha256").update(value).digest();
const title = (name: string) =>
	name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
function pyType(value: Json): string {
	if (typeof value === "number")
		return Number.isInteger(value) ? "int" : "float";
	if (typeof value !== "object")
		return typeof value === "boolean" ? "bool" : "str";
	return value === null ? "NoneType" : Array.isArray(value) ? "list" : "dict";
}

// Serializer fields: one with an initial value is not required
const field = (
	type: string,
	options: Options,
	attrs: Data,
	parse: Field["parse"],
): Field => ({
	type,
	required: !("initial" in options),
	nullable: false,
	initial: null,
	...options,
	attrs,
	parse,
});
const char = (
	max: number,
	options: Options = {},
	blank = false,
	check?: (value: string) => void,
) =>
	field("string", options, { max_length: max }, (value) => {
		if (typeof value !== "string" && typeof value !== "number")
			throw invalid("Not a valid string.");
		const text = String(value).trim();
		if (text === "" && !blank) throw invalid("This field may not be blank.");
		if ([...text].length > max)
			throw invalid(`Ensure this field has no more than ${max} characters.`);
		if (text.includes("\0")) throw invalid("Null characters are not allowed.");
		if (/[\ud800-\udfff]/u.test(text))
			throw invalid("Surrogate characters are not allowed.");
		check?.(text);
		return text;
	});
const choice = (values: string[], options: Options = {}) =>
	field(
		"choice",
		options,
		{ choices: values.map((value) => ({ value, display_name: title(value) })) },
		(value) => {
			if (typeof value !== "string" || !values.includes(value))
				throw invalid(
					`"${typeof value === "string" ? value : JSON.stringify(value)}" is not a valid choice.`,
				);
			return value;
		},
	);
const boolean = (initial: boolean | null) =>
	field("boolean", { initial }, {}, (value) => {
		const text = typeof value === "object" ? "" : String(value).toLowerCase();
		if (["true", "t", "yes", "y", "on", "1"].includes(text)) return true;
		if (["false", "f", "no", "n", "off", "0"].includes(text)) return false;
		throw invalid("Must be a valid boolean.");
	});
const integer = (min: number, max: number, initial: number) =>
	field("integer", { initial }, { min_value: min, max_value: max }, (value) => {
		const text =
			typeof value === "string" || typeof value === "number"
				? String(value).trim()
				: "";
		if (!/^[+-]?\d+(\.0*)?$/.test(text))
			throw invalid("A valid integer is required.");
		if (Number(text) < min)
			throw invalid(`Ensure this value is greater than or equal to ${min}.`);
		if (Number(text) > max)
			throw invalid(`Ensure this value is less than or equal to ${max}.`);
		return Number(text);
	});
const dict = () =>
	field("field", { initial: {} }, {}, (value) => {
		if (!isDict(value))
			throw invalid(
				`Expected a dictionary of items but got type "${pyType(value)}".`,
			);
		return value;
	});
const datetime = () =>
	field("datetime", { initial: null }, {}, (value) => {
		const [, date, time = "00:00", seconds = "00", fraction = "0", zone = "Z"] =
			/^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,6}))?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/.exec(
				typeof value === "string" ? value.trim() : "",
			) ?? [];
		const midnight = new Date(`${date}T00:00:00Z`);
		if (
			Number.isNaN(midnight.getTime()) ||
			midnight.toISOString().slice(0, 10) !== date
		)
			// the second: 30 February
			throw invalid(
				"Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].",
			);
		return (
			Date.parse(`${date}T${time}:${seconds}${zone}`) +
			Number(`0.${fraction}`) * 1000
		);
	});
function attempt(errors: Data, name: string, parse: () => Json): Json {
	try {
		return parse();
	} catch (error) {
		if (!(error instanceof ApiException)) throw error;
		errors[name] = error.detail;
		return null;
	}
}
/** A ListSerializer: errors about the list under non_field_errors, errors about items in a list with {} for the good ones. */
const many = (child: (item: Json) => Json, max: number) =>
	field("field", {}, { max_length: max }, (value) => {
		const refuse = (message: string) =>
			invalid({ non_field_errors: [message] });
		if (!Array.isArray(value))
			throw refuse(`Expected a list of items but got type "${pyType(value)}".`);
		if (value.length === 0) throw refuse("This list may not be empty.");
		if (value.length > max)
			throw refuse(`Ensure this field has no more than ${max} elements.`);
		const errors: Data = {},
			clean = value.map((item, index) =>
				attempt(errors, String(index), () => child(item)),
			);
		if (Object.keys(errors).length > 0)
			throw invalid(clean.map((_, index) => errors[index] ?? {}));
		return clean;
	});
/** Fields that the serializer does not know are ignored, as DRF does. */
function validate<T>(fields: Fields, data: Json): T {
	if (!isDict(data))
		throw invalid({
			non_field_errors: [
				`Invalid data. Expected a dictionary, but got ${pyType(data)}.`,
			],
		});
	const errors: Data = {},
		clean: Data = {};
	for (const [name, { required, nullable, initial, parse }] of Object.entries(
		fields,
	))
		clean[name] = attempt(errors, name, () => {
			const value = Object.hasOwn(data, name) ? data[name] : undefined;
			if (value === undefined && required)
				throw invalid("This field is required.");
			if (value === null && !nullable)
				throw invalid("This field may not be null.");
			return value === undefined
				? initial
				: value === null
					? null
					: parse(value);
		});
	if (Object.keys(errors).length > 0) throw invalid(errors);
	return clean as T;
}
/** Filters: an empty value (null or "") means that the filter is not used, as in django-filter. */
const filterset = <T>(fields: Fields, data: Json): T =>
	validate<T>(
		fields,
		isDict(data)
			? Object.fromEntries(
					Object.entries(data).filter(
						([, value]) => value !== null && value !== "",
					),
				)
			: data,
	);

async function parseBody(request: IncomingMessage): Promise<Json> {
	const chunks: Buffer[] = [],
		tooLarge = new ApiException(
			413,
			`Request body is larger than ${MAX_BODY} bytes.`,
		);
	if (Number(request.headers["content-length"] ?? 0) > MAX_BODY) throw tooLarge;
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= MAX_BODY) chunks.push(chunk);
	}
	if (size > MAX_BODY) throw tooLarge;
	if (size === 0) return {};
	const type = request.headers["content-type"] ?? "";
	if (type.split(";")[0]?.trim().toLowerCase() !== "application/json")
		throw new ApiException(415, `Unsupported media type "${type}" in request.`);
	const inspect = (value: Json, depth: number): void => {
		if (depth > MAX_DEPTH) throw new Error("Nested too deeply");
		if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER)
			throw new Error("Number out of range");
		if (typeof value === "object" && value !== null)
			for (const item of Object.values(value)) inspect(item, depth + 1);
	};
	try {
		const data = JSON.parse(
			new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
		) as Json;
		inspect(data, 0);
		return data;
	} catch (error) {
		throw new ApiException(
			400,
			`JSON parse error - ${error instanceof Error ? error.message : "invalid"}`,
		);
	}
}
function authenticate(header = ""): void {
	const refuse = (detail: string) =>
		new ApiException(401, detail, { "WWW-Authenticate": "Token" });
	const [keyword = "", key, ...rest] = header.trim().split(/\s+/);
	if (keyword.toLowerCase() !== "token")
		throw refuse("Authentication credentials were not provided.");
	if (key === undefined)
		throw refuse("Invalid token header. No credentials provided.");
	if (rest.length > 0)
		throw refuse(
			"Invalid token header. Token string should not contain spaces.",
		);
	if (!timingSafeEqual(digest(key), digest(TOKEN)))
		throw refuse("Invalid token.");
}
const accepts = (accept = "") =>
	accept.trim() === "" ||
	accept
		.split(",")
		.some((range) =>
			["*/*", "application/*", "application/json"].includes(
				range.split(";")[0]?.trim().toLowerCase() ?? "",
			),
		);
/** Page and page_size stand in the query string, for the POSTed search too. */
function paginate({ host, path, query }: Context, rows: Json[]): Reply {
	const { page_size: size } = filterset<{ page_size: number }>(
		{ page_size: integer(1, MAX_PAGE_SIZE, PAGE_SIZE) },
		Object.fromEntries(query),
	);
	const raw = query.getAll("page").at(-1) || "1",
		pages = Math.max(1, Math.ceil(rows.length / size));
	const page = raw === "last" ? pages : /^\d+$/.test(raw) ? Number(raw) : 0;
	if (page < 1 || page > pages) throw new ApiException(404, "Invalid page.");
	const link = (number: number) => {
		const params = new URLSearchParams(query);
		if (number === 1) params.delete("page");
		else params.set("page", String(number));
		return `http://${host}${path}${params.size > 0 ? `?${params}` : ""}`;
	};
	return {
		status: 200,
		body: {
			count: rows.length,
			next: page < pages ? link(page + 1) : null,
			previous: page > 1 ? link(page - 1) : null,
			results: rows.slice((page - 1) * size, page * size),
		},
	};
}
/** DRF's SimpleMetadata. */
function metadata({ title: name, fields, readOnly = {} }: View): Reply {
	const fixed = Object.entries(readOnly).map(([key, type]): [string, Json] => [
		key,
		{ type, required: false, read_only: true, label: title(key) },
	]);
	const writable = Object.entries(fields ?? {}).map(
		([key, { type, required, attrs }]): [string, Json] => [
			key,
			{ type, required, read_only: false, label: title(key), ...attrs },
		],
	);
	return {
		status: 200,
		body: {
			name,
			description: "",
			renders: ["application/json"],
			parses: ["application/json"],
			...(fields && {
				actions: { POST: Object.fromEntries([...fixed, ...writable]) },
			}),
		},
	};
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const zaps: Zap[] = [],
		entries: LogEntry[] = [],
		samples = new Map<string, Map<string, number>>();
	let history: number[] = [];

	function metric(
		family: string,
		labels: Record<string, string> = {},
		by = 1,
	): void {
		const series = samples.get(family) ?? new Map<string, number>(),
			text = Object.entries(labels)
				.map(([name, value]) => `${name}="${value}"`)
				.join(",");
		samples.set(
			family,
			series.set(
				text && `{${text}}`,
				(series.get(text && `{${text}}`) ?? 0) + by,
			),
		);
	}
	for (const model of ["zap", "command", "pipeline", "logentry"])
		for (const name of ["inserts", "updates"])
			metric(`django_model_${name}_total`, { model }, 0);
	function exposition(): string {
		samples.delete("zaps_zaps");
		for (const active of [true, false])
			metric(
				"zaps_zaps",
				{ active: String(active) },
				zaps.filter((zap) => zap.is_active === active).length,
			);
		return Object.entries(METRICS)
			.map(
				([family, [type, help]]) =>
					`# HELP ${family} ${help}\n# TYPE ${family} ${type}\n${[...(samples.get(family) ?? [])].map(([labels, value]) => `${family}${labels} ${value.toFixed(1)}\n`).join("")}`,
			)
			.join("");
	}
	function audit(
		{ remote, cid }: Context,
		action: "create" | "update",
		model: string,
		pk: string,
		repr: string,
		changes: Data,
	): void {
		metric(
			action === "create"
				? "django_model_inserts_total"
				: "django_model_updates_total",
			{ model },
		);
		metric("django_model_inserts_total", { model: "logentry" });
		entries.unshift({
			id: entries.length + 1,
			timestamp: now(),
			actor: USERNAME,
			action,
			content_type: `zaps.${model}`,
			object_pk: pk,
			object_repr: repr,
			changes,
			remote_addr: remote,
			cid,
		});
	}
	const created = (input: Data): Data =>
		Object.fromEntries(
			Object.entries(input).map(([name, value]) => [name, [null, value]]),
		);

	const zapFields: Fields = {
		name: char(100, {}, false, (name) => {
			if (zaps.some((zap) => zap.name === name))
				throw invalid("zap with this name already exists.");
		}),
		description: char(2000, { initial: "" }, true),
		trigger: choice(TRIGGERS, { initial: "manual" }),
		config: dict(),
		is_active: boolean(true),
	};
	const zapFilters: Fields = {
		is_active: boolean(null),
		trigger: choice(TRIGGERS, { initial: null }),
		owner: char(150, { initial: null }),
		search: char(200, { initial: "" }, true),
		ordering: field("string", { initial: "-created" }, {}, (value) => {
			for (const term of String(value).split(","))
				if (!ORDERING.some((name) => name === term.replace(/^-/, "")))
					throw invalid(
						`Select a valid choice. ${term} is not one of the available choices.`,
					);
			return value;
		}),
	};
	function createZap(context: Context, data: Json): Reply {
		const { config, ...input } = validate<
				Pick<Zap, "name" | "description" | "trigger" | "config" | "is_active">
			>(zapFields, data),
			time = now();
		const zap: Zap = {
			id: zaps.length + 1,
			...input,
			config,
			owner: USERNAME,
			run_count: 0,
			last_run: null,
			created: time,
			modified: time,
		};
		zaps.push(zap);
		audit(context, "create", "zap", String(zap.id), zap.name, created(input)); // config and arguments may hold secrets: never audited
		return { status: 201, body: zap };
	}
	function listZaps(context: Context): Reply {
		const { search, ordering, is_active, trigger, owner } =
			filterset<ZapFilter>(zapFilters, Object.fromEntries(context.query));
		const terms = search.toLowerCase().split(/[\s,]+/),
			order = `${ordering},-id`.split(",");
		const rows = zaps.filter(
			(zap) =>
				(is_active === null || zap.is_active === is_active) &&
				(trigger === null || zap.trigger === trigger) &&
				(owner === null || zap.owner === owner) &&
				terms.every((term) =>
					`${zap.name}\n${zap.description}`.toLowerCase().includes(term),
				),
		);
		return paginate(
			context,
			rows.sort((left, right) => {
				for (const term of order)
					for (const name of ORDERING)
						if (name === term.replace(/^-/, "") && left[name] !== right[name])
							return left[name] < right[name] === term.startsWith("-") ? 1 : -1;
				return 0;
			}),
		);
	}

	const commandFields: Fields = {
		command: choice(COMMANDS),
		arguments: dict(),
		zap: field("field", { initial: null, nullable: true }, {}, (value) => {
			if (
				!/^\d+$/.test(
					typeof value === "number" || typeof value === "string"
						? String(value)
						: "",
				)
			)
				throw invalid(
					`Incorrect type. Expected pk value, received ${pyType(value)}.`,
				);
			if (!zaps.some((zap) => zap.id === Number(value)))
				throw invalid(`Invalid pk "${value}" - object does not exist.`);
			return Number(value);
		}),
	};
	function validateCommand(data: Json): CommandInput {
		const input = validate<CommandInput>(commandFields, data);
		if (input.command !== "ping" && input.zap === null)
			throw invalid({
				zap: [`This field is required for the "${input.command}" command.`],
			});
		return input;
	}
	/** Executed at once, so that the response already carries the final (Celery-like) status. */
	function perform(
		context: Context,
		{ command, zap: pk, arguments: args }: CommandInput,
		pipeline: string | null,
	) {
		const id = randomUUID(),
			time = now(),
			zap = zaps.find((row) => row.id === pk),
			enable = command === "enable";
		audit(
			context,
			"create",
			"command",
			id,
			command,
			created({ command, zap: pk, pipeline }),
		);
		let output: Json = null,
			error: string | null = null;
		if (command === "ping" || zap === undefined) output = { reply: "pong" };
		else if (command === "run" && !zap.is_active) error = "Zap is not active.";
		else if (command === "run") {
			output = { run_count: ++zap.run_count }; // queryset.update(): neither modified, nor the audit log, nor the model metrics see it
			zap.last_run = now();
		} else {
			output = { is_active: enable };
			if (zap.is_active !== enable) {
				zap.is_active = enable;
				zap.modified = now();
				audit(context, "update", "zap", String(zap.id), zap.name, {
					is_active: [!enable, enable],
				});
			}
		}
		const status = error === null ? "SUCCESS" : "FAILURE";
		metric("zaps_commands_total", { command, status });
		return {
			id,
			command,
			zap: pk,
			arguments: args,
			pipeline,
			status,
			output,
			error,
			submitted_by: USERNAME,
			created: time,
			finished: now(),
		};
	}
	const pipelineFields: Fields = {
		name: char(100),
		stop_on_failure: boolean(true),
		steps: many(validateCommand, MAX_STEPS),
	};
	function createPipeline(context: Context, data: Json): Reply {
		const { steps, ...input } = validate<{
				name: string;
				stop_on_failure: boolean;
				steps: CommandInput[];
			}>(pipelineFields, data),
			id = randomUUID(),
			time = now();
		audit(context, "create", "pipeline", id, input.name, created(input));
		let status = "SUCCESS";
		const results = steps.map((step) => {
			if (status === "FAILURE" && input.stop_on_failure)
				return {
					id: null,
					...step,
					status: "SKIPPED",
					output: null,
					error: null,
				};
			const done = perform(context, step, id);
			if (done.status === "FAILURE") status = "FAILURE";
			return {
				id: done.id,
				...step,
				status: done.status,
				output: done.output,
				error: done.error,
			};
		});
		return {
			status: 201,
			body: {
				id,
				...input,
				status,
				steps: results,
				submitted_by: USERNAME,
				created: time,
				finished: now(),
			},
		};
	}

	const auditFields: Fields = {
		action: choice(["create", "update"], { initial: null }),
		content_type: choice(["zaps.zap", "zaps.command", "zaps.pipeline"], {
			initial: null,
		}),
		object_pk: char(64, { initial: null }),
		actor: char(150, { initial: null }),
		cid: char(64, { initial: null }),
		search: char(200, { initial: "" }, true),
		timestamp_after: datetime(),
		timestamp_before: datetime(),
	};
	function searchAudit(context: Context, data: Json): Reply {
		const { search, timestamp_after, timestamp_before, ...exact } =
			filterset<AuditFilter>(auditFields, data);
		const after = timestamp_after ?? -Infinity,
			before = timestamp_before ?? Infinity;
		if (after > before)
			throw invalid({
				non_field_errors: [
					"timestamp_after must not be later than timestamp_before.",
				],
			});
		return paginate(
			context,
			entries.filter(
				(entry) =>
					Date.parse(entry.timestamp) >= after &&
					Date.parse(entry.timestamp) <= before &&
					entry.object_repr.toLowerCase().includes(search.toLowerCase()) &&
					(Object.keys(exact) as (keyof AuditExact)[]).every(
						(name) => exact[name] === null || entry[name] === exact[name],
					),
			),
		);
	}

	const result = {
		id: "string",
		status: "choice",
		submitted_by: "string",
		created: "datetime",
		finished: "datetime",
	};
	const views: Record<string, View> = {
		"/v1/health": {
			name: "health",
			title: "Health",
			open: true,
			get: () => ({
				status: 200,
				body: {
					status: "ok",
					version: VERSION,
					checks: { DatabaseBackend: "working", CacheBackend: "working" },
				},
			}),
		},
		"/v1/command": {
			name: "command",
			title: "Command",
			fields: commandFields,
			readOnly: {
				...result,
				pipeline: "string",
				output: "field",
				error: "string",
			},
			post: (context, data) => ({
				status: 201,
				body: perform(context, validateCommand(data), null),
			}),
		},
		"/v1/pipeline": {
			name: "pipeline",
			title: "Pipeline",
			fields: pipelineFields,
			readOnly: result,
			post: createPipeline,
		},
		"/v1/zaps": {
			name: "zap-list",
			title: "Zap List",
			fields: zapFields,
			readOnly: {
				id: "integer",
				owner: "string",
				run_count: "integer",
				last_run: "datetime",
				created: "datetime",
				modified: "datetime",
			},
			get: listZaps,
			post: createZap,
		},
		"/v1/audit/search": {
			name: "audit-search",
			title: "Audit Search",
			fields: auditFields,
			post: searchAudit,
		},
	};
	function throttle(): void {
		const time = Date.now();
		history = history.filter((past) => past > time - RATE_WINDOW);
		const wait = Math.ceil(((history[0] ?? time) + RATE_WINDOW - time) / 1000);
		if (history.length >= RATE)
			throw new ApiException(
				429,
				`Request was throttled. Expected available in ${wait} second${wait === 1 ? "" : "s"}.`,
				{ "Retry-After": String(wait) },
			);
		history.push(time);
	}
	/** In DRF's order: negotiation, authentication, throttling, and only then the method and the body. */
	async function dispatch(
		view: View,
		context: Context,
		request: IncomingMessage,
		method: string,
	): Promise<Reply> {
		if (!accepts(request.headers.accept))
			throw new ApiException(
				406,
				"Could not satisfy the request Accept header.",
			);
		if (!view.open) {
			authenticate(request.headers.authorization);
			throttle();
		}
		if (method === "OPTIONS") return metadata(view);
		if ((method === "GET" || method === "HEAD") && view.get)
			return view.get(context);
		if (method === "POST" && view.post)
			return view.post(context, await parseBody(request));
		throw new ApiException(405, `Method "${method}" not allowed.`);
	}
	/** django-prometheus' plain Django view behind require_safe: open, and without DRF's error bodies. */
	const exportMetrics = (method: string): Reply =>
		method === "GET" || method === "HEAD"
			? {
					status: 200,
					body: exposition(),
					type: "text/plain; version=0.0.4; charset=utf-8",
				}
			: {
					status: 405,
					body: "",
					type: "text/html; charset=utf-8",
					headers: { Allow: "GET, HEAD" },
				};

	return async (request, response) => {
		const { method = "GET", url = "/", headers } = request,
			mark = url.indexOf("?"),
			path = mark < 0 ? url : url.slice(0, mark),
			given = String(headers["x-request-id"] ?? "");
		const cid = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID(),
			view = Object.hasOwn(views, path) ? views[path] : undefined;
		const context: Context = {
			cid,
			remote: request.socket.remoteAddress ?? "",
			host: headers.host ?? "localhost",
			path,
			query: new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)),
		};
		const labels = {
			view:
				view?.name ??
				(path === "/metrics" ? "prometheus-django-metrics" : "<unnamed view>"),
			method,
		};
		metric("django_http_requests_before_middlewares_total");
		metric("django_http_requests_total_by_view_transport_method_total", {
			...labels,
			transport: "http",
		});
		let reply: Reply;
		try {
			if (path !== "/metrics" && view === undefined)
				throw new ApiException(404, "Not found.");
			reply =
				view === undefined
					? exportMetrics(method)
					: await dispatch(view, context, request, method);
		} catch (error) {
			if (request.socket.destroyed) return; // the client went away
			const known =
				error instanceof ApiException
					? error
					: new ApiException(500, "A server error occurred.");
			reply = {
				status: known.status,
				body:
					typeof known.detail === "string"
						? { detail: known.detail }
						: known.detail,
				headers: known.headers,
			};
		}
		metric("django_http_responses_total_by_status_view_method_total", {
			...labels,
			status: String(reply.status),
		});
		const body =
				reply.type === undefined
					? JSON.stringify(reply.body)
					: String(reply.body),
			allow = [
				view?.get && "GET",
				view?.post && "POST",
				view?.get && "HEAD",
				"OPTIONS",
			]
				.filter(Boolean)
				.join(", ");
		response.writeHead(reply.status, {
			...SECURITY,
			"Content-Type": reply.type ?? "application/json",
			...(view && { Allow: allow, Vary: "Accept" }),
			...reply.headers,
			"Content-Length": Buffer.byteLength(body),
			"X-Request-ID": cid,
		});
		response.end(body);
	};
}
