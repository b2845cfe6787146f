import {
	defineCase,
	HOST,
	type HostileRequests,
	head,
	OK,
	parserError,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";

const quote = (text: string): string => JSON.stringify(text);

const methods: HostileRequests = (base) => {
	const withMethod = (method: string, path = "/v1/health"): string =>
		head(`${method} ${base}${path} HTTP/1.1`, HOST);
	return [
		...["TRACE", "QUERY", "M-SEARCH", "PROPFIND"].map((method) =>
			defineCase(
				`responds to ${method} with 405`,
				withMethod(method),
				problem(405),
			),
		),
		defineCase(
			"responds to TRACE on an unknown path with 404",
			withMethod("TRACE", "/v1/nothing"),
			problem(404),
		),
		defineCase(
			"responds to TRACE with a body with 405",
			`${head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, "Content-Length: 2")}{}`,
			problem(405),
		),
		defineCase("closes a CONNECT to a path", withMethod("CONNECT")),
		defineCase(
			"closes a CONNECT to a host and port",
			head("CONNECT localhost:443 HTTP/1.1", HOST),
		),
		...["get", "ZAP", "TRACK", "", "G\tT", "G\0T"].map((method) =>
			defineCase(
				`rejects the method ${quote(method)}`,
				withMethod(method),
				parserError(400),
			),
		),
	];
};

const targets: HostileRequests = (base) => {
	const { get } = requestsOf(base);
	return [
		...[
			"//",
			"///",
			"/\\",
			"//localhost/v1/health",
			"/\\localhost/v1/health",
			"/v1//health",
			"/v1/health/",
			"/v1%2fhealth",
			"/v1/%68ealth",
			"/v1/health%00",
			"/%zz",
			"/__proto__",
			"/constructor",
		].map((path) =>
			defineCase(`responds to ${path} with 404`, get(path), problem(404)),
		),
		defineCase(
			"responds to a long path with 404",
			get(`/${"a".repeat(15_000)}`),
			problem(404),
		),
		defineCase(
			"rejects a very long path",
			get(`/${"a".repeat(20_000)}`),
			parserError(431),
		),
		...["cursor=%zz", "cursor=%ff", "cursor=__proto__", "limit=%00"].map(
			(query) =>
				defineCase(
					`rejects the query ${query}`,
					get(`/v1/zaps?${query}`),
					problem(400),
				),
		),
		defineCase(
			"ignores parameters named like properties of Object.prototype",
			get("/v1/zaps?__proto__=1&constructor=2&toString=3"),
			OK,
		),
		defineCase(
			"ignores a long query",
			get(`/v1/zaps?${"a=1&".repeat(3_000)}`),
			OK,
		),
		...[
			"\0",
			"\x01",
			"\x7f",
			"\t",
			"\xff",
			"\xc3\x28",
			"?cursor=\xff",
			" x",
		].map((bytes) =>
			defineCase(
				`rejects ${quote(bytes)} in a target`,
				get(`/v1/health${bytes}`),
				parserError(400),
			),
		),
	];
};

const targetForms: HostileRequests = (base) => {
	const at = (target: string): string => head(`GET ${target} HTTP/1.1`, HOST);
	return [
		defineCase(
			"accepts an absolute target",
			at(`http://localhost${base}/v1/health`),
			OK,
		),
		defineCase(
			"accepts an absolute target with another host than the Host header",
			at(`http://example.com:1${base}/v1/health`),
			OK,
		),
		defineCase(
			"accepts an absolute target with credentials",
			at(`http://user:password@localhost${base}/v1/health`),
			OK,
		),
		...["http://localhost", "http://localhost?x", "http:///v1/health", "*"].map(
			(target) =>
				defineCase(`responds to ${target} with 404`, at(target), problem(404)),
		),
		...[
			"http://",
			"http://localhost:99999/v1/health",
			"http://localhost:x/v1/health",
			"http://[::1/v1/health",
			"http://[x]/v1/health",
			"http://%zz/v1/health",
			"ftp://localhost/v1/health",
			"file:///v1/health",
		].map((target) =>
			defineCase(`rejects the target ${target}`, at(target), problem(400)),
		),
		...[
			"",
			"v1/health",
			"?x",
			"localhost:80",
			"http:/v1/health",
			"javascript:alert(1)",
		].map((target) =>
			defineCase(
				`rejects the target ${quote(target)}`,
				at(target),
				parserError(400),
			),
		),
	];
};

/** Invalid and unusual request lines. */
export const targetGroups: Readonly<Record<string, HostileRequests>> = {
	method: methods,
	target: targets,
	"form of the target": targetForms,
};
