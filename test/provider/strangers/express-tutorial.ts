/**
 * A small REST service in the style of an Express and Mongoose tutorial: documents with `_id` and `__v`,
 * `{ message }` bodies for errors, `page` and `limit` paging, open CORS and the framework's default 404 page.
 */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";

type Fields = Record<string, unknown>;
type Doc = Fields & { _id: string; createdAt: string };
type Schema = Record<
	string,
	{
		type: "String" | "Boolean" | "Object";
		required?: boolean;
		default?: unknown;
		enum?: string[];
		maxlength?: number;
	}
>;
type Req = { raw: IncomingMessage; path: string; query: Fields; body: Fields };
type Handler = (req: Req, res: ServerResponse) => void;

const BODY_LIMIT = 100 * 1024;
const text100 = { type: "String", maxlength: 100 } as const;
const commandSchema: Schema = {
	name: { ...text100, required: true },
	params: { type: "Object", default: {} },
};
const stepSchema: Schema = {
	name: text100,
	command: { ...text100, required: true },
	params: { type: "Object", default: {} },
};
const pipelineSchema: Schema = { name: { ...text100, required: true } };
const zapSchema: Schema = {
	name: { ...text100, required: true },
	description: { type: "String", default: "", maxlength: 500 },
	trigger: {
		type: "String",
		default: "manual",
		enum: ["manual", "schedule", "webhook"],
	},
	action: { ...text100, required: true },
	isActive: { type: "Boolean", default: true },
};

const httpError = (status: number, message: string) =>
	Object.assign(new Error(message), { status });
const isObject = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const toText = (value: unknown): string =>
	["string", "number", "boolean"].includes(typeof value) ? String(value) : "";

function castError(type: string, value: unknown, path: string): string {
	const kind = Array.isArray(value)
		? "Array"
		: isObject(value)
			? "Object"
			: typeof value;
	return `Cast to ${type} failed for value ${kind === "string" ? `"${value}"` : inspect(value)} (type ${kind}) at path "${path}"`;
}

/** Picks the fields of the schema, with casts and defaults; collects one message for each field that fails. */
function cast(
	schema: Schema,
	body: Fields,
	errors: string[],
	prefix = "",
): Fields {
	const doc: Fields = {};
	for (const [path, field] of Object.entries(schema)) {
		let value = body[path] ?? field.default;
		if (field.type === "String")
			value =
				toText(value).trim() ||
				(typeof value === "string" ? field.default : value);
		if (
			field.type === "Boolean" &&
			/^(true|false|1|0|yes|no)$/.test(toText(value))
		)
			value = /^(true|1|yes)$/.test(toText(value));
		let problem = "";
		if (value === undefined)
			problem = field.required ? `Path \`${path}\` is required.` : "";
		else if (
			field.type === "Object"
				? !isObject(value)
				: typeof value !== field.type.toLowerCase()
		)
			problem = castError(field.type.replace("S", "s"), value, path);
		else if (field.enum && !field.enum.includes(toText(value)))
			problem = `\`${value}\` is not a valid enum value for path \`${path}\`.`;
		else if (field.maxlength && toText(value).length > field.maxlength)
			problem = `Path \`${path}\` is longer than the maximum allowed length (${field.maxlength}).`;
		if (problem) errors.push(`${prefix}${path}: ${problem}`);
		else if (value !== undefined) doc[path] = value;
	}
	return doc;
}

function validate(
	model: string,
	schema: Schema,
	body: Fields,
	errors: string[] = [],
): Fields {
	const fields = cast(schema, body, errors);
	if (errors.length > 0)
		throw httpError(400, `${model} validation failed: ${errors.join(", ")}`);
	return fields;
}

/** Sorts (`name`, `-createdAt`, ...) and cuts out one page; page and limit fall back to 1 and 10. */
function paginate(docs: Doc[], options: Fields) {
	const page = Math.max(1, parseInt(toText(options.page), 10) || 1);
	const limit = Math.min(
		100,
		Math.max(1, parseInt(toText(options.limit), 10) || 10),
	);
	const sort = toText(options.sort) || "-createdAt";
	const key = (doc: Doc) => toText(doc[sort.replace(/^-/, "")]);
	const sorted = docs.toSorted((a, b) =>
		key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0,
	);
	if (sort.startsWith("-")) sorted.reverse();
	return {
		docs: sorted.slice((page - 1) * limit, page * limit),
		info: {
			total: docs.length,
			totalPages: Math.ceil(docs.length / limit),
			currentPage: page,
		},
	};
}

