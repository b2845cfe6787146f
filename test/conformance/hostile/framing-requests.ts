import {
	CHUNKED,
	CREATED,
	JSON_TYPE,
	OK,
	problem,
	rejected,
} from "../../support/raw-request.ts";
import { expecting, type HostileRequests } from "./hostile-request.ts";

const ZAP = '{"name":"x"}';

/** Other protocols, and unusual body lengths. Node rejects what its parser cannot read. */
export const framingRequests: HostileRequests = ({ get, post }, base) => {
	const postChunked = (body: string): string => post(body, JSON_TYPE, CHUNKED);
	return [
		...expecting([rejected(400)], {
			"the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0",
			"a TLS handshake": `\x16\x03\x01\x02\0\x01\0\x03${"\xab".repeat(300)}`,
			"two lengths": post(
				`c\r\n${ZAP}\r\n0\r\n\r\n`,
				...[JSON_TYPE, CHUNKED, "Content-Length: 12"],
			),
			"a chunk of no length": postChunked(`zz\r\n${ZAP}\r\n0\r\n\r\n`),
		}),
		...expecting([CREATED, rejected(400)], {
			"a body that is longer than declared": post(
				`${ZAP}garbage\r\n\r\n`,
				JSON_TYPE,
				"Content-Length: 12",
			),
		}),
		...expecting([problem(400), rejected(400)], {
			"a body without a length": post(ZAP, JSON_TYPE),
		}),
		...expecting([`${OK} closing`], {
			"HTTP/0.9": `GET ${base}/v1/health\r\n\r\n`,
		}),
		...expecting([OK], {
			"empty lines before the request": `\r\n\r\n\r\n${get("/v1/health")}`,
			"a GET with a body": `${get("/v1/health", "Content-Length: 12")}${ZAP}`,
		}),
		...expecting([CREATED], {
			"chunk extensions and trailers": postChunked(
				`c;a=b\r\n${ZAP}\r\n0\r\nName: y\r\n\r\n`,
			),
		}),
		...expecting([rejected(413)], {
			"64 KiB of chunk extensions": postChunked(`c;${"a".repeat(65_536)}\r\n`),
		}),
		...expecting([rejected(431)], {
			"100 KiB of trailers": postChunked(
				`0\r\n${`a: ${"b".repeat(97)}\r\n`.repeat(1_000)}\r\n`,
			),
		}),
		...expecting([problem(400)], {
			"an empty body": post("", JSON_TYPE, "Content-Length: 0"),
		}),
	];
};
