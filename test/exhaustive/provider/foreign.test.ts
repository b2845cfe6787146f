import { expect, test } from "vitest";
import {
	ALL_TOGETHER,
	DIFFERENCES,
} from "../../provider/foreign/differences.ts";
import { startForeign } from "../../provider/foreign/server.ts";

type Sent = readonly [line: string, body?: object | string, type?: string];

const EXAMPLES: readonly Sent[] = [
	["GET /v1/health"],
	["POST /v1/command", { command: "zaps.rebuild-index", args: { shard: 4 } }],
	["POST /v1/pipeline", { steps: [{ command: "report.send" }] }],
	["POST /v1/zaps", { name: "Welcome new subscribers", enabled: true }],
	["GET /v1/zaps"],
	["POST /v1/audit/search", { text: "Welcome" }],
	["GET /metrics"],
];

/** `<time>` is the time of the first command, and `<cursor>` the last cursor. */
const OTHERS: readonly Sent[] = [
	["POST /v1/audit/search", { to: "<time>" }],
	["POST /v1/zaps", { name: "Second" }],
	["GET /v1/zaps?limit=1"],
	["POST /v1/zaps", { name: "Third" }],
	["GET /v1/zaps?limit=1&cursor=<cursor>"],
	["GET /v1/zaps?limit=101"],
	["GET /v1/zaps?cursor=unknown"],
	["GET /v1/unknown"],
	["GET /v1/HEALTH"],
	["DELETE /v1/zaps"],
	["HEAD /v1/health"],
	["POST /v1/zaps", { name: "" }],
	["POST /v1/zaps", { name: "Fourth", id: "1" }],
	["POST /v1/pipeline", { steps: [] }],
	["POST /v1/command", "{"],
	["POST /v1/command", { command: "report.send" }, "text/plain"],
	["POST /v1/audit/search", `{}${" ".repeat(1_048_576)}`],
	["POST /v1/audit/search", { text: "WELCOME" }],
	["POST /v1/audit/search", { text: "created" }],
	["POST /v1/audit/search", {}],
];

/** Replaces what differs between two runs of one service. */
const normalize = (text: string): string =>
	text
		.replaceAll(/_[0-9A-Z]{26}/g, "_<ulid>")
		.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>")
		.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
		.replaceAll(/seconds_(sum|bucket).*/g, "seconds");

async function converse(differences: readonly string[]): Promise<string[]> {
	const options = { port: 0, host: "127.0.0.1", differences };
	const { url, close } = await startForeign(options);
	const responses: string[] = [];
	let time = "";
	let cursor = "";
	for (const [line, body = "", type = "application/json"] of [
		...EXAMPLES,
		...OTHERS,
	]) {
		const [method = "", path = ""] = line
			.replace("<cursor>", cursor)
			.split(" ");
		const text = typeof body === "string" ? body : JSON.stringify(body);
		const response = await fetch(url + path, {
			method,
			headers: { "content-type": type },
			body: text.replace("<time>", time) || null,
		});
		const received = await response.text();
		time ||= /"acceptedAt":"(.*?)"/.exec(received)?.[1] ?? "";
		cursor = /"nextCursor":"(.*?)"/.exec(received)?.[1] ?? cursor;
		const headers = ["content-type", "allow"].map((name) =>
			response.headers.get(name),
		);
		responses.push(normalize(`${response.status} ${headers} ${received}`));
	}
	await close();
	return responses;
}

const conforming = await converse([]);

test("responds to the example of each operation", () => {
	const statuses = conforming.map((response) => Number(response.slice(0, 3)));
	expect(statuses.slice(0, EXAMPLES.length)).toEqual([
		200, 202, 202, 201, 200, 200, 200,
	]);
});

test("responds equally to equal requests", async () => {
	expect(await converse([])).toEqual(conforming);
});

test.each(DIFFERENCES)("differs if $id is switched on", async ({ id }) => {
	expect(await converse([id])).not.toEqual(conforming);
});

test("differs in every operation if all differences are switched on", async () => {
	const all = await converse(ALL_TOGETHER);
	for (const index of EXAMPLES.keys())
		expect(all[index]).not.toBe(conforming[index]);
});

test("rejects an unknown difference", async () => {
	await expect(converse(["create-zap-299"])).rejects.toThrow(
		'unknown difference "create-zap-299"',
	);
});