async function readBody(req: IncomingMessage): Promise<Fields> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of req as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= BODY_LIMIT) chunks.push(chunk);
	}
	if (
		size === 0 ||
		!/^application\/json\s*(;|$)/i.test(req.headers["content-type"] ?? "")
	)
		return {};
	if (size > BODY_LIMIT) throw httpError(413, "request entity too large");
	const text = Buffer.concat(chunks).toString("utf8").trim();
	const body: unknown = JSON.parse(text);
	if (typeof body !== "object" || body === null)
		throw new SyntaxError(
			`Unexpected token '${text.charAt(0)}', "${text.slice(0, 20)}" is not valid JSON`,
		);
	let level: unknown[] = [body];
	for (let depth = 0; level.length > 0; depth += 1) {
		if (depth > 100)
			throw httpError(400, "Document exceeds the maximum nesting depth of 100");
		level = level.flatMap((value) =>
			typeof value === "object" && value !== null ? Object.values(value) : [],
		);
	}
	return body as Fields;
}

function send(
	res: ServerResponse,
	status: number,
	body: string,
	type: string,
): void {
	const etag = `W/"${Buffer.byteLength(body).toString(16)}-${createHash("sha1").update(body).digest("base64").slice(0, 27)}"`;
	res
		.writeHead(status, {
			"Content-Type": type,
			"Content-Length": Buffer.byteLength(body),
			ETag: etag,
		})
		.end(body);
}
const json = (res: ServerResponse, status: number, body: unknown) =>
	send(res, status, JSON.stringify(body), "application/json; charset=utf-8");

function notFound(
	req: IncomingMessage,
	res: ServerResponse,
	path: string,
): void {
	const line = `Cannot ${req.method} ${path.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)}`;
	const head = '<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>';
	res
		.setHeader("Content-Security-Policy", "default-src 'none'")
		.setHeader("X-Content-Type-Options", "nosniff");
	send(
		res,
		404,
		`<!DOCTYPE html>\n<html lang="en">\n${head}\n<body>\n<pre>${line}</pre>\n</body>\n</html>\n`,
		"text/html; charset=utf-8",
	);
}

