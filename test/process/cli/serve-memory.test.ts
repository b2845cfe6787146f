import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { CLI, startCli } from "../../support/understudy.ts";

test("keeps little memory for bodies that come in chunks of one byte", async () => {
	await using cli = await startCli([], undefined, process.execPath, CLI, {
		NODE_OPTIONS: "--max-old-space-size=64",
	});
	const { port } = new URL(cli.url);
	const head = `POST /v1/zaps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
	const sockets = Array.from({ length: 3 }, () => connect(Number(port)));
	for (const socket of sockets) socket.write(head);
	// The bodies do not end, so the mock has to keep them.
	for (let count = 0; count < 300; count += 1)
		for (const socket of sockets)
			if (!socket.write("1\r\na\r\n".repeat(1_000)))
				await once(socket, "drain");
	expect((await fetch(`${cli.url}/v1/health`)).status).toBe(200);
	expect(cli.child.exitCode).toBeNull();
	for (const socket of sockets) socket.destroy();
});

test("keeps the text of only one page of large records", async () => {
	const options = ["--dataset", "empty"];
	await using cli = await startCli(options, undefined, process.execPath, CLI, {
		NODE_OPTIONS: "--max-old-space-size=128",
	});
	const zap = JSON.stringify({ name: "large", text: "a".repeat(900_000) });
	for (let count = 0; count < 15; count += 1)
		await fetch(`${cli.url}/v1/zaps`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: zap,
		});
	for (let limit = 100; limit > 70; limit -= 1) {
		const url = `${cli.url}/v1/zaps?limit=${limit}`;
		expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
	}
});
