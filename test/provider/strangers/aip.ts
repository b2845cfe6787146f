import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type {
	IncomingMessage,
	OutgoingHttpHeaders,
	ServerResponse,
} from "node:http";

export const TOKEN = "zap-service-access-token";

const DOMAIN = "zaps.example.com";
const MAX_BODY_BYTES = 1024 * 1024;
const HTTP = {
	OK: 200,
	INVALID_ARGUMENT: 400,
	UNAUTHENTICATED: 401,
	NOT_FOUND: 404,
	ALREADY_EXISTS: 409,
	INTERNAL: 500,
	UNIMPLEMENTED: 501,
} as const;

type Code = keyof typeof HTTP;
type Message = Record<string, unknown>;
type Outcome = {
	code: Code;
	http: number;
	headers: OutgoingHttpHeaders;
	reply: Message | string;
};
type Rule = [ok: boolean, field: string, description: string];
type Types = {
	string: string;
	int32: number;
	Struct: Message;
	array: unknown[];
};
type Fields = Record<string, keyof Types>;
type Decoded<F extends Fields> = { [K in keyof F]?: Types[F[K]] };

/** A google.rpc.Status; its reply is the AIP-193 HTTP/JSON form. */
class StatusError extends Error {
	readonly outcome: Outcome;
	constructor(
		code: Code,
		reason: string,
		message: string,
		{
			http = HTTP[code],
			headers = {},
			details = [],
		}: {
			http?: number;
			headers?: OutgoingHttpHeaders;
			details?: Message[];
		} = {},
	) {
		super(message);
		const info = {
			"@type": "type.googleapis.com/google.rpc.ErrorInfo",
			reason,
			domain: DOMAIN,
		};
		this.outcome = {
			code,
			http,
			headers,
			reply: {
				error: {
					code: http,
					message,
					status: code,
					details: [info, ...details],
				},
			},
		};
	}
}

/** Throws one INVALID_ARGUMENT that lists every broken rule as a field violation. */
const validate = (...rules: Rule[]): void => {
	const fieldViolations = rules
		.filter(([ok]) => !ok)
		.map(([, field, description]) => ({ field, description }));
	const first = fieldViolations[0];
	if (!first) return;
	const details = [
		{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations },
	];
	throw new StatusError(
		"INVALID_ARGUMENT",
		"FIELD_INVALID",
		`Invalid value at '${first.field}': ${first.description}`,
		{ details },
	);
};

// Protobuf JSON: lowerCamelCase or original field names, null means unset, unknown fields are rejected, defaults are not printed.
const camel = (name: string): string =>
	name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isObject = (value: unknown): value is Message =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isInt32 = (value: unknown): boolean =>
	typeof value === "number" && (value | 0) === value;
const isType: Record<keyof Types, (value: unknown) => boolean> = {
	string: (value) => typeof value === "string",
	int32: isInt32,
	Struct: isObject,
	array: Array.isArray,
};
const decode = <F extends Fields>(
	fields: F,
	value: unknown,
	prefix = "",
): Decoded<F> => {
	if (!isObject(value))
		validate([false, prefix.slice(0, -1) || "body", "Expected an object."]);
	const out: Message = {};
	validate(
		...Object.entries(value as Message).map(([key, raw]): Rule => {
			const name = camel(key);
			const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
			if (!type)
				return [
					false,
					prefix + key,
					`Unknown name "${key}": Cannot find field.`,
				];
			if (raw !== null)
				out[name] =
					type === "int32" && typeof raw === "string" && /^-?\d+$/.test(raw)
						? Number(raw)
						: raw;
			return [
				raw === null || isType[type](out[name]),
				prefix + name,
				`Expected type ${type}.`,
			];
		}),
	);
	return out as Decoded<F>;
};
const populated = (message: Message): Message =>
	Object.fromEntries(
		Object.entries(message).filter(
			([, value]) =>
				value !== undefined &&
				value !== "" &&
				!(Array.isArray(value) && value.length === 0),
		),
	);

