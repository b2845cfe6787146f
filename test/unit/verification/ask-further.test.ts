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
	if (method === "POST" && /^null$| \{\}$|"[A-Z]+":/.test(`${body}`))
		return [400];
	if (/limit\W+(0|-1|ten)\b/.test(`${path} ${body}`)) return [400];
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

test("a service may not accept other media types", async () => {
	const rejecting: Respond = (request) =>
		acceptOf(request) === "text/html" ? [406, {}, ""] : undefined;
	expect(await ask(["getHealth", "createZap"], rejecting)).toEqual([
		"getHealth | request header accept | 200 with text/html | 406 and no body",
		"createZap | request header accept | 201 with text/html | 406 and no body",
	]);
});

test("a rejection may be JSON only for clients that ask for it", async () => {
	const seen = (path: string) => ({
		...{ check: "", target: "undefinedPath", status: 404 },
		...{ isArrangement: false, request: { method: "GET", path } },
		response: toResponse([404, { "content-type": "text/plain" }, "None"]),
	});
	const negotiating: Respond = (request) =>
		acceptOf(request) === JSON_TYPE
			? [404, { "content-type": JSON_TYPE }, '{"why":"None"}']
			: undefined;
	const others = [seen("/v1/health-other"), seen("/v1/other")];
	expect(await ask(["getHealth"], negotiating, [], others)).toEqual([
		'getHealth | request header accept | 404 with application/json | 404 and application/json, {"why":"None"}',
	]);
});

test("other spellings of the media type of a body are tried", async () => {
	const lenient: Respond = ({ headers = {} }) =>
		/vnd.*json$/.test(headers["content-type"] ?? "") ? [201] : undefined;
	expect(await ask(["createZap"], lenient)).toEqual([
		"createZap | request header content-type | 415 with application/vnd.understudy+json | 201",
	]);
	const strict: Respond = ({ headers = {} }) =>
		/JSON|;/.test(headers["content-type"] ?? "") ? [415] : undefined;
	expect(await ask(["createZap"], strict)).toEqual([
		"createZap | request header content-type | 201 with application/json; charset=utf-8 | 415",
		"createZap | request header content-type | 201 with APPLICATION/JSON | 415",
		"createZap | request header content-type | 201 with application/json; charset=iso-8859-1 | 415",
	]);
});

test("a service may take forms, with brackets in the names of inner values", async () => {
	const bodies: string[] = [];
	const lenient: Respond = ({ headers = {}, body }) => {
		if (!/form/.test(headers["content-type"] ?? "")) return undefined;
		bodies.push(`${body}`);
		return [202];
	};
	expect(await ask(["submitPipeline"], lenient)).toEqual([
		"submitPipeline | request header content-type | 415 with application/x-www-form-urlencoded | 202",
		"submitPipeline | request header content-type | 415 with multipart/form-data | 202",
	]);
	expect(decodeURIComponent(bodies[0] ?? "")).toContain("steps[0][command]=");
	expect(bodies[1]).toContain('name="steps[0][command]"');
});

test("a service may ignore Content-Encoding", async () => {
	const lenient: Respond = ({ headers = {} }) =>
		headers["content-encoding"] === "gzip" ? [201] : undefined;
	expect(await ask(["createZap"], lenient)).toEqual([
		"createZap | request header content-encoding | 415 with gzip | ignored: 201 if the body is not compressed",
	]);
});

test("what one operation takes is asked of the others, too", async () => {
	const both = ["createZap", "searchAudit"];
	const lenient: Respond = ({ headers = {} }) =>
		/vnd|gzip/.test(JSON.stringify(headers)) ? [201] : undefined;
	expect(
		(await ask(both, lenient)).map((each) => each.split(" | ").slice(0, 2)),
	).toEqual(
		["content-type", "content-encoding"].flatMap((name) =>
			both.map((id) => [id, `request header ${name}`]),
		),
	);
	const sent: string[] = [];
	await ask(["submitCommand", ...both], ({ path, method }) => {
		if (path === "/v1/audit/search") sent.push(method);
		return undefined;
	});
	// What no operation takes differently is asked of two at most: this one gets a usual request, two for media types, and two for sizes of a page.
	expect(sent).toHaveLength(5);
});

test("another status for the rejection of forms is told of all operations", async () => {
	const ids = ["createZap", "searchAudit"];
	const respond: Respond = ({ headers = {} }) =>
		/multipart/.test(headers["content-type"] ?? "") ? [400] : undefined;
	expect(await ask(ids, respond)).toEqual(
		ids.map(
			(id) =>
				`${id} | request header content-type | 415 with multipart/form-data | 400`,
		),
	);
});

