import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { summarizeDifferences } from "../../../src/verification/reports/summarize-differences.ts";
import {
	also,
	array,
	creates,
	inQuery,
	NUMBER,
	object,
	respond,
	role,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";

const LABEL = role("jar.label", TEXT);
const STATE = { ...TEXT, enum: ["full", "empty"] };
const JAR = object({ id: role("jar.id", NUMBER), label: LABEL, state: STATE });
const NEW_JAR = object({ label: { ...LABEL, minLength: 1 } });
const PAGE = respond(object({ jars: role("page.items", array(JAR)) }));
const SIZE = inQuery("size", { ...NUMBER, minimum: 1, maximum: 50 });
const WRONG = respond(object({ message: TEXT })).responses[200];
const get = {
	...{ operationId: "listJars", parameters: [role("query.limit", SIZE)] },
	...also(PAGE, { 400: WRONG }),
};
const post = {
	operationId: "addJar",
	...also(creates(JAR, NEW_JAR), { 400: WRONG, 415: WRONG }),
};

type Respond = (sent: {
	readonly method: string;
	readonly url: URL;
	readonly type: string;
	readonly body: string;
}) => readonly [status: number, body: unknown];

/** Returns the differences of a service, as the report prints them. */
async function listDifferences(answer: Respond): Promise<string[]> {
	await using folder = await scratchFolder();
	const content = JSON.stringify(withPaths({ "/jars": { get, post } }));
	const document = await loadDocument(await folder.file("api.json", content));
	const listener: RequestListener = async (request, response) => {
		const { method = "", url = "", headers } = request;
		const [status, body] = answer({
			...{ method, url: new URL(url, "http://stub.test") },
			...{ type: headers["content-type"] ?? "", body: await text(request) },
		});
		const contentType =
			typeof body === "string" ? "text/plain" : "application/json";
		response
			.writeHead(status, { "content-type": contentType })
			.end(typeof body === "string" ? body : JSON.stringify(body));
	};
	await using service = await startStub(listener);
	const verification = await verify(service.url, { document });
	return summarizeDifferences(verification).map(({ name }) => name);
}

test("a service that rejects all writes still shows the form of its pages and of each rejection", async () => {
	const found = await listDifferences(({ method, url, type }) => {
		if (method !== "POST" && url.searchParams.get("size") === "0")
			return [400, { message: "No." }];
		if (method !== "POST")
			return [200, { jars: [{ id: 1, label: "Plums", state: "Full" }] }];
		return type.includes("json") ? [400, { error: "No." }] : [415, "No."];
	});
	expect(found).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^listJars: jars\[\*\]\.state is "Full"/),
			expect.stringMatching(/^addJar: in errors, message is named error/),
			expect.stringMatching(/^addJar: .*text\/plain/),
		]),
	);
});

test("a page that ignores the limit has one difference, whatever values were tried", async () => {
	const jars: object[] = [];
	const found = await listDifferences(({ method, body }) => {
		if (method !== "POST") return [200, { jars: jars.toReversed() }];
		try {
			const { label } = JSON.parse(body);
			if (typeof label !== "string" || label === "") throw new Error(label);
			jars.push({ id: jars.length + 1, label, state: "full" });
			return [201, jars.at(-1)];
		} catch {
			return [400, { message: "No." }];
		}
	});
	expect(found.filter((each) => each.startsWith("listJars"))).toEqual([
		"listJars: ignores size",
	]);
});

test("the rules of a property that a service does not enforce are one difference", async () => {
	const jars: object[] = [];
	const found = await listDifferences(({ method, url, body, type }) => {
		const size = Number.parseInt(url.searchParams.get("size") ?? "", 10) || 50;
		if (method !== "POST")
			return [200, { jars: jars.toReversed().slice(0, Math.abs(size)) }];
		if (!type.includes("json")) return [415, { message: "No." }];
		try {
			const { label } = JSON.parse(body);
			jars.push({ id: jars.length + 1, label: String(label), state: "full" });
			return [201, jars.at(-1)];
		} catch {
			return [400, { message: "No." }];
		}
	});
	expect(found).toEqual(
		expect.arrayContaining([
			expect.stringMatching(
				/^addJar: .* although label in the body is required, must be a string, must have at least 1 character$/,
			),
			expect.stringMatching(/^listJars: .* size .*at least 1.*at most 50/),
		]),
	);
	expect(found.filter((each) => each.startsWith("listJars"))).toHaveLength(1);
});
