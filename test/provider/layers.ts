import {
	createServer,
	type IncomingMessage,
	request as startRequest,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { isObject, tryParseJson } from "../../src/values/json.ts";
import { listen, type StubServer } from "../support/listen.ts";
import { startService } from "./server.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Sent {
	readonly method: string;
	readonly path: string;
	readonly headers: Headers;
	readonly body: Buffer;
}

interface Reply {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Buffer;
}

/** Changes a request to the conforming service, or its response. */
type Layer = (
	sent: Sent,
	forward: (sent: Sent) => Promise<Reply>,
) => Promise<Reply>;

const VENDOR = "application/vnd.example+json";
const JSON_TYPE = /^application\/json\b/;

/** Returns the request or the response with another JSON body. */
const withBody = <Message extends Sent | Reply>(
	message: Message,
	body: unknown,
): Message => ({ ...message, body: Buffer.from(JSON.stringify(body)) });

/** Returns the JSON object in a body; undefined for anything else. */
function readObject({ body }: Sent | Reply) {
	const value = tryParseJson(`${body}`);
	return isObject(value) ? value : undefined;
}

type Properties = Readonly<Record<string, unknown>>;

/** Returns the response with other items in its page. */
function changeItems(
	reply: Reply,
	change: (item: Properties) => Properties,
): Reply {
	const { items, ...others } = readObject(reply) ?? {};
	return Array.isArray(items)
		? withBody(reply, { items: items.map(change), ...others })
		: reply;
}

const [FIRST, LAST] = [0, 253_402_300_799];
const toTime = (seconds: number): string =>
	new Date(Math.min(Math.max(seconds, FIRST), LAST) * 1000).toISOString();

