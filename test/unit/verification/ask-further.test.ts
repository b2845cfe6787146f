import { expect, test } from "vitest";
import type {
	OutgoingRequest,
	ProviderResponse,
} from "../../../src/verification/contract.ts";
import { askFurther } from "../../../src/verification/further/ask-further.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const JSON_TYPE = "application/json";

type Headers = Readonly<Record<string, string>>;
type Respond = (
	request: OutgoingRequest,
) => readonly [status: number, headers?: Headers, body?: unknown] | undefined;

const toResponse = ([
	status,
	headers = { "content-type": JSON_TYPE },
	body = "{}",
]: NonNullable<ReturnType<Respond>>): ProviderResponse =>
	received(status, body, headers);

/** The documented responses, as far as they are asked for. */
const conform: Respond = ({ method, path, headers = {}, body }) => {
	const [pathname = ""] = path.split("?");
	const type = headers["content-type"] ?? JSON_TYPE;
	const problem = { "content-type": "application/problem+json" };
	if (/understudy|%|json$/.test(pathname)) return [404, problem];
	if (method === "OPTIONS") return [405, problem];
	if (path === "/metrics")
		return [200, { "content-type": "text/plain; version=0.0.4" }, "a 1"];
	if (method === "POST" && !/^application\/json/i.test(type)) return [415];
	if (headers["content-encoding"] !== undefined) return [415];
	if (method === "POST" && /^null$| \{\}$/.test(`${body}`)) return [400];
	return [method === "POST" && path === "/v1/zaps" ? 201 : 200];
};

/**
 * Asks a service that responds like this, or else as documented.
 * @param seen the headers of responses to checks
 */
async function ask(
	only: readonly string[],
	respond: Respond,
	seen: readonly Headers[] = [],
	others: Parameters<typeof askFurther>[0]["observer"]["observations"] = [],
) {
	const ofHeaders = seen.map((headers) => ({
		...{ check: "", target: only[0] ?? "", status: 201, isArrangement: false },
		request: { method: "GET", path: "/" },
		response: toResponse([201, headers]),
	}));
	const found = await askFurther(
		{
			...{ contract, reached: new Set(only) },
			observer: { observations: [...ofHeaders, ...others] },
			signal: new AbortController().signal,
			adapt: () => undefined,
		},
		async (request) =>
			toResponse(respond(request) ?? conform(request) ?? [500]),
	);
	return found.map(
		({ operation, where, expected, actual }) =>
			`${operation} | ${where} | ${expected} | ${actual}`,
	);
}

const forGet =
	(respond: Respond): Respond =>
	(request) =>
		request.method === "GET" ? respond(request) : undefined;

const acceptOf = ({ headers = {} }: OutgoingRequest): string =>
	headers.accept ?? "*/*";

test("a service that responds as documented shows nothing", async () => {
	const all = contract.operations.map(({ id }) => id);
	expect(await ask(all, () => undefined)).toEqual([]);
});

test("a service may not accept other media types, or send the documented one only if asked", async () => {
	const rejecting: Respond = (request) =>
		acceptOf(request) === "text/html" ? [406, {}, ""] : undefined;
	expect(await ask(["getHealth"], rejecting)).toEqual([
		"getHealth | request header accept | 200 with text/html | 406 and an empty body",
		"getHealth | request header accept | 404 and application/problem+json with text/html to an unknown path | 406 and an empty body",
	]);
	const choosing = forGet((request) =>
		request.path === "/v1/health" && acceptOf(request) !== JSON_TYPE
			? [200, { "content-type": "application/ld+json" }]
			: undefined,
	);
	expect(await ask(["getHealth"], choosing)).toEqual([
		"getHealth | header content-type | application/json | application/ld+json, unless Accept prefers application/json",
	]);
});

test("other spellings of the media type of a body are tried", async () => {
	const lenient: Respond = ({ headers = {} }) =>
		/vnd.*json$/.test(headers["content-type"] ?? "") ? [201] : undefined;
	expect(await ask(["createZap"], lenient)).toEqual([
		"createZap | request header content-type | only application/json | also application/vnd.understudy+json",
	]);
	const strict: Respond = ({ headers = {} }) =>
		/JSON|;/.test(headers["content-type"] ?? "") ? [415] : undefined;
	expect(await ask(["createZap"], strict)).toEqual([
		"createZap | request header content-type | 201 with application/json; charset=utf-8 | 415",
		"createZap | request header content-type | 201 with APPLICATION/JSON | 415",
		"createZap | status | 201 with Content-Type application/json; charset=iso-8859-1 | 415",
	]);
});