const STEP = { action: "string", zap: "string", parameters: "Struct" } as const;
const PIPELINE = { displayName: "string", steps: "array" } as const;
const ZAP = {
	name: "string",
	uid: "string",
	displayName: "string",
	description: "string",
	createTime: "string",
	updateTime: "string",
} as const;
const AUDIT_RECORD = {
	name: "string",
	methodName: "string",
	resourceName: "string",
	createTime: "string",
} as const;
const PAGE = {
	pageSize: "int32",
	pageToken: "string",
	filter: "string",
} as const;

/** AIP-160 subset: comparisons joined with AND, e.g. `methodName = "CreateZap" AND createTime >= "2024-01-01T00:00:00Z"`. */
const parseFilter = (
	filter: string,
	fields: Fields,
): ((record: Message) => boolean) => {
	const tests: ((record: Message) => boolean)[] = [];
	for (let rest = filter.trim(); rest; ) {
		const match =
			/^(\w+)\s*(<=|>=|!=|=|<|>)\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"()]+))(?:\s+AND\s+(?=\S)|$)/.exec(
				rest,
			);
		validate([match !== null, "filter", `Syntax error at '${rest}'.`]);
		const [whole = "", rawField = "", operator = "", quoted, bare = ""] =
			match ?? [];
		const field = camel(rawField);
		const text = quoted?.replace(/\\(.)/g, "$1") ?? bare;
		const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
			? Date.parse(text)
			: NaN;
		const isTime = field.endsWith("Time");
		validate(
			[Object.hasOwn(fields, field), "filter", `Unknown field '${field}'.`],
			[
				!isTime || !Number.isNaN(time),
				"filter",
				`'${text}' is not an RFC 3339 timestamp.`,
			],
		);
		const operand = isTime ? new Date(time).toISOString() : text;
		tests.push((record) => {
			const value = String(record[field] ?? "");
			return value === operand
				? /^[<>]?=$/.test(operator)
				: operator === "!=" || operator.startsWith(value < operand ? "<" : ">");
		});
		rest = rest.slice(whole.length);
	}
	return (record) => tests.every((test) => test(record));
};

/** AIP-158 pagination, newest first, over an append-only list; the token pins the list's length, so pages stay consistent. */
const paginate = (
	collection: string,
	records: Message[],
	fields: Fields,
	{ pageSize = 0, pageToken = "", filter = "" }: Decoded<typeof PAGE>,
): Message => {
	const scope = createHash("sha256")
		.update(`${collection}|${filter}`)
		.digest("base64url")
		.slice(0, 12);
	const token = /^([\w-]{12})\|([1-9]\d*)\|([1-9]\d*)$/.exec(
		Buffer.from(pageToken, "base64url").toString(),
	);
	const [offset, length] = pageToken
		? [Number(token?.[2]), Number(token?.[3])]
		: [0, records.length];
	const validToken =
		!pageToken ||
		(token?.[1] === scope && offset < length && length <= records.length);
	validate(
		[pageSize >= 0, "pageSize", "Must not be negative."],
		[
			validToken,
			"pageToken",
			"The page token is invalid or was issued for a different request.",
		],
	);
	const found = records
		.slice(0, length)
		.reverse()
		.filter(parseFilter(filter, fields));
	const end = offset + Math.min(pageSize || 50, 1000);
	const nextPageToken =
		end < found.length
			? Buffer.from(`${scope}|${end}|${length}`).toString("base64url")
			: "";
	return populated({ [collection]: found.slice(offset, end), nextPageToken });
};

const digest = (text: string): Buffer =>
	createHash("sha256").update(text).digest();
