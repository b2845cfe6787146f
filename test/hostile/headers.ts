import {
	type HostileCase,
	type HostileRequests,
	head,
	hostile,
	OK,
	problem,
	refused,
	requestsOf,
} from "../support/raw-request.ts";

const quote = (text: string): string => JSON.stringify(text);

const hosts: HostileRequests = (base) => {
	const withHosts = (...values: readonly string[]): string =>
		head(
			`GET ${base}/v1/health HTTP/1.1`,
			...values.map((value) => `Host: ${value}`),
		);
	const refuse = (value: string): HostileCase =>
		hostile(
			`refuses ${quote(value)} for a Host`,
			withHosts(value),
			problem(400),
		);
	return [
		hostile("refuses HTTP/1.1 without a Host", withHosts(), refused(400)),
		hostile(
			"answers HTTP/1.0 without a Host",
			head(`GET ${base}/v1/health HTTP/1.0`),
			`${OK} closing`,
		),
		hostile("refuses two Hosts", withHosts("localhost", "a"), problem(400)),
		hostile("refuses one Host twice", withHosts("a", "a"), problem(400)),
		hostile("refuses a NUL byte in a Host", withHosts("a\0b"), refused(400)),
		...["", "a b", "a\tb", "\xe9", "<a>", "%zz", "[", "[::1"].map(refuse),
		...["a/b", "a?b", "a#b", "a@b", "a\\b", "http://a"].map(refuse),
		...[":80", "a:b", "a:-1", "a:99999", "a:123456"].map(refuse),
		...["[:::]", "[1.2.3]", "999.999.999.999", "1.2.3.4.5"].map(refuse),
		// With such a path srvx makes its URL in another way.
		...["[:::]", "a:99999", "999.999.999.999"].map((value) =>
			hostile(
				`refuses ${quote(value)} for a Host beside a path that URL mends`,
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
			hostile(`answers ${value} for a Host`, withHosts(value), OK),
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
			hostile(
				`refuses ${quote(line)} in the head`,
				get("/v1/health", line),
				refused(400),
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
			hostile(
				`answers in spite of ${quote(line)}`,
				get("/v1/health", line),
				OK,
			),
		),
		hostile(
			"refuses a header of 64 KiB",
			get("/v1/health", `Big: ${"a".repeat(65_536)}`),
			refused(431),
		),
		hostile(
			"refuses headers of 64 KiB together",
			get(
				"/v1/health",
				...Array.from({ length: 640 }, () => `a: ${"b".repeat(97)}`),
			),
			refused(431),
		),
		hostile(
			"stays with HTTP/1.1 where a WebSocket is asked for",
			get(
				"/v1/health",
				"Connection: Upgrade",
				"Upgrade: websocket",
				"Sec-WebSocket-Version: 13",
				"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
			),
			OK,
		),
		hostile(
			"stays with HTTP/1.1 where h2c is asked for",
			get(
				"/v1/health",
				"Connection: Upgrade, HTTP2-Settings",
				"Upgrade: h2c",
				"HTTP2-Settings: AAMAAABkAAQAAP__",
			),
			OK,
		),
		hostile(
			"tells a client that expects it to go on",
			get("/v1/health", "Expect: 100-continue"),
			"100",
			OK,
		),
		hostile(
			"refuses an expectation that it does not know",
			get("/v1/health", "Expect: nonsense"),
			"417",
		),
	];
};

/** What is wrong, or only looks wrong, in the header fields. */
export const headerGroups: Readonly<Record<string, HostileRequests>> = {
	host: hosts,
	header: fields,
};