test("a search may take a body of another media type without reading it", async () => {
	const respond: Respond = ({ path, headers = {}, body }) => {
		if (path !== "/v1/audit/search") return undefined;
		const type = headers["content-type"] ?? "";
		const isRead = type.startsWith(JSON_TYPE) && `${body}`.includes(":1}");
		const items = [{ id: "a" }, { id: "b" }].slice(0, isRead ? 1 : 2);
		return /json|form-url/.test(type)
			? [200, { "content-type": JSON_TYPE }, { items }]
			: undefined;
	};
	const found = await ask(["searchAudit"], respond);
	expect(found.filter((each) => /ignores/.test(each))).toEqual([
		"searchAudit | request $ | 415 | ignores a body of application/x-www-form-urlencoded: 200 as if it was empty",
	]);
});

test("a rejection because of the state of a record tells nothing about a media type", async () => {
	let left = 4;
	const used: Respond = ({ method }) =>
		method === "POST" ? [left-- > 1 ? 201 : 400] : undefined;
	expect(await ask(["createZap"], used)).toEqual([
		"createZap | request header content-type | 415 with application/vnd.understudy+json | 201",
	]);
});

test("a service that defines OPTIONS tells which methods it allows", async () => {
	const options: Respond = ({ method }) =>
		method === "OPTIONS" ? [204, { allow: "GET" }, ""] : undefined;
	expect(await ask(["getHealth"], options)).toEqual([
		"getHealth | status | 405 with OPTIONS | 204 with Allow: GET",
	]);
});

test("the header Allow of a rejection may name methods that the document lacks", async () => {
	const reject = (allow: string) => ({
		...{ check: "", target: "undefinedMethod", status: 405 },
		...{ isArrangement: false, request: { method: "PUT", path: "/v1/health" } },
		response: toResponse([405, { allow }]),
	});
	const told = (allow: string) =>
		ask(["getHealth"], () => undefined, [], [reject(allow)]);
	expect(await told("GET, HEAD, OPTIONS")).toEqual([
		"getHealth | header allow | GET, HEAD | GET, HEAD, OPTIONS",
	]);
	expect(await told("GET,HEAD")).toEqual([]);
	expect(await told("OPTIONS")).toEqual([]);
});