test("a service may ignore the body of another media type, and Content-Encoding", async () => {
	const other: Respond = ({ headers = {}, body }) =>
		/^text/.test(headers["content-type"] ?? "") || `${body}` === "{}"
			? [422, {}, { detail: "name is required" }]
			: undefined;
	expect(await ask(["createZap"], other)).toEqual([
		"createZap | request header content-type | 415 with text/plain | 422: the body is ignored, as if it were {}",
	]);
	const lenient: Respond = ({ headers = {} }) =>
		headers["content-encoding"] === "gzip" ? [201] : undefined;
	expect(await ask(["createZap"], lenient)).toEqual([
		"createZap | request header content-encoding | 415 with gzip | ignored: 201 if the body is not compressed",
	]);
});

test("the codings are told in which a service takes compressed bodies", async () => {
	const decode: Respond = ({ headers = {}, body }) => {
		const coding = headers["content-encoding"];
		if (coding === undefined) return undefined;
		return coding === "deflate" || typeof body === "string" ? [415] : [201];
	};
	const told =
		"request header content-encoding | no compressed body | gzip, br; rejects deflate with 415; 415 if the body is not compressed";
	expect(await ask(["createZap", "searchAudit"], decode)).toEqual([
		`createZap | ${told}`,
		`searchAudit | ${told}`,
	]);
});

test("a service that defines OPTIONS tells which methods it allows", async () => {
	const options: Respond = ({ method }) =>
		method === "OPTIONS" ? [204, { allow: "GET" }, ""] : undefined;
	expect(await ask(["getHealth"], options)).toEqual([
		"getHealth | status | 405 for OPTIONS | 204 with Allow: GET and an empty body",
	]);
});

test("an id of responses may be chosen by the client", async () => {
	const echo = forGet(({ path, headers = {} }) =>
		path === "/v1/health"
			? [
					200,
					{
						"content-type": JSON_TYPE,
						"x-trace-id": headers["x-trace-id"] ?? "0",
					},
				]
			: undefined,
	);
	const seen = ["a", "b", "c"].map((each) => ({ "x-trace-id": each }));
	expect(await ask(["getHealth"], echo, seen)).toEqual([
		"getHealth | request header x-trace-id | not documented | comes back in the response",
	]);
	const same = seen.map(() => ({ "x-trace-id": "a" }));
	expect(await ask(["getHealth"], echo, same)).toEqual([]);
});

test("a location that leads to nothing is told", async () => {
	const nothing: Respond = ({ path }) =>
		path === "/v1/zaps/1" ? [404] : undefined;
	const seen = [{ location: "http://zaps.test/v1/zaps/1" }];
	expect(await ask(["createZap"], nothing, seen)).toEqual([
		"createZap | header location | a path that GET finds | a path to which GET responds with 404",
	]);
});

test("an ETag is told, and that the service compares it", async () => {
	const tagged = forGet(({ path, headers = {} }) => {
		if (path !== "/v1/health") return undefined;
		return headers["if-none-match"] === '"a"'
			? [304, {}, ""]
			: [200, { "content-type": JSON_TYPE, etag: '"a"' }];
	});
	expect(await ask(["getHealth"], tagged)).toEqual([
		'getHealth | header etag | not documented | "a", and 304 to a request with it in If-None-Match',
	]);
});

test("other spellings of the size of a page are tried, if the page has this size", async () => {
	const page =
		(text: string): Respond =>
		({ path }) => {
			if (!/^\/v1\/zaps(\?.*)?$/.test(path)) return undefined;
			const limit = new URL(path, "http://a").searchParams.get("limit");
			const count = limit === text ? 2 : Number(limit ?? 20);
			if (!Number.isInteger(count)) return [400];
			return [
				200,
				{ "content-type": JSON_TYPE },
				{ items: Array(count).fill({ id: 1 }) },
			];
		};
	const told = await ask(["listZaps"], forGet(page("2")));
	expect(told).toEqual([
		'listZaps | request query limit | only whole numbers such as 2 | also "2e0", "0x2", "2.0", "+2", " 2"',
	]);
	const strict: Respond = (request) =>
		/limit=2$/.test(request.path) || !request.path.includes("limit=")
			? page("2")(request)
			: [400];
	expect(await ask(["listZaps"], forGet(strict))).toEqual([]);
});

test("the size of a page that a service uses instead of a larger one is told", async () => {
	let records = 2;
	const limitTo =
		(most: number): Respond =>
		({ method, path, body }) => {
			if (method === "POST" && path === "/v1/zaps") records += 1;
			if (!/limit/.test(`${path} ${body}`)) return undefined;
			const items = Array(Math.min(records, most)).fill({ id: 1 });
			return [200, {}, { items }];
		};
	const tell = async (operation: string, most: number) =>
		(await ask([operation, "createZap"], limitTo(most))).join();
	const told = "rejects 1000000 | takes 1000000 as 2";
	expect(await tell("searchAudit", 2)).toContain(
		`searchAudit | request $.limit | ${told}`,
	);
	expect(await tell("listZaps", 2)).toContain(
		`listZaps | request query limit | ${told}`,
	);
	expect(await tell("listZaps", 99)).not.toContain("takes 1000000");
});

