import {
	CHUNKED,
	CREATED,
	defineCase,
	HOST,
	type HostileRequests,
	head,
	JSON_TYPE,
	OK,
	parserError,
	problem,
	requestsOf,
} from "../../support/raw-request.ts";

const ZAP = '{"name":"x"}';
const quote = (text: string): string => JSON.stringify(text.slice(0, 40));

const protocols: HostileRequests = (base) => {
	const { get } = requestsOf(base);
	const request = get("/v1/health");
	const withVersion = (version: string): string =>
		head(`GET ${base}/v1/health ${version}`, HOST);
	return [
		...["HTTP/1.2", "HTTP/3", "HTTP/1", "http/1.1", "HTTP/1.1x", "ICE/1.0"].map(
			(version) =>
				defineCase(
					`rejects ${version}`,
					withVersion(version),
					parserError(400),
				),
		),
		defineCase(
			"responds to HTTP/0.9 in HTTP/1.1",
			`GET ${base}/v1/health\r\n\r\n`,
			`${OK} closing`,
		),
		defineCase(
			"rejects the preface of HTTP/2",
			"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
			parserError(400),
		),
		defineCase(
			"rejects a TLS handshake",
			`\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${"\xab".repeat(300)}`,
			parserError(400),
		),
		defineCase(
			"accepts empty lines before the request",
			`\r\n\r\n\r\n${request}`,
			OK,
		),
		defineCase(
			"rejects LF without CR",
			request.replaceAll("\r\n", "\n"),
			parserError(400),
		),
		defineCase(
			"rejects CR without LF",
			request.replaceAll("\r\n", "\r"),
			parserError(400),
		),
		defineCase(
			"rejects a space before the method",
			` ${request}`,
			parserError(400),
		),
		defineCase(
			"rejects tabs in the request line",
			request.replaceAll(" ", "\t"),
			parserError(400),
		),
	];
};

const framing: HostileRequests = (base) => {
	const { get, post } = requestsOf(base);
	const createChunk = (size: string): string =>
		`${size}\r\n${ZAP}\r\n0\r\n\r\n`;
	return [
		...[
			["Content-Length: 12", "Content-Length: 12"],
			["Content-Length: 12", "Content-Length: 13"],
			["Content-Length: 12, 12"],
		].map((lines) =>
			defineCase(
				`rejects ${lines.join(" with ")}`,
				post(ZAP, JSON_TYPE, ...lines),
				parserError(400),
			),
		),
		...[
			[CHUNKED, "Content-Length: 12"],
			["Content-Length: 12", CHUNKED],
			["Transfer-Encoding: chunked, chunked"],
			["Transfer-Encoding: chunked, gzip"],
			["Transfer-Encoding: chunked;q=1"],
			["Transfer-Encoding: xchunked"],
		].map((lines) =>
			defineCase(
				`rejects ${lines.join(" with ")}`,
				post(createChunk("c"), JSON_TYPE, ...lines),
				parserError(400),
			),
		),
		...[
			"zz",
			"-c",
			"+c",
			"0xc",
			" c",
			"c ",
			"",
			"b",
			"d",
			"c\n",
			"f".repeat(17),
		].map((size) =>
			defineCase(
				`rejects the size ${quote(size)} for a chunk of 12 bytes`,
				post(createChunk(size), JSON_TYPE, CHUNKED),
				parserError(400),
			),
		),
		defineCase(
			"ignores chunk extensions and trailers",
			post(`c;a=b\r\n${ZAP}\r\n0\r\nName: y\r\n\r\n`, JSON_TYPE, CHUNKED),
			CREATED,
		),
		defineCase(
			"rejects 64 KiB of chunk extensions",
			post(`c;${"a".repeat(65_536)}\r\n${ZAP}`, JSON_TYPE, CHUNKED),
			parserError(413),
		),
		defineCase(
			"rejects 64 KiB of trailers",
			post(`0\r\n${"a: b\r\n".repeat(11_000)}\r\n`, JSON_TYPE, CHUNKED),
			parserError(431),
		),
		defineCase(
			"rejects a body that is longer than declared",
			post(`${ZAP}garbage\r\n\r\n`, JSON_TYPE, "Content-Length: 12"),
			parserError(400),
		),
		defineCase(
			"rejects a body without a length",
			post(ZAP, JSON_TYPE),
			parserError(400),
		),
		defineCase(
			"accepts a GET with a body",
			`${get("/v1/health", "Content-Length: 12")}${ZAP}`,
			OK,
		),
		defineCase(
			"rejects an empty body",
			post("", JSON_TYPE, "Content-Length: 0"),
			problem(400),
		),
	];
};

/** Invalid and unusual line ends, protocol versions and body lengths. */
export const framingGroups: Readonly<Record<string, HostileRequests>> = {
	protocol: protocols,
	framing,
};
