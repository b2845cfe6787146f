import {
	HOST,
	head,
	OK,
	problem,
	rejected,
} from "../../support/raw-request.ts";
import { expecting, forEach, type HostileRequests } from "./hostile-request.ts";

export const methodRequests: HostileRequests = (_, base) => {
	const withMethod = (method: string, path = "/v1/health"): string =>
		head(`${method} ${base}${path} HTTP/1.1`, HOST);
	const body = "Content-Length: 2";
	return [
		...forEach([problem(405)], withMethod, ["TRACE", "QUERY"]),
		...expecting([problem(405)], {
			"TRACE with a body": `${head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, body)}{}`,
		}),
		...expecting([problem(404)], {
			"TRACE of an unknown path": withMethod("TRACE", "/v1/nothing"),
		}),
		...forEach([rejected(405)], withMethod, ["CONNECT", "get", "ZAP"]),
		...expecting([rejected(404)], {
			"an unknown method of an unknown path": withMethod("ZAP", "/v1/z"),
		}),
		...expecting([rejected(400)], {
			"CONNECT to a host": head("CONNECT localhost:443 HTTP/1.1", HOST),
		}),
		...forEach([rejected(400)], withMethod, ["", "G\0T"]),
		...expecting([OK, rejected(405)], {
			"an unknown method after another request":
				withMethod("GET") + withMethod("ZAP"),
		}),
	];
};

/** Unusual paths and queries. The cases of all transports have those that a fetch Request keeps as they are. */
export const targetRequests: HostileRequests = ({ get }) => [
	...forEach([problem(404)], get, [
		"//",
		"/\\",
		"//localhost/v1/health",
		"/\\localhost/v1/health",
		"/v1/health%00",
		"/%zz",
		"/__proto__",
		"/__session",
		`/${"a".repeat(15_000)}`,
	]),
	...expecting([rejected(431)], {
		"a very long path": get(`/${"a".repeat(70_000)}`),
	}),
	...forEach([problem(400)], get, [
		"/v1/zaps?cursor=%ff",
		"/v1/zaps?cursor=__proto__",
		"/__session//",
		"/__session/../v1/health",
	]),
	...forEach([OK], get, [
		"/v1/zaps?__proto__=1&constructor=2&toString=3",
		`/v1/zaps?${"a=1&".repeat(3_000)}`,
	]),
	...forEach([rejected(400)], (bytes) => get(`/v1/health${bytes}`), [
		"\0",
		"\x7f",
		"\xff",
		"?cursor=\xff",
		" x",
	]),
];

export const targetFormRequests: HostileRequests = (_, base) => {
	const at = (target: string): string => head(`GET ${target} HTTP/1.1`, HOST);
	return [
		...expecting([OK], {
			"a URL": at(`http://localhost${base}/v1/health`),
			"a URL of another host": at(`http://example.com:1${base}/v1/health`),
			"a URL with credentials": at(`http://a:b@localhost${base}/v1/health`),
		}),
		...forEach([problem(404)], at, ["http://localhost?x", "http:///v1/a", "*"]),
		...forEach([problem(400)], at, [
			"http://",
			"http://localhost:99999/v1/health",
			"http://%zz/v1/health",
			"ftp://localhost/v1/health",
		]),
		...forEach([rejected(400)], at, ["", "v1/health", "?x", "localhost:80"]),
	];
};