const ERROR = { "content-type": "application/problem+json" };

test("texts about unknown paths and undefined methods have placeholders, and bodies may be rejected before", async () => {
	const reading: Respond = ({ method, path, body }) => {
		const isUnknown = path.includes("understudy") && !path.includes("%");
		if (!isUnknown) return undefined;
		if (`${body}`.length > 2_000_000) return [413, ERROR];
		if (body === "{") return [400, ERROR];
		return [404, ERROR, { said: `${method} of ${path} is unknown` }];
	};
	const text = '"{method} of {path and query} is unknown"';
	const bodies =
		"400 with a body that is no JSON, 413 with a body of 2097153 bytes";
	const of = (what: string) => `404 for ${what}, whatever its body is`;
	expect(await ask(["getHealth", "createZap"], reading)).toEqual([
		`getHealth | $.said | not documented | ${text} for an unknown path`,
		`getHealth | status | ${of("an unknown path")} | ${bodies}`,
		`createZap | $.said | not documented | ${text} for an undefined method`,
		`createZap | status | ${of("an undefined method")} | ${bodies}`,
	]);
});

test("a path may be decoded, and rejected if it cannot be", async () => {
	const decoding: Respond = ({ path }) =>
		path === "/v1/%zz"
			? [400, ERROR, { reason: "BAD_PATH", text: "No such path." }]
			: path === "/v1/%68ealth"
				? [200]
				: undefined;
	expect(await ask(["getHealth"], decoding)).toEqual([
		'getHealth | status | 404 for a path with an invalid percent-encoding, such as /v1/%zz | 400, as application/problem+json and $.reason "BAD_PATH"',
		"getHealth | status | 404 for /v1/%68ealth | 200, as for /v1/health",
	]);
});

/** Returns the response to a request that a check has sent. */
const see = (
	request: OutgoingRequest,
	[expected, status]: readonly [number, number],
) => ({
	...{ check: "", target: "", status: expected, isArrangement: false },
	...{ request, response: toResponse([status]) },
});

test("what one operation does in a check is asked of the others", async () => {
	const isEncoded = ({ headers = {} }: OutgoingRequest) =>
		headers["content-encoding"] !== undefined;
	const lenient: Respond = (request) => {
		const isPlain = request.headers?.["content-type"] === "text/plain";
		if (request.path.endsWith("/") || isPlain) return [200];
		const isPacked = Buffer.isBuffer(request.body);
		return isEncoded(request) && isPacked ? [400, ERROR] : undefined;
	};
	const ids = ["getHealth", "listZaps", "createZap", "searchAudit"];
	const plain = (path: string) => ({
		...{ method: "POST", path },
		headers: { "content-type": "text/plain" },
	});
	const headers = {
		...{ "content-type": JSON_TYPE, "content-encoding": "gzip" },
	};
	const observations = [
		see({ method: "GET", path: "/v1/zaps/" }, [404, 200]),
		see({ method: "POST", path: "/v1/zaps", headers }, [415, 400]),
		see(plain("/v1/zaps"), [415, 400]),
		see(plain("/v1/audit/search"), [415, 200]),
	];
	expect(await ask(ids, lenient, [], observations)).toEqual([
		"createZap | status | 415 with Content-Type text/plain | 200",
		"searchAudit | status | 415, since the request has a Content-Encoding | 400",
		"searchAudit | header accept-encoding | identity | missing",
		"getHealth | status | 404, since no path is /v1/health/ | 200",
		"createZap | status | 404, since no path is /v1/zaps/ | 200",
		"searchAudit | status | 404, since no path is /v1/audit/search/ | 200",
	]);
	expect(await ask(ids, lenient)).toEqual([]);
});

test("unusual requests that no check sends are asked of all operations if the service differs", async () => {
	const odd: Respond = ({ path, headers = {}, body }) =>
		/=%zz/.test(path) || /8859|^json$/.test(headers["content-type"] ?? "")
			? [400]
			: / \{\}$/.test(`${body}`)
				? [200]
				: undefined;
	expect(await ask(["getHealth", "createZap", "searchAudit"], odd)).toEqual([
		"createZap | status | 415 with Content-Type json | 400",
		"searchAudit | status | 415 with Content-Type json | 400",
		"createZap | status | 201 with Content-Type application/json; charset=iso-8859-1 | 400",
		"searchAudit | status | 200 with Content-Type application/json; charset=iso-8859-1 | 400",
		"createZap | status | 400 with more text after the body | 200",
		"searchAudit | status | 400 with more text after the body | 200",
		"getHealth | status | 200 with an invalid percent-encoding in the query, such as ?understudy=%zz | 400",
		"createZap | status | 201 with an invalid percent-encoding in the query, such as ?understudy=%zz | 400",
		"searchAudit | status | 200 with an invalid percent-encoding in the query, such as ?understudy=%zz | 400",
	]);
});
