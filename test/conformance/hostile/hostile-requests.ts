import { expect } from "vitest";
import {
	CREATED,
	HOST,
	head,
	OK,
	problem,
	rejected,
	requestsOf,
} from "../../support/raw-request.ts";
import { openSocket, summarize } from "../../support/raw-socket.ts";
import { framingRequests } from "./framing-requests.ts";
import { headerRequests, hostRequests } from "./header-requests.ts";
import {
	expecting,
	forEach,
	type HostileRequest,
	type HostileRequests,
} from "./hostile-request.ts";

const DEPTH = 100_000;
const nest = (open: string, close: string): string =>
	open.repeat(DEPTH) + close.repeat(DEPTH);

/** Unusual bodies with correct framing. `unit/properties` checks which JSON and which media types are valid. */
const bodyRequests: HostileRequests = ({ post, postJson }) => {
	const withTypes = (...types: readonly string[]): string =>
		post(
			'{"name":"x"}',
			"Content-Length: 12",
			...types.map((type) => `Content-Type: ${type}`),
		);
	const withType = (type: string): string => withTypes(type);
	return [
		...expecting([problem(415)], {
			"two Content-Types": withTypes("application/json", "text/plain"),
			"no Content-Type": withTypes(),
		}),
		...forEach([problem(415)], withType, [
			"",
			"\xff",
			"application/jsonx",
			"application/json x",
			"text/plain, application/json",
			"text/plain; a=application/json",
		]),
		...forEach([CREATED], withType, [
			"application/json;;;",
			"application/json\t;a",
			"application/json; charset=nonsense",
		]),
		...expecting([problem(400)], {
			"unclosed brackets": postJson("[".repeat(DEPTH)),
			"nested arrays": postJson(`{"name":"x","a":${nest("[", "]")}}`),
			"nested objects": postJson(nest('{"a":', "}").replace(":}", ":1}")),
			"a long number": postJson(`{"name":"x","a":${"9".repeat(400)}}`),
		}),
		...forEach([problem(400)], postJson, [
			" ",
			"null",
			'{"__proto__":{"name":"x"}}',
			'{"name":"x","__proto__":{"a":1e999}}',
			'{"name":"x","name":1}',
		]),
		...expecting([CREATED], {
			"400,000 values": postJson(`{"name":"x","a":[${"1,".repeat(399_999)}1]}`),
		}),
		...forEach([CREATED], postJson, [
			'{"name":"\\u0000","a":[1e308,1e-999],"":{"":[]}}',
			'\xef\xbb\xbf{"name":"x"}',
		]),
	];
};

const methodRequests: HostileRequests = (_, base) => {
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
const targetRequests: HostileRequests = ({ get }) => [
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

const targetFormRequests: HostileRequests = (_, base) => {
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

const groups: Readonly<Record<string, HostileRequests>> = {
	method: methodRequests,
	target: targetRequests,
	"form of the target": targetFormRequests,
	host: hostRequests,
	header: headerRequests,
	framing: framingRequests,
	body: bodyRequests,
};

/** Returns the requests to a mock that is mounted at `base`, by the part that is unusual or wrong. */
export const listHostileRequests = (
	base: string,
): (readonly [group: string, requests: readonly HostileRequest[]])[] =>
	Object.entries(groups).map(([group, create]) => [
		group,
		create(requestsOf(base), base),
	]);

async function send(url: string, bytes: string): Promise<string[]> {
	await using socket = await openSocket(url);
	socket.send(bytes);
	const received = await socket.responses();
	const summaries = received.map(summarize);
	for (const [index, { status, body }] of received.entries())
		if (summaries[index]?.startsWith(problem(status)))
			expect(JSON.parse(body)).toMatchObject({ status });
	if (summaries.at(-1)?.endsWith("closing"))
		expect(await socket.closed()).toHaveLength(summaries.length);
	return summaries;
}

/** Sends each request on a connection of its own. Expects the responses. */
export async function expectResponses(
	url: string,
	requests: readonly HostileRequest[],
): Promise<void> {
	const received = requests.map(async ([name, bytes]) => [
		name,
		...(await send(url, bytes)),
	]);
	expect(await Promise.all(received)).toEqual(
		requests.map(([name, _, ...responses]) => [name, ...responses]),
	);
}