const authenticate = (header = ""): void => {
	const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
	if (token && timingSafeEqual(digest(token), digest(TOKEN))) return;
	const headers = {
		"WWW-Authenticate": `Bearer realm="https://${DOMAIN}/"${token ? ', error="invalid_token"' : ""}`,
	};
	const fault = token
		? "had invalid authentication credentials"
		: "is missing required authentication credential";
	throw new StatusError(
		"UNAUTHENTICATED",
		token ? "ACCESS_TOKEN_INVALID" : "CREDENTIALS_MISSING",
		`Request ${fault}. Expected OAuth 2 access token.`,
		{ headers },
	);
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
	const type = request.headers["content-type"];
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= MAX_BODY_BYTES) chunks.push(chunk);
	}
	if (size === 0 && type === undefined) return {};
	if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type ?? ""))
		throw new StatusError(
			"INVALID_ARGUMENT",
			"UNSUPPORTED_MEDIA_TYPE",
			"Content-Type must be application/json.",
			{ http: 415 },
		);
	if (size > MAX_BODY_BYTES)
		throw new StatusError(
			"INVALID_ARGUMENT",
			"REQUEST_TOO_LARGE",
			`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`,
			{ http: 413 },
		);
	try {
		return size === 0
			? {}
			: JSON.parse(
					new TextDecoder("utf-8", { fatal: true }).decode(
						Buffer.concat(chunks),
					),
				);
	} catch {
		throw new StatusError(
			"INVALID_ARGUMENT",
			"MALFORMED_JSON",
			"Invalid JSON payload received.",
		);
	}
};

type Method = {
	name: string;
	open?: boolean;
	query?: Fields;
	handle: (query: Message, body: unknown) => Message | string;
};

