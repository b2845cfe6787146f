import { randomUUID } from "node:crypto";
import {
	createServer,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

/** A record as it is stored. The last one comes first in a list. */
interface Stored {
	readonly id: string;
	readonly createdAt: string;
	[property: string]: unknown;
}

/** A record with its version, which its ETag shows. */
interface Row {
	record: Stored;
	version: number;
}

/** A response with another status than 200. */
class Problem extends Error {
	readonly status: number;
	readonly errors: readonly object[] | undefined;
	constructor(status: number, title: string, errors?: readonly object[]) {
		super(title);
		this.status = status;
		this.errors = errors;
	}
}

/** Returns the error of a property's value; undefined if it is valid. */
type Rule = (value: unknown) => string | undefined;

const isText =
	(least: number, most: number): Rule =>
	(value) =>
		typeof value === "string" &&
		[...value].length >= least &&
		[...value].length <= most
			? undefined
			: `must be a text of ${least} to ${most} characters`;
const isOneOf =
	(...values: string[]): Rule =>
	(value) =>
		values.some((each) => each === value)
			? undefined
			: `must be one of ${values.join(", ")}`;
const isInteger =
	(least: number, most: number): Rule =>
	(value) =>
		Number.isInteger(value) && Number(value) >= least && Number(value) <= most
			? undefined
			: `must be a whole number from ${least} to ${most}`;
const fits =
	(pattern: RegExp, what: string): Rule =>
	(value) =>
		typeof value === "string" && pattern.test(value)
			? undefined
			: `must be ${what}`;
const isUuid = fits(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "a UUID");
const isDate = fits(/^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/, "a date");
const isEmail = fits(/^[^@\s]+@[^@\s]+\.[^@\s]+$/, "an email address");

type Rules = Readonly<Record<string, Rule>>;

const BOOK = {
	title: isText(1, 200),
	author: isText(1, 200),
	genre: isOneOf("fiction", "history", "science"),
	pages: isInteger(1, 10_000),
} satisfies Rules;
const MEMBER = {
	name: isText(1, 100),
	email: isEmail,
	phone: isText(3, 40),
} satisfies Rules;
const LOAN = { bookId: isUuid, dueOn: isDate } satisfies Rules;
const CHANGED_LOAN = {
	status: isOneOf("open", "returned"),
	dueOn: isDate,
} satisfies Rules;

/** Reads the properties of a JSON body that the rules know. */
async function readBody(
	request: IncomingMessage,
	rules: Rules,
	required: readonly string[] = [],
): Promise<Record<string, unknown>> {
	const sent = await buffer(request);
	let body: unknown;
	try {
		body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(sent));
	} catch {
		throw new Problem(400, "The body is not JSON");
	}
	if (typeof body !== "object" || body === null || Array.isArray(body))
		throw new Problem(400, "The body is not an object", [
			{ pointer: "", detail: "must be an object" },
		]);
	const given = Object.entries(body).filter(([name]) => name in rules);
	const names = given.map(([name]) => name);
	const missing = required.filter((name) => !names.includes(name));
	const errors = [
		...missing.map((name) => [name, "is required"]),
		...given.map(([name, value]) => [name, rules[name]?.(value)]),
	].flatMap(([name, detail]) =>
		detail === undefined ? [] : [{ pointer: `/${name}`, detail }],
	);
	if (Object.keys(body).length === 0)
		errors.push({ pointer: "", detail: "must have a property" });
	if (errors.length > 0) throw new Problem(400, "The body is invalid", errors);
	return Object.fromEntries(given);
}

/** Reads a whole number from a query. */
function readNumber(
	query: URLSearchParams,
	name: string,
	usual: number,
	[least, most]: readonly [number, number],
): number {
	const [value, ...others] = query.getAll(name);
	if (value === undefined) return usual;
	const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
	if (others.length === 0 && number >= least && number <= most) return number;
	const detail = `must be a whole number from ${least} to ${most}`;
	throw new Problem(400, "The query is invalid", [{ parameter: name, detail }]);
}

/** The input of an operation, and its ways to respond. */
interface Exchange {
	readonly request: IncomingMessage;
	readonly query: URLSearchParams;
	readonly ids: readonly string[];
	send(status: number, body?: unknown, headers?: object): void;
}

const tagOf = ({ version }: Row): string => `"${version}"`;

