import { expect, test } from "vitest";
import { HOST, head } from "../support/raw-request.ts";
import { openSocket } from "../support/raw-socket.ts";
import { type Asked, type Json, type Open, providers } from "./asking.ts";

async function write(provider: Asked): Promise<{ zap: Json; record: Json }> {
	const zap = await provider.post("/v1/zaps", { name: "é/\u{1f600}" });
	await provider.post("/v1/command", { command: "HIDDEN" });
	const { items } = await provider.search({ text: "hidden" });
	return { zap: zap.body, record: items[0] ?? {} };
}

/** Adds tests of how the contrary provider differs from the ordinary one. */
export function addContraryCases(open: Open): void {
	test("adds properties to every object, and formats times with other digits", async () => {
		await using contrary = await open();
		await using ordinary = await providers.ordinary();
		const other = await write(ordinary);
		const { zap, record } = await write(contrary);
		expect(Object.keys(other.zap)).toEqual(["id", "name", "createdAt"]);
		expect(Object.keys(zap).length).toBeGreaterThan(3);
		expect(zap.createdAt).toMatch(/:[0-9]{2}Z$/);
		expect(record.at).toMatch(/\.[0-9]{6}Z$/);
		for (const path of ["/v1/zaps", "/v1/health", "/v1/nothing"]) {
			const { body } = await contrary.send(path);
			const { body: plain } = await ordinary.send(path);
			expect(Object.keys(body)).toEqual(
				expect.arrayContaining(Object.keys(plain)),
			);
			expect(Object.keys(body).length).toBeGreaterThan(
				Object.keys(plain).length,
			);
		}
	});

	test("finds a command by a detail that its record does not contain", async () => {
		await using contrary = await open();
		const { record } = await write(contrary);
		expect(record.action).toBe("command.submitted");
		expect(record).not.toHaveProperty("detail");
	});

	test("formats JSON as several lines of ASCII", async () => {
		await using contrary = await open();
		await write(contrary);
		const { text, items } = await contrary.send("/v1/zaps");
		expect(items[0]?.name).toBe("é/\u{1f600}");
		expect(text).toContain('"name": "\\u00E9\\/\\uD83D\\uDE00"');
		expect(text.split("\n").length).toBeGreaterThan(5);
	});

	test("responds in chunks without a reason phrase", async () => {
		await using contrary = await open();
		await using socket = await openSocket(contrary.url);
		let received = "";
		socket.socket.on("data", (text: string) => {
			received += text;
		});
		socket.send(head("DELETE /v1/zaps HTTP/1.1", HOST));
		await socket.responses();
		expect(received).toMatch(/^HTTP\/1\.1 405 \r\n/);
		expect(received).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
		expect(received.match(/\r\naLLOW: [A-Z]+(?=\r\n)/g)).toHaveLength(3);
	});
}