export const createService = (): ((
	request: IncomingMessage,
	response: ServerResponse,
) => void | Promise<void>) => {
	const zaps: Message[] = [];
	const auditRecords: Message[] = [];
	const requests = new Map<string, number>();

	const audit = (methodName: string, resource: Message): Message => {
		auditRecords.push({
			name: `auditRecords/${randomUUID()}`,
			methodName,
			resourceName: resource["name"],
			createTime: resource["createTime"],
		});
		return resource;
	};
	const checkSteps = (
		steps: Decoded<typeof STEP>[],
		prefix: (index: number) => string,
		...rules: Rule[]
	): void => {
		validate(
			...rules,
			...steps.flatMap(({ action = "", zap }, index): Rule[] => [
				[
					/^[A-Za-z][\w.-]{0,62}$/.test(action),
					`${prefix(index)}action`,
					"Required; must match ^[A-Za-z][A-Za-z0-9_.-]{0,62}$.",
				],
				[
					!zap || /^zaps\/[a-z0-9-]{1,63}$/.test(zap),
					`${prefix(index)}zap`,
					"Must have the format zaps/{zap}.",
				],
			]),
		);
		const missing = steps.find(
			({ zap }) => zap && !zaps.some(({ name }) => name === zap),
		);
		if (missing)
			throw new StatusError(
				"NOT_FOUND",
				"RESOURCE_NOT_FOUND",
				`Resource '${missing.zap}' was not found.`,
			);
	};
	const submitCommand: Method["handle"] = (_query, body) => {
		const command = decode(STEP, body);
		checkSteps([command], () => "");
		return audit(
			"SubmitCommand",
			populated({
				name: `commands/${randomUUID()}`,
				...command,
				state: "PENDING",
				createTime: new Date().toISOString(),
			}),
		);
	};
	const submitPipeline: Method["handle"] = (_query, body) => {
		const { displayName = "", steps: items = [] } = decode(PIPELINE, body);
		const steps = items.map((item, index) =>
			decode(STEP, item, `steps[${index}].`),
		);
		checkSteps(
			steps,
			(index) => `steps[${index}].`,
			[displayName.length <= 63, "displayName", "At most 63 characters."],
			[
				steps.length >= 1 && steps.length <= 100,
				"steps",
				"Required; between 1 and 100 steps.",
			],
		);
		return audit(
			"SubmitPipeline",
			populated({
				name: `pipelines/${randomUUID()}`,
				displayName,
				steps: steps.map(populated),
				state: "PENDING",
				createTime: new Date().toISOString(),
			}),
		);
	};
	const createZap: Method["handle"] = ({ zapId = "" }, body) => {
		const { displayName = "", description = "" } = decode(ZAP, body); // output only fields are ignored (AIP-203)
		validate(
			[
				/^([a-z]([a-z0-9-]{0,61}[a-z0-9])?)?$/.test(String(zapId)),
				"zapId",
				"Must match ^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$.",
			],
			[
				displayName.trim() !== "" && displayName.length <= 63,
				"displayName",
				"Required; at most 63 characters.",
			],
			[description.length <= 1024, "description", "At most 1024 characters."],
		);
		const [uid, createTime] = [randomUUID(), new Date().toISOString()];
		const name = `zaps/${zapId || uid}`;
		if (zaps.some((zap) => zap["name"] === name))
			throw new StatusError(
				"ALREADY_EXISTS",
				"RESOURCE_ALREADY_EXISTS",
				`Resource '${name}' already exists.`,
			);
		const zap = populated({
			name,
			uid,
			displayName,
			description,
			createTime,
			updateTime: createTime,
		});
		zaps.push(zap);
		return audit("CreateZap", zap);
	};
	const renderMetrics = (): string =>
		[
			"# HELP zap_requests_total Completed requests, by API method and status.",
			"# TYPE zap_requests_total counter",
			...[...requests].map(
				([labels, count]) => `zap_requests_total{${labels}} ${count}`,
			),
			"# HELP zap_resources Stored resources, by type.",
			"# TYPE zap_resources gauge",
			`zap_resources{type="Zap"} ${zaps.length}`,
			`zap_resources{type="AuditRecord"} ${auditRecords.length}`,
			"",
		].join("\n");

	const routes = new Map<string, Partial<Record<string, Method>>>([
		[
			"/v1/health",
			{
				GET: {
					name: "CheckHealth",
					open: true,
					handle: () => ({ status: "SERVING" }),
				},
			},
		],
		["/v1/command", { POST: { name: "SubmitCommand", handle: submitCommand } }],
		[
			"/v1/pipeline",
			{ POST: { name: "SubmitPipeline", handle: submitPipeline } },
		],
		[
			"/v1/zaps",
			{
				GET: {
					name: "ListZaps",
					query: PAGE,
					handle: (query) => paginate("zaps", zaps, ZAP, query),
				},
				POST: {
					name: "CreateZap",
					query: { zapId: "string" },
					handle: createZap,
				},
			},
		],
		[
			"/v1/audit/search",
			{
				POST: {
					name: "SearchAuditRecords",
					handle: (_query, body) =>
						paginate(
							"auditRecords",
							auditRecords,
							AUDIT_RECORD,
							decode(PAGE, body),
						),
				},
			},
		],
		[
			"/metrics",
			{ GET: { name: "GetMetrics", open: true, handle: renderMetrics } },
		],
	]);

	return async (request, response) => {
		const [path = "", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
		const methods = routes.get(path);
		const method = methods?.[request.method ?? ""];
		let outcome: Outcome;
		try {
			if (!methods)
				throw new StatusError(
					"NOT_FOUND",
					"PATH_NOT_FOUND",
					`The requested URL ${path} was not found on this server.`,
				);
			if (!method)
				throw new StatusError(
					"UNIMPLEMENTED",
					"METHOD_NOT_ALLOWED",
					`Method ${request.method} is not allowed for ${path}.`,
					{ http: 405, headers: { Allow: Object.keys(methods).join(", ") } },
				);
			if (!method.open) authenticate(request.headers.authorization);
			const params = new URLSearchParams(search);
			validate(
				...[...new Set(params.keys())].map(
					(key): Rule => [
						params.getAll(key).length === 1,
						key,
						"Must not be repeated.",
					],
				),
			);
			const query = decode(method.query ?? {}, Object.fromEntries(params));
			outcome = {
				code: "OK",
				http: 200,
				headers: {},
				reply: method.handle(
					query,
					request.method === "POST" ? await readJson(request) : undefined,
				),
			};
		} catch (cause) {
			({ outcome } =
				cause instanceof StatusError
					? cause
					: new StatusError(
							"INTERNAL",
							"INTERNAL",
							"Internal error encountered.",
						));
		}
		const { code, http, headers, reply } = outcome;
		const labels = `method="${method?.name ?? "Unknown"}",status="${code}"`;
		requests.set(labels, (requests.get(labels) ?? 0) + 1);
		const text = typeof reply === "string" ? reply : JSON.stringify(reply);
		response.writeHead(http, {
			"Content-Type":
				typeof reply === "string"
					? "text/plain; version=0.0.4; charset=utf-8"
					: "application/json; charset=UTF-8",
			"Content-Length": Buffer.byteLength(text),
			"Cache-Control": "private",
			"X-Content-Type-Options": "nosniff",
			...headers,
		});
		response.end(text);
	};
};