test("an id of responses may be chosen by the client", async () => {
	const echo = forGet(({ path, headers = {} }) =>
		/^\/v1\/(health|zaps)$/.test(path)
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
	expect(await ask(["listZaps", "getHealth"], echo, seen)).toEqual(
		["getHealth", "listZaps"].map(
			(each) =>
				`${each} | request header x-trace-id | not documented | comes back in the response`,
		),
	);
	const same = seen.map(() => ({ "x-trace-id": "a" }));
	expect(await ask(["getHealth"], echo, same)).toEqual([]);
});

test("a location that is no URL is passed over", async () => {
	const seen = [{ location: "http://[" }];
	expect(await ask(["createZap"], () => undefined, seen)).toEqual([]);
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
			if (!Number.isInteger(count) || count < 1) return [400];
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

test("the size of a page that the page says that it has is told", async () => {
	const respond: Respond = ({ path }) => {
		const [, limit = "4"] = /limit=(\d+)$/.exec(path) ?? [];
		const items = Array(Math.min(Number(limit), 4)).fill({ id: 1 });
		const pages = { size: Math.min(Number(limit), 2000), count: items.length };
		return [200, {}, { items, pages, least: 2 }];
	};
	expect((await ask(["listZaps", "createZap"], respond)).join()).toContain(
		"rejects 1000000 | takes 1000000 as 2000",
	);
});

test("what a service makes of values that are no sizes of a page is told", async () => {
	const respond: Respond = ({ path }) => {
		const [, limit] = /limit=(.+)/.exec(path) ?? [];
		if (limit === "-1") return [400];
		const count = limit === "ten" ? 0 : Number(limit) || 4;
		return [200, {}, { items: Array(count).fill({ id: 1 }) }];
	};
	const told = (await ask(["listZaps"], respond)).filter((each) =>
		each.includes("takes"),
	);
	expect(told).toEqual([
		"listZaps | request query limit | rejects 0 | takes 0 as the default",
		"listZaps | request query limit | rejects ten | takes ten as 0",
	]);
	const all: Respond = () => [200, {}, { items: Array(4).fill({ id: 1 }) }];
	expect((await ask(["listZaps"], all)).join()).not.toContain("the default");
});

const ERROR = { "content-type": "application/problem+json" };

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
	// What an operation says of any body is not about its form.
	const inVain: Respond = (request) =>
		request.path === "/v1/audit/search" ? [400, ERROR] : lenient(request);
	const found = await ask(ids, inVain, [], observations.slice(1, 2));
	expect(found.filter((each) => each.startsWith("searchAudit"))).toEqual([]);
});

test("operations with a body are asked for web pages if one without a body rejects them", async () => {
	const rejecting: Respond = (request) =>
		acceptOf(request) === "text/html" && !request.path.includes("understudy")
			? [406, ERROR]
			: undefined;
	expect(await ask(["getHealth", "createZap"], rejecting)).toContain(
		"createZap | request header accept | 201 with text/html | 406 and application/problem+json",
	);
});

test("unusual requests that no check sends are asked of all operations if the service differs", async () => {
	const odd: Respond = ({ path, headers = {} }) =>
		/=%zz/.test(path) || /8859/.test(headers["content-type"] ?? "")
			? [400]
			: undefined;
	const query = "an invalid percent-encoding in the query";
	const latin = "application/json; charset=iso-8859-1";
	expect(await ask(["getHealth", "createZap", "searchAudit"], odd)).toEqual([
		`createZap | request header content-type | 201 with ${latin} | 400`,
		`searchAudit | request header content-type | 200 with ${latin} | 400`,
		`getHealth | status | 200 with ${query} | 400`,
		`createZap | status | 201 with ${query} | 400`,
		`searchAudit | status | 200 with ${query} | 400`,
	]);
});

test("a service may take what the document rejects", async () => {
	const lenient: Respond = ({ body }) =>
		/^null$| \{\}$|"[A-Z]+":/.test(`${body}`) ? [201] : undefined;
	expect(await ask(["createZap"], lenient)).toEqual([
		"createZap | status | 400 with the body null | 201",
		"createZap | status | 400 with something after the JSON | 201",
		"createZap | status | 400 with names of properties in upper case | 201",
	]);
});

/** Returns a service whose metrics count requests in the series that a function names. */
function createCounting(
	seriesOf: (request: OutgoingRequest) => string,
): Respond {
	const counts = new Map<string, number>();
	return (request) => {
		const series = seriesOf(request);
		if (series !== "") counts.set(series, (counts.get(series) ?? 0) + 1);
		if (request.path !== "/metrics") return undefined;
		const lines = Array.from(counts, (each) => `${each.join(" ")}\n`);
		const text = `# TYPE hits counter\nhits{of="start"} 1\n${lines.join("")}`;
		return [200, { "content-type": "text/plain" }, text];
	};
}

const askCounts = async (seriesOf: (request: OutgoingRequest) => string) => {
	const all = ["getHealth", "createZap", "getMetrics"];
	const found = await ask(all, createCounting(seriesOf));
	return found
		.filter((each) => each.startsWith("getMetrics | $"))
		.map((each) => each.split(" | ")[3]);
};

test("the metrics may count every request", async () => {
	expect(
		await askCounts(({ method, path }) => `hits{of="${method} ${path}"}`),
	).toEqual([
		'counts HEAD requests, as hits{of="HEAD /v1/health"}',
		'counts requests to unknown paths, as hits{of="GET /v1/health-understudy"}',
	]);
});

test("the metrics may count few requests", async () => {
	expect(
		await askCounts(({ method, path }) =>
			method === "GET" && path === "/v1/health" ? "hits" : "",
		),
	).toEqual([
		"counts no requests for the metrics themselves",
		"counts no HEAD requests",
		"counts no requests that it rejects",
	]);
	expect(
		await askCounts(({ path }) => (path === "/metrics" ? "hits" : "")),
	).toEqual([]);
});

test("metrics may have their values at paths of their own", async () => {
	const named: Respond = ({ path }) => {
		const [, name] = path.split("/metrics/");
		if (path === "/metrics") return [200, {}, '{"names":["zaps","load"]}'];
		if (name === "understudy") return [410];
		return name ? [200, {}, `{"name":"${name}","value":1}`] : undefined;
	};
	const found = await ask(["getHealth", "getMetrics"], named);
	expect(found).toContainEqual(
		expect.stringContaining(
			"returns values only at /metrics/{name}, each as an object with name, value, and responds with 410 to other names",
		),
	);
});

test("a service may redirect each method with another status", async () => {
	const redirect: Respond = ({ method, path }) =>
		path.endsWith("/") ? [method === "GET" ? 301 : 307] : undefined;
	const seen = see({ method: "GET", path: "/v1/zaps/" }, [404, 301]);
	expect(await ask(["listZaps", "createZap"], redirect, [], [seen])).toEqual([
		"createZap | status | 404, since no path is /v1/zaps/ | 307",
	]);
});

test("a health check may take headers that other operations reject", async () => {
	const strict: Respond = (request) =>
		acceptOf(request) === "text/html" && request.path === "/v1/zaps"
			? [406]
			: undefined;
	expect(await ask(["getHealth", "listZaps"], strict)).toEqual([
		"listZaps | request header accept | 200 with text/html | 406 and application/json",
	]);
});
