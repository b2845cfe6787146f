import {
	HOST,
	type HostileRequests,
	head,
	hostile,
	OK,
	problem,
	refused,
	requestsOf,
} from "../support/raw-request.ts";

const quote = (text: string): string => JSON.stringify(text);

const methods: HostileRequests = (base) => {
	const withMethod = (method: string, path = "/v1/health"): string =>
		head(`${method} ${base}${path} HTTP/1.1`, HOST);
	return [
		...["TRACE", "QUERY", "M-SEARCH", "PROPFIND"].map((method) =>
			hostile(`answers ${method} with 405`, withMethod(method), problem(405)),
		),
		hostile(
			"answers TRACE where there is no operation with 404",
			withMethod("TRACE", "/v1/nothing"),
			problem(404),
		),
		hostile(
			"answers TRACE with a body with 405",
			`${head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, "Content-Length: 2")}{}`,
			problem(405),
		),
		hostile("closes a CONNECT to a path", withMethod("CONNECT")),
		hostile(
			"closes a CONNECT to a host and port",
			head("CONNECT localhost:443 HTTP/1.1", HOST),
		),
		...["get", "ZAP", "TRACK", "", "G\tT", "G\0T"].map((method) =>
			hostile(
				`refuses ${quote(method)} for a method`,
				withMethod(method),
				refused(400),
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
			hostile(`finds nothing at ${path}`, get(path), problem(404)),
		),
		hostile(
			"finds nothing at a long path",
			get(`/${"a".repeat(15_000)}`),
			problem(404),
		),
		hostile(
			"refuses a very long path",
			get(`/${"a".repeat(20_000)}`),
			refused(431),
		),
		...["cursor=%zz", "cursor=%ff", "cursor=__proto__", "limit=%00"].map(
			(query) =>
				hostile(
					`refuses ${query} in a query`,
					get(`/v1/zaps?${query}`),
					problem(400),
				),
		),
		hostile(
			"ignores parameters named like members of Object",
			get("/v1/zaps?__proto__=1&constructor=2&toString=3"),
			OK,
		),
		hostile(
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
			hostile(
				`refuses ${quote(bytes)} in a target`,
				get(`/v1/health${bytes}`),
				refused(400),
			),
		),
	];
};

const targetForms: HostileRequests = (base) => {
	const at = (target: string): string => head(`GET ${target} HTTP/1.1`, HOST);
	return [
		hostile(
			"answers an absolute target",
			at(`http://localhost${base}/v1/health`),
			OK,
		),
		hostile(
			"answers an absolute target at another host than the Host header names",
			at(`http://example.com:1${base}/v1/health`),
			OK,
		),
		hostile(
			"answers an absolute target with credentials",
			at(`http://user:password@localhost${base}/v1/health`),
			OK,
		),
		...["http://localhost", "http://localhost?x", "http:///v1/health", "*"].map(
			(target) =>
				hostile(`finds nothing at ${target}`, at(target), problem(404)),
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
			hostile(`refuses ${target} for a target`, at(target), "400"),
		),
		...[
			"",
			"v1/health",
			"?x",
			"localhost:80",
			"http:/v1/health",
			"javascript:alert(1)",
		].map((target) =>
			hostile(
				`refuses ${quote(target)} for a target`,
				at(target),
				refused(400),
			),
		),
	];
};

/** What is wrong, or only looks wrong, in the first line. */
export const targetGroups: Readonly<Record<string, HostileRequests>> = {
	method: methods,
	target: targets,
	"form of the target": targetForms,
};
