import {
	HOST,
	head,
	OK,
	problem,
	rejected,
} from "../../support/raw-request.ts";
import { type HostileRequests, requestsByValue } from "./hostile-request.ts";

export const methodRequests: HostileRequests = (_, base) => {
	const withMethod = (method: string, path = "/v1/health"): string =>
		head(`${method} ${base}${path} HTTP/1.1`, HOST);
	const body = "Content-Length: 2";
	return [
		[
			[problem(405)],
			{
				...requestsByValue(["TRACE", "QUERY", "PROPFIND"], withMethod),
				"TRACE with a body": `${head(`TRACE ${base}/v1/zaps HTTP/1.1`, HOST, body)}{}`,
			},
		],
		[
			[problem(404)],
			{ "TRACE of an unknown path": withMethod("TRACE", "/v1/nothing") },
		],
		[[rejected(405)], requestsByValue(["CONNECT", "get", "ZAP"], withMethod)],
		[
			[rejected(404)],
			{ "an unknown method of an unknown path": withMethod("ZAP", "/v1/z") },
		],
		[
			[rejected(400)],
			{
				"CONNECT to a host": head("CONNECT localhost:443 HTTP/1.1", HOST),
				...requestsByValue(["", "G\0T"], withMethod),
			},
		],
		[
			[OK, rejected(405)],
			{
				"an unknown method after another request":
					withMethod("GET") + withMethod("ZAP"),
			},
		],
	];
};

export const targetRequests: HostileRequests = ({ get }) => [
	[
		[problem(404)],
		requestsByValue(
			[
				"//",
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
				"/__session",
				"/__session/a/__session/b/v1/health",
				`/${"a".repeat(15_000)}`,
			],
			get,
		),
	],
	[[rejected(431)], { "a very long path": get(`/${"a".repeat(70_000)}`) }],
	[
		[problem(400)],
		requestsByValue(
			[
				"/v1/zaps?cursor=%zz",
				"/v1/zaps?cursor=%ff",
				"/v1/zaps?cursor=__proto__",
				"/v1/zaps?limit=%00",
				"/__session//",
				"/__session/../v1/health",
				"/__session/%2e%2e/v1/health",
				`/__session/${"x".repeat(8_000)}/v1/health`,
			],
			get,
		),
	],
	[
		[OK],
		requestsByValue(
			[
				"/v1/zaps?__proto__=1&constructor=2&toString=3",
				`/v1/zaps?${"a=1&".repeat(3_000)}`,
			],
			get,
		),
	],
	[
		[rejected(400)],
		requestsByValue(["\0", "\x7f", "\xff", "?cursor=\xff", " x"], (bytes) =>
			get(`/v1/health${bytes}`),
		),
	],
];

export const targetFormRequests: HostileRequests = (_, base) => {
	const at = (target: string): string => head(`GET ${target} HTTP/1.1`, HOST);
	return [
		[
			[OK],
			{
				"a URL": at(`http://localhost${base}/v1/health`),
				"a URL of another host": at(`http://example.com:1${base}/v1/health`),
				"a URL with credentials": at(`http://a:b@localhost${base}/v1/health`),
			},
		],
		[
			[problem(404)],
			requestsByValue(
				["http://localhost", "http://localhost?x", "http:///v1/health", "*"],
				at,
			),
		],
		[
			[problem(400)],
			requestsByValue(
				[
					"http://",
					"http://localhost:99999/v1/health",
					"http://localhost:x/v1/health",
					"http://[::1/v1/health",
					"http://%zz/v1/health",
					"ftp://localhost/v1/health",
					"file:///v1/health",
				],
				at,
			),
		],
		[
			[rejected(400)],
			requestsByValue(["", "v1/health", "?x", "localhost:80"], at),
		],
	];
};
