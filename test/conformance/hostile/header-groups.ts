import {
	defineCase,
	type HostileCase,
	type HostileRequests,
	head,
	OK,
	parserError,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";

const quote = (text: string): string => JSON.stringify(text);

const hosts: HostileRequests = (base) => {
	const withHosts = (...values: readonly string[]): string =>
		head(
			`GET ${base}/v1/health HTTP/1.1`,
			...values.map((value) => `Host: ${value}`),
		);
	const createRejectedHost = (value: string): HostileCase =>
		defineCase(
			`rejects the Host ${quote(value)}`,
			withHosts(value),
			problem(400),
		);
	return [
		defineCase(
			"rejects HTTP/1.1 without a Host",
			withHosts(),
			parserError(400),
		),
		defineCase(
			"accepts HTTP/1.0 without a Host",
			head(`GET ${base}/v1/health HTTP/1.0`),
			`${OK} closing`,
		),
		defineCase("rejects two Hosts", withHosts("localhost", "a"), problem(400)),
		defineCase(
			"rejects the same Host twice",
			withHosts("a", "a"),
			problem(400),
		),
		defineCase(
			"rejects a NUL byte in a Host",
			withHosts("a\0b"),
			parserError(400),
		),
		...["", "a b", "a\tb", "\xe9", "<a>", "%zz", "[", "[::1"].map(
			createRejectedHost,
		),
		...["a/b", "a?b", "a#b", "a@b", "a\\b", "http://a"].map(createRejectedHost),
		...[":80", "a:b", "a:-1", "a:99999", "a:123456"].map(createRejectedHost),
		...["[:::]", "[1.2.3]", "999.999.999.999", "1.2.3.4.5"].map(
			createRejectedHost,
		),
		// srvx builds its URL differently for such a path.
		...["[:::]", "a:99999", "999.999.999.999"].map((value) =>
			defineCase(
				`rejects the Host ${quote(value)} with a path that URL normalizes`,
				head(`GET ${base}/v1/"/../zaps HTTP/1.1`, `Host: ${value}`),
				problem(400),
			),
		),
		...[
			"localhost.",
			"localhost:",
			"a_b",
			"[::1]:80",
			"_invalid_",
			"test",
			"example",
		].map((value) =>
			defineCase(`accepts the Host ${value}`, withHosts(value), OK),
		),
	];
};

const fields: HostileRequests = (base) => {
	const { get } = requestsOf(base);
	return [
		...[
			": x",
			"a b: x",
			"a : x",
			" a: x",
			"a",
			"a\xff: x",
			"a: \0",
			"a: \x7f",
			"a: b\r\n c",
			"a: b\r\n\tc",
			"a: b\rc: d",
			"a: b\nc: d",
			"Content-Length: x",
			"Content-Length: -1",
			"Content-Length: +1",
			"Content-Length: 0x1",
			"Content-Length: 1e3",
			"Content-Length: 99999999999999999999999",
			"Transfer-Encoding: gzip",
			"Transfer-Encoding: identity",
		].map((line) =>
			defineCase(
				`rejects the header line ${quote(line)}`,
				get("/v1/health", line),
				parserError(400),
			),
		),
		...[
			"Origin: \xff\xfe",
			"__proto__: x",
			"constructor: x",
			"Connection: nonsense",
			"Cookie: ;;;=;\xff",
			"X-Forwarded-Host: [",
			"X-Forwarded-Proto: javascript",
		].map((line) =>
			defineCase(
				`ignores the header line ${quote(line)}`,
				get("/v1/health", line),
				OK,
			),
		),
		defineCase(
			"rejects a header of 64 KiB",
			get("/v1/health", `Big: ${"a".repeat(65_536)}`),
			parserError(431),
		),
		defineCase(
			"rejects headers of 64 KiB in total",
			get(
				"/v1/health",
				...Array.from({ length: 640 }, () => `a: ${"b".repeat(97)}`),
			),
			parserError(431),
		),
		defineCase(
			"ignores an upgrade to WebSocket",
			get(
				"/v1/health",
				"Connection: Upgrade",
				"Upgrade: websocket",
				"Sec-WebSocket-Version: 13",
				"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
			),
			OK,
		),
		defineCase(
			"ignores an upgrade to h2c",
			get(
				"/v1/health",
				"Connection: Upgrade, HTTP2-Settings",
				"Upgrade: h2c",
				"HTTP2-Settings: AAMAAABkAAQAAP__",
			),
			OK,
		),
		defineCase(
			"sends 100 Continue to a client that expects it",
			get("/v1/health", "Expect: 100-continue"),
			"100",
			OK,
		),
		defineCase(
			"rejects an unknown expectation",
			get("/v1/health", "Expect: nonsense"),
			"417",
		),
	];
};

/** Invalid and unusual headers. */
export const headerGroups: Readonly<Record<string, HostileRequests>> = {
	host: hosts,
	header: fields,
};
