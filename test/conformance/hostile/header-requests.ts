import { head, OK, problem, rejected } from "../../support/raw-request.ts";
import { type HostileRequests, requestsByValue } from "./hostile-request.ts";

export const hostRequests: HostileRequests = (_, base) => {
	const withHosts = (...values: readonly string[]): string =>
		head(
			`GET ${base}/v1/health HTTP/1.1`,
			...values.map((value) => `Host: ${value}`),
		);
	const withHost = (value: string): string => withHosts(value);
	return [
		[[rejected(400)], { "a NUL byte": withHosts("a\0b") }],
		[
			[`${OK} closing`],
			{ "HTTP/1.0 without a Host": head(`GET ${base}/v1/health HTTP/1.0`) },
		],
		[
			[problem(400)],
			{
				"no Host": withHosts(),
				"two Hosts": withHosts("localhost", "a"),
				"the same Host twice": withHosts("a", "a"),
				...requestsByValue(
					["", "a b", "a\tb", "\xe9", "<a>", "%zz", "[", "[::1"],
					withHost,
				),
				...requestsByValue(
					["a/b", "a?b", "a#b", "a@b", "a\\b", "http://a"],
					withHost,
				),
				...requestsByValue(
					[":80", "a:b", "a:-1", "a:99999", "[:::]", "1.2.3.4.5"],
					withHost,
				),
			},
		],
		[
			[problem(400)],
			// srvx builds its URL differently for such a path.
			requestsByValue(["[:::]", "a:99999", "999.999.999.999"], (value) =>
				head(`GET ${base}/v1/"/../zaps HTTP/1.1`, `Host: ${value}`),
			),
		],
		[
			[OK],
			requestsByValue(
				["localhost.", "localhost:", "a_b", "[::1]:80", "_invalid_"],
				withHost,
			),
		],
	];
};

export const headerRequests: HostileRequests = ({ get }) => {
	const withLine = (line: string): string => get("/v1/health", line);
	return [
		[
			[rejected(400)],
			requestsByValue(
				[
					": x",
					"a b: x",
					"a : x",
					" a: x",
					"a: \0",
					"a: b\r\n c",
					"a: b\nc: d",
					"Content-Length: x",
					"Content-Length: -1",
					"Content-Length: 99999999999999999999999",
					"Transfer-Encoding: gzip",
				],
				withLine,
			),
		],
		[
			[OK],
			requestsByValue(
				[
					"Origin: \xff\xfe",
					"__proto__: x",
					"constructor: x",
					"Connection: nonsense",
					"Cookie: ;;;=;\xff",
					"X-Forwarded-Host: [",
					"X-Forwarded-Proto: javascript",
					"Connection: Upgrade\r\nUpgrade: websocket",
					"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c",
					"Prefer: ,,;;==,",
					`Prefer: ${'"'.repeat(8_000)}`,
					"Mock-Session: __proto__",
					"Mock-Session: constructor",
				],
				withLine,
			),
		],
		[
			[problem(400)],
			requestsByValue(
				[
					'Prefer: code=""',
					`Prefer: ${"a,".repeat(4_000)}code=999`,
					`Prefer: delay=${"9".repeat(1_000)}`,
					"Prefer: scenario=__proto__",
					`Mock-Session: ${"x".repeat(8_000)}`,
					"Mock-Session: \xff\xfe",
				],
				withLine,
			),
		],
		[
			[rejected(431)],
			{
				"a header of 64 KiB": withLine(`Big: ${"a".repeat(65_536)}`),
				"headers of 100 KiB": withLine(
					`a: ${"b".repeat(97)}\r\n`.repeat(1_000),
				),
			},
		],
		[[`${OK} closing`], requestsByValue(["Expect: 100-continue"], withLine)],
		[[problem(417)], requestsByValue(["Expect: nonsense"], withLine)],
	];
};
