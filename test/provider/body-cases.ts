import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { HOST, head, JSON_TYPE } from "../support/raw-request.ts";
import { openSocket } from "../support/raw-socket.ts";
import type { Json, Open } from "./asking.ts";

const MIB = 1_048_576;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
	new Uint8Array(new TextEncoder().encode(text));
const zapOf = (length: number): string => {
	const frame = JSON.stringify({ name: "x", note: "" }).length;
	return JSON.stringify({ name: "x", note: "n".repeat(length - frame) });
};
function addSizeCases(open: Open): void {
	test("accepts a body of 1 MiB and rejects one more byte with 413", async () => {
		await using provider = await open();
		expect((await provider.post("/v1/zaps", zapOf(MIB))).status).toBe(201);
		for (const path of [
			"/v1/zaps",
			"/v1/command",
			"/v1/pipeline",
			"/v1/audit/search",
		]) {
			const refused = await provider.post(path, zapOf(MIB + 1));
			expect(refused.status).toBe(413);
		}
		expect((await provider.send("/v1/zaps")).items).toHaveLength(1);
	});

	test.each(["announced", "chunked"])(
		"reads a too large, %s body to its end, responds with 413, then closes",
		async (kind) => {
			await using provider = await open();
			await using socket = await openSocket(provider.url);
			const isChunked = kind === "chunked";
			const framing = isChunked
				? "Transfer-Encoding: chunked"
				: `Content-Length: ${4 * MIB}`;
			const piece = " ".repeat(MIB);
			const sendPiece = () =>
				socket.send(isChunked ? `${MIB.toString(16)}\r\n${piece}\r\n` : piece);
			socket.send(head("POST /v1/zaps HTTP/1.1", HOST, JSON_TYPE, framing));
			for (let count = 0; count < 3; count++) sendPiece();
			// No response before the body is read.
			await sleep(50);
			expect(socket.socket.bytesRead).toBe(0);
			sendPiece();
			if (isChunked) socket.send("0\r\n\r\n");
			const answers = await socket.closed();
			expect(answers.map(({ status }) => status)).toEqual([413]);
			expect(answers[0]?.headers.get("connection")).toBe("close");
		},
	);
}

function addMediaCases(open: Open): void {
	test("rejects a body that is not declared as JSON with 415", async () => {
		await using provider = await open();
		for (const type of [
			undefined,
			"",
			"text/plain",
			"text/json",
			"application/jsonx",
			"application/json x",
			"application/problem+json",
			"application/json, text/plain",
			"text/plain; a=application/json",
			"/",
		]) {
			const { status } = await provider.send("/v1/command", {
				method: "POST",
				body: bytesOf('{"command":"a"}'),
				headers: type === undefined ? {} : { "content-type": type },
			});
			expect({ type, status }).toEqual({ type, status: 415 });
		}
	});

	test("rejects two content types with 415", async () => {
		await using provider = await open();
		await using socket = await openSocket(provider.url);
		for (const second of ["Content-Type: text/plain", JSON_TYPE])
			socket.send(
				`${head("POST /v1/zaps HTTP/1.1", HOST, JSON_TYPE, second, "Content-Length: 2")}{}`,
			);
		const answers = await socket.responses(2);
		expect(answers.map(({ status }) => status)).toEqual([415, 415]);
	});

	test("accepts JSON with any content type parameters", async () => {
		await using provider = await open();
		for (const type of [
			"APPLICATION/JSON",
			"application/json;charset=UTF-8",
			"application/json ; charset=nonsense",
			"application/json;",
			'application/json; a="b;c"',
			"application/json\t;a",
		]) {
			const { status } = await provider.send("/v1/command", {
				method: "POST",
				body: '{"command":"a"}',
				headers: { "content-type": type },
			});
			expect({ type, status }).toEqual({ type, status: 202 });
		}
	});

	test("rejects a request without a body by its content type first, then as invalid JSON", async () => {
		await using provider = await open();
		const bare = await provider.send("/v1/command", { method: "POST" });
		expect(bare.status).toBe(415);
		const empty = await provider.post("/v1/command", "");
		expect(empty.places).toEqual([{ pointer: "" }]);
	});
}

/** Adds tests of bodies that are rejected before they are parsed, and of the order of the reasons. */
export function addBodyCases(open: Open): void {
	addSizeCases(open);
	addMediaCases(open);

	test("rejects with the first matching status of 404, 405, 413, 415 and 400", async () => {
		await using provider = await open();
		const tooLarge = bytesOf("x".repeat(MIB + 1));
		const small = bytesOf("x");
		const json: Json = { "content-type": "application/json" };
		const statusOf = async (
			method: string,
			path: string,
			body: Uint8Array<ArrayBuffer>,
			headers: Json = {},
		): Promise<number> => {
			const named = Object.entries(headers).map(
				([name, value]): [string, string] => [name, String(value)],
			);
			const init = { method, body, headers: named };
			return (await provider.send(path, init)).status;
		};
		expect(await statusOf("PUT", "/v1/zap", tooLarge)).toBe(404);
		expect(await statusOf("PUT", "/v1/zaps", tooLarge)).toBe(405);
		expect(await statusOf("POST", "/v1/zaps", tooLarge)).toBe(413);
		expect(
			await statusOf("POST", "/v1/zaps", tooLarge, { "content-type": "/" }),
		).toBe(413);
		expect(await statusOf("POST", "/v1/zaps", small)).toBe(415);
		expect(await statusOf("POST", "/v1/zaps", small, json)).toBe(400);
	});
}
