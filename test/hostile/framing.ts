import {
	CREATED,
	HOST,
	type HostileRequests,
	head,
	hostile,
	JSON_TYPE,
	OK,
	problem,
	refused,
	requestsOf,
} from "../support/raw-request.ts";

const ZAP = '{"name":"x"}';
const CHUNKED = "Transfer-Encoding: chunked";
const quote = (text: string): string => JSON.stringify(text.slice(0, 40));

const protocols: HostileRequests = (base) => {
	const { get } = requestsOf(base);
	const ask = get("/v1/health");
	const withVersion = (version: string): string =>
		head(`GET ${base}/v1/health ${version}`, HOST);
	return [
		...["HTTP/1.2", "HTTP/3", "HTTP/1", "http/1.1", "HTTP/1.1x", "ICE/1.0"].map(
			(version) =>
				hostile(`refuses ${version}`, withVersion(version), refused(400)),
		),
		hostile(
			"answers HTTP/0.9 in HTTP/1.1",
			`GET ${base}/v1/health\r\n\r\n`,
			`${OK} closing`,
		),
		hostile(
			"refuses the preface of HTTP/2",
			"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
			refused(400),
		),
		hostile(
			"refuses a TLS handshake",
			`\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${"\xab".repeat(300)}`,
			refused(400),
		),
		hostile("answers after empty lines", `\r\n\r\n\r\n${ask}`, OK),
		hostile(
			"refuses LF without CR",
			ask.replaceAll("\r\n", "\n"),
			refused(400),
		),
		hostile(
			"refuses CR without LF",
			ask.replaceAll("\r\n", "\r"),
			refused(400),
		),
		hostile("refuses a space before the method", ` ${ask}`, refused(400)),
		hostile(
			"refuses tabs in the first line",
			ask.replaceAll(" ", "\t"),
			refused(400),
		),
	];
};

const framing: HostileRequests = (base) => {
	const { get, post } = requestsOf(base);
	const chunk = (size: string): string => `${size}\r\n${ZAP}\r\n0\r\n\r\n`;
	return [
		...[
			["Content-Length: 12", "Content-Length: 12"],
			["Content-Length: 12", "Content-Length: 13"],
			["Content-Length: 12, 12"],
		].map((lines) =>
			hostile(
				`refuses ${lines.join(" beside ")}`,
				post(ZAP, JSON_TYPE, ...lines),
				refused(400),
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
			hostile(
				`refuses ${lines.join(" beside ")}`,
				post(chunk("c"), JSON_TYPE, ...lines),
				refused(400),
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
			hostile(
				`refuses ${quote(size)} for the size of a chunk of 12 bytes`,
				post(chunk(size), JSON_TYPE, CHUNKED),
				refused(400),
			),
		),
		hostile(
			"ignores extensions and trailers of chunks",
			post(`c;a=b\r\n${ZAP}\r\n0\r\nName: y\r\n\r\n`, JSON_TYPE, CHUNKED),
			CREATED,
		),
		hostile(
			"refuses 64 KiB of extensions of a chunk",
			post(`c;${"a".repeat(65_536)}\r\n${ZAP}`, JSON_TYPE, CHUNKED),
			refused(413),
		),
		hostile(
			"refuses 64 KiB of trailers",
			post(`0\r\n${"a: b\r\n".repeat(11_000)}\r\n`, JSON_TYPE, CHUNKED),
			refused(431),
		),
		hostile(
			"refuses a body that is longer than declared",
			post(`${ZAP}garbage\r\n\r\n`, JSON_TYPE, "Content-Length: 12"),
			refused(400),
		),
		hostile(
			"refuses a body without any length",
			post(ZAP, JSON_TYPE),
			refused(400),
		),
		hostile(
			"answers a GET with a body",
			`${get("/v1/health", "Content-Length: 12")}${ZAP}`,
			OK,
		),
		hostile(
			"refuses an empty body",
			post("", JSON_TYPE, "Content-Length: 0"),
			problem(400),
		),
	];
};

/** What is wrong, or only looks wrong, in where lines and the body end. */
export const framingGroups: Readonly<Record<string, HostileRequests>> = {
	protocol: protocols,
	framing,
};