export function createService(): (
	request: IncomingMessage,
	response: ServerResponse,
) => Promise<void> {
	const zaps: Doc[] = [];
	const logs: Doc[] = [];
	const requests = new Map<string, number>();
	const objectId = () =>
		Math.floor(Date.now() / 1000).toString(16) + randomBytes(8).toString("hex");

	/** Gives the fields an id and timestamps, and leaves a record of the write in the audit log. */
	function create(req: Req, entity: string, fields: Fields): Doc {
		const now = new Date().toISOString();
		const doc = {
			_id: objectId(),
			...fields,
			createdAt: now,
			updatedAt: now,
			__v: 0,
		};
		const action = `CREATE_${entity.toUpperCase()}`;
		logs.push({
			_id: objectId(),
			action,
			entity,
			entityId: doc._id,
			path: req.path,
			ip: req.raw.socket.remoteAddress ?? "",
			details: fields,
			createdAt: now,
		});
		return doc;
	}

	const routes: Record<string, Handler> = {
		"GET /v1/health": (_req, res) =>
			json(res, 200, {
				uptime: process.uptime(),
				message: "OK",
				timestamp: Date.now(),
			}),
		"POST /v1/command": (req, res) => {
			const fields = {
				...validate("Command", commandSchema, req.body),
				status: "pending",
			};
			json(res, 201, {
				message: "Command submitted successfully",
				command: create(req, "Command", fields),
			});
		},
		"POST /v1/pipeline": (req, res) => {
			const errors: string[] = [];
			const items = [req.body.steps ?? []].flat() as unknown[];
			if (items.length === 0 || items.length > 20)
				errors.push("steps: A pipeline must have between 1 and 20 steps");
			const steps = items.slice(0, 20).map((step, index) => {
				if (!isObject(step))
					errors.push(
						`steps.${index}: ${castError("Embedded", step, "steps")}`,
					);
				return (
					isObject(step) && {
						_id: objectId(),
						...cast(stepSchema, step, errors, `steps.${index}.`),
						status: "pending",
					}
				);
			});
			const fields = {
				...validate("Pipeline", pipelineSchema, req.body, errors),
				steps,
				status: "pending",
			};
			json(res, 201, {
				message: "Pipeline submitted successfully",
				pipeline: create(req, "Pipeline", fields),
			});
		},
		"GET /v1/zaps": (req, res) => {
			const [isActive, search] = [
				toText(req.query.isActive),
				toText(req.query.search).toLowerCase(),
			];
			if (isActive && isActive !== "true" && isActive !== "false")
				throw httpError(
					400,
					`${castError("Boolean", isActive, "isActive")} for model "Zap"`,
				);
			const found = zaps.filter(
				(zap) =>
					`${zap.name} ${zap.description}`.toLowerCase().includes(search) &&
					(!isActive || String(zap.isActive) === isActive),
			);
			const { docs, info } = paginate(found, req.query);
			json(res, 200, { zaps: docs, ...info });
		},
		"POST /v1/zaps": (req, res) => {
			const fields = validate("Zap", zapSchema, req.body);
			if (zaps.some((zap) => zap.name === fields.name))
				throw httpError(400, "Zap already exists");
			zaps.push(create(req, "Zap", fields));
			json(res, 201, zaps.at(-1));
		},
		"POST /v1/audit/search": (req, res) => {
			let found = logs;
			for (const path of [
				"action",
				"entity",
				"entityId",
				"startDate",
				"endDate",
			]) {
				const value = toText(req.body[path]);
				const type =
					path === "entityId"
						? "ObjectId"
						: path.endsWith("Date")
							? "date"
							: "string";
				const time = new Date(
					typeof req.body[path] === "number" ? Number(value) : value,
				).getTime();
				const valid =
					type === "date"
						? !Number.isNaN(time)
						: type === "ObjectId"
							? /^[0-9a-f]{24}$/i.test(value)
							: value !== "";
				if ((req.body[path] ?? "") === "") continue;
				if (!valid)
					throw httpError(
						400,
						`${castError(type, req.body[path], path)} for model "AuditLog"`,
					);
				if (type !== "date")
					found = found.filter(
						(log) =>
							log[path] === (type === "ObjectId" ? value.toLowerCase() : value),
					);
				else
					found = found.filter(({ createdAt }) =>
						path === "startDate"
							? Date.parse(createdAt) >= time
							: Date.parse(createdAt) <= time,
					);
			}
			const { docs, info } = paginate(found, req.body);
			json(res, 200, { logs: docs, ...info });
		},
		"GET /metrics": (_req, res) => {
			const block = (
				name: string,
				type: string,
				help: string,
				lines: string[],
			) =>
				[`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join(
					"\n",
				);
			send(
				res,
				200,
				[
					block(
						"process_resident_memory_bytes",
						"gauge",
						"Resident memory size in bytes.",
						[`process_resident_memory_bytes ${process.memoryUsage.rss()}`],
					),
					block("zaps_count", "gauge", "Number of zaps", [
						`zaps_count ${zaps.length}`,
					]),
					block(
						"http_requests_total",
						"counter",
						"Total number of HTTP requests",
						[...requests].map(
							([labels, count]) => `http_requests_total{${labels}} ${count}`,
						),
					),
				].join("\n"),
				"text/plain; version=0.0.4; charset=utf-8",
			);
		},
	};

	return async (request, response) => {
		const method = request.method ?? "GET";
		const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
		const route = (
			path.length > 1 ? path.replace(/\/$/, "") : path
		).toLowerCase();
		const key = `${method === "HEAD" ? "GET" : method} ${route}`;
		const handler = Object.hasOwn(routes, key) ? routes[key] : undefined;
		response.on("finish", () => {
			const labels = `method="${method}",route="${handler ? route : "unknown"}",status_code="${response.statusCode}"`;
			requests.set(labels, (requests.get(labels) ?? 0) + 1);
		});
		response
			.setHeader("X-Powered-By", "Express")
			.setHeader("Access-Control-Allow-Origin", "*");
		if (method === "OPTIONS") {
			const allowed =
				request.headers["access-control-request-headers"] ?? "Content-Type";
			response
				.writeHead(204, {
					"Access-Control-Allow-Headers": allowed,
					"Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
				})
				.end();
			return;
		}
		try {
			const body = await readBody(request);
			if (handler)
				handler(
					{
						raw: request,
						path,
						query: Object.fromEntries(new URLSearchParams(search)),
						body,
					},
					response,
				);
			else notFound(request, response, path);
		} catch (error) {
			const { status = error instanceof SyntaxError ? 400 : 500, message } =
				error as Error & { status?: number };
			json(response, status, {
				message: status < 500 ? message : "Something went wrong!",
			});
		}
	};
}