/** Returns the library, which has no books, as a server that does not listen yet. */
export function createLibrary(): Server {
	const books = new Map<string, Row>();
	const members = new Map<string, Row>();
	const loans = new Map<string, Row>();

	function add(rows: Map<string, Row>, values: object): Row {
		const own = { id: randomUUID(), createdAt: new Date().toISOString() };
		const row = { record: { ...own, ...values }, version: 1 };
		rows.set(row.record.id, row);
		return row;
	}
	function find(rows: Map<string, Row>, id = ""): Row {
		if (isUuid(id)) throw new Problem(400, "The id is not a UUID");
		const row = rows.get(id);
		if (!row) throw new Problem(404, "No record has this id");
		return row;
	}
	function findLoan([memberId, id]: readonly string[]): Row {
		find(members, memberId);
		const row = find(loans, id);
		if (row.record.memberId !== memberId)
			throw new Problem(404, "The member has no such loan");
		return row;
	}
	function change(row: Row, values: object): Row {
		row.record = { ...row.record, ...values };
		row.version += 1;
		return row;
	}
	function list(
		{ query, send }: Exchange,
		rows: Map<string, Row>,
		filter: Readonly<Record<string, unknown>>,
	): void {
		const limit = readNumber(query, "limit", 20, [1, 100]);
		const offset = readNumber(query, "offset", 0, [0, Number.MAX_SAFE_INTEGER]);
		const found = [...rows.values()]
			.map(({ record }) => record)
			.filter((record) =>
				Object.entries(filter).every(
					([name, value]) => value === undefined || record[name] === value,
				),
			)
			.reverse();
		const items = found.slice(offset, offset + limit);
		send(200, { total: found.length, items });
	}
	function readFilter(
		query: URLSearchParams,
		name: string,
		rule: Rule,
	): object {
		const value = query.get(name) ?? undefined;
		const detail = value === undefined ? undefined : rule(value);
		if (detail === undefined) return { [name]: value };
		throw new Problem(400, "The query is invalid", [
			{ parameter: name, detail },
		]);
	}
	function requireVersion({ request }: Exchange, row: Row): void {
		const expected = request.headers["if-match"] ?? "*";
		if (expected !== "*" && expected !== tagOf(row))
			throw new Problem(412, "The book has another ETag than If-Match");
	}
	const isLent = (bookId: unknown): boolean =>
		[...loans.values()].some(
			({ record }) => record.bookId === bookId && record.status === "open",
		);
	function requireFree(bookId: unknown): void {
		if (isLent(bookId)) throw new Problem(409, "The book is lent");
	}

	const routes: Record<string, (exchange: Exchange) => unknown> = {
		"GET /books": (exchange) =>
			list(exchange, books, {
				...readFilter(exchange.query, "genre", BOOK.genre),
			}),
		async "POST /books"({ request, send }) {
			const values = await readBody(request, BOOK, [
				"title",
				"author",
				"genre",
			]);
			const row = add(books, values);
			const location = `/books/${row.record.id}`;
			send(201, row.record, { location, etag: tagOf(row) });
		},
		"GET /books/{}"({ request, ids, send }) {
			const row = find(books, ids[0]);
			const etag = tagOf(row);
			if (request.headers["if-none-match"] === etag)
				return send(304, undefined, { etag });
			send(200, row.record, { etag });
		},
		async "PATCH /books/{}"(exchange) {
			const row = find(books, exchange.ids[0]);
			const values = await readBody(exchange.request, BOOK);
			requireVersion(exchange, row);
			change(row, values);
			exchange.send(200, row.record, { etag: tagOf(row) });
		},
		"DELETE /books/{}"(exchange) {
			const row = find(books, exchange.ids[0]);
			requireVersion(exchange, row);
			requireFree(row.record.id);
			books.delete(row.record.id);
			exchange.send(204);
		},
		"GET /members": (exchange) => list(exchange, members, {}),
		async "POST /members"({ request, send }) {
			const values = await readBody(request, MEMBER, ["name", "email"]);
			send(201, add(members, values).record);
		},
		"GET /members/{}": ({ ids, send }) =>
			send(200, find(members, ids[0]).record),
		async "PUT /members/{}"({ request, ids, send }) {
			const row = find(members, ids[0]);
			const values = await readBody(request, MEMBER, ["name", "email"]);
			send(200, change(row, { phone: undefined, ...values }).record);
		},
		"GET /members/{}/loans"(exchange) {
			const { record } = find(members, exchange.ids[0]);
			const status = readFilter(exchange.query, "status", CHANGED_LOAN.status);
			list(exchange, loans, { memberId: record.id, ...status });
		},
		async "POST /members/{}/loans"({ request, ids, send }) {
			const { record } = find(members, ids[0]);
			const values = await readBody(request, LOAN, ["bookId", "dueOn"]);
			find(books, String(values.bookId));
			requireFree(values.bookId);
			const loan = { ...values, memberId: record.id, status: "open" };
			send(201, add(loans, loan).record);
		},
		"GET /members/{}/loans/{}": ({ ids, send }) =>
			send(200, findLoan(ids).record),
		async "PATCH /members/{}/loans/{}"({ request, ids, send }) {
			const row = findLoan(ids);
			const values = await readBody(request, CHANGED_LOAN);
			send(200, change(row, values).record);
		},
	};

	async function handle(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		function send(status: number, body?: unknown, headers: object = {}): void {
			const isProblem = status >= 400;
			const type = `application/${isProblem ? "problem+json" : "json"}`;
			response
				.writeHead(status, {
					...headers,
					...(body !== undefined && { "content-type": type }),
				})
				.end(body && JSON.stringify(body));
		}
		const url = new URL(request.url ?? "/", "http://library.test");
		const [, collection = "", ...rest] = url.pathname.split("/");
		const path = [collection, ...rest].map((each, index) =>
			index % 2 === 0 ? each : "{}",
		);
		const ids = rest.filter((_, index) => index % 2 === 0);
		try {
			const route = routes[`${request.method} /${path.join("/")}`];
			if (!route) throw new Problem(404, "There is no such operation");
			await route({ request, query: url.searchParams, ids, send });
		} catch (error) {
			const { status, message, errors } =
				error instanceof Problem ? error : new Problem(500, String(error));
			send(status, { type: "about:blank", title: message, status, errors });
		}
	}
	return createServer((request, response) => void handle(request, response));
}

const [, script = "", port = "8080"] = process.argv;
if (import.meta.url === pathToFileURL(script).href)
	createLibrary().listen(Number(port), "127.0.0.1");