/** Differences that need no switch in the service, because a layer before it can make them. */
const LAYERS = {
	/** JSON has another media type, in requests and in successful responses. */
	"vendor-media-type": async (sent, forward) => {
		const type = `${sent.headers["content-type"] ?? ""}`;
		const others = JSON_TYPE.test(type) ? "text/plain" : type;
		const reply = await forward({
			...sent,
			headers: {
				...sent.headers,
				"content-type": type === VENDOR ? "application/json" : others,
			},
		});
		const own = `${reply.headers["content-type"]}`;
		if (reply.status < 300)
			return {
				...reply,
				headers: {
					...reply.headers,
					"content-type": own.replace(JSON_TYPE, VENDOR),
				},
			};
		return reply.status === 415
			? withBody(reply, {
					...readObject(reply),
					detail: `The body must be ${VENDOR}.`,
				})
			: reply;
	},
	/** The search ignores one condition. */
	"search-without-text": async (sent, forward) => {
		const { text: _, ...conditions } = readObject(sent) ?? {};
		const isSearch = sent.path === "/v1/audit/search" && readObject(sent);
		return await forward(isSearch ? withBody(sent, conditions) : sent);
	},
	/** Pages have numbers, from 1. */
	"page-numbers": async (sent, forward) => {
		const url = new URL(sent.path, "http://service");
		const isList = sent.method === "GET" && url.pathname === "/v1/zaps";
		const conditions = readObject(sent);
		if (!isList && !(url.pathname === "/v1/audit/search" && conditions))
			return await forward(sent);
		const given = isList
			? Object.fromEntries(url.searchParams)
			: (conditions ?? {});
		const { page = 1, cursor: _, ...others } = given;
		const { limit = 20 } = others;
		const send = (input: object) =>
			forward(
				isList
					? {
							...sent,
							path: `/v1/zaps?${new URLSearchParams(Object.entries(input))}`,
						}
					: withBody(sent, input),
			);
		const isNumber = isList
			? /^[1-9]\d*$/.test(`${page}`) &&
				url.searchParams.getAll("page").length < 2
			: Number.isInteger(page) && Number(page) > 0;
		const first = await send(isNumber ? others : { ...others, limit: 0 });
		if (first.status !== 200) {
			const text = `${first.body}`;
			const named = isNumber ? text : text.replaceAll("limit", "page");
			return { ...first, body: Buffer.from(named) };
		}
		const all: unknown[] = [];
		let cursor: unknown;
		do {
			const more = { ...others, limit: 100, ...(cursor ? { cursor } : {}) };
			const { items = [], nextCursor } = readObject(await send(more)) ?? {};
			all.push(...Object.values(Object(items)));
			cursor = nextCursor;
		} while (cursor);
		const start = (Number(page) - 1) * Number(limit);
		return withBody(first, {
			items: all.slice(start, start + Number(limit)),
			...{ page: Number(page), total: all.length },
		});
	},
	/** A response to a new record has no body, and its path in a header. */
	"location-only": async (sent, forward) => {
		const reply = await forward(sent);
		if (sent.path !== "/v1/zaps" || reply.status !== 201) return reply;
		const { "content-type": _, ...headers } = reply.headers;
		const location = `/v1/zaps/${readObject(reply)?.id}`;
		return {
			...reply,
			headers: { ...headers, location },
			body: Buffer.alloc(0),
		};
	},
	/** Audit records have seconds since 1970, and the bounds of the search, too. */
	"search-in-seconds": async (sent, forward) => {
		const conditions = readObject(sent);
		if (sent.path !== "/v1/audit/search" || !conditions)
			return await forward(sent);
		const bounds = ["from", "to"].flatMap((name) => {
			const value = conditions[name];
			if (!Object.hasOwn(conditions, name)) return [];
			return [[name, Number.isInteger(value) ? toTime(Number(value)) : true]];
		});
		const reply = await forward(
			withBody(sent, { ...conditions, ...Object.fromEntries(bounds) }),
		);
		return changeItems(reply, ({ at, ...record }) => ({
			...record,
			at: Math.floor(Date.parse(`${at}`) / 1000),
		}));
	},
	/** Audit records and the search have another name for the action, and records for the time. */
	"audit-event": async (sent, forward) => {
		const conditions = readObject(sent);
		if (sent.path !== "/v1/audit/search" || !conditions)
			return await forward(sent);
		const { action: _, event, ...others } = conditions;
		const reply = await forward(
			withBody(
				sent,
				"event" in conditions ? { ...others, action: event } : others,
			),
		);
		const renamed = `${reply.body}`.replace('"/action"', '"/event"');
		return changeItems(
			{ ...reply, body: Buffer.from(renamed) },
			({ action, at, ...record }) => ({
				...record,
				event: action,
				timestamp: at,
			}),
		);
	},
} satisfies Record<string, Layer>;

export type LayerId = keyof typeof LAYERS;
export const LAYER_IDS = Object.keys(LAYERS) as LayerId[];

/** Starts a conforming service behind a layer. */
export async function startLayered(id: LayerId): Promise<StubServer> {
	const service = await startService();
	async function forward(sent: Sent): Promise<Reply> {
		const { "transfer-encoding": _, ...headers } = sent.headers;
		const length = sent.body.length > 0 && {
			"content-length": `${sent.body.length}`,
		};
		const message = await new Promise<IncomingMessage>((resolve, reject) => {
			startRequest(`${service.url}${sent.path}`, {
				method: sent.method,
				headers: { ...headers, ...length },
			})
				.on("response", resolve)
				.on("error", reject)
				.end(sent.body);
		});
		return {
			status: message.statusCode ?? 0,
			headers: message.headers,
			body: await buffer(message),
		};
	}
	const server = await listen(
		createServer(async (request, response) => {
			const { method = "", url: path = "", headers } = request;
			const sent = { method, path, headers, body: await buffer(request) };
			const reply = await LAYERS[id](sent, forward);
			const { "content-length": _, ...own } = reply.headers;
			response.writeHead(reply.status, own).end(reply.body);
		}),
	);
	return {
		url: server.url,
		async [Symbol.asyncDispose]() {
			await server[Symbol.asyncDispose]();
			await service[Symbol.asyncDispose]();
		},
	};
}
