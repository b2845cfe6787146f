import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { summarizeDifferences } from "../../../src/verification/reports/summarize-differences.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";

const DOCUMENT = `
openapi: 3.1.0
info: { title: Pantry, version: "1" }
paths:
  /jars:
    get:
      operationId: listJars
      parameters:
        - { name: size, in: query, x-role: query.limit, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses:
        "200":
          description: a page
          content:
            application/json:
              schema: { type: object, required: [jars], properties: { jars: { type: array, x-role: page.items, items: { $ref: "#/components/schemas/Jar" } } } }
        "400": { $ref: "#/components/responses/Wrong" }
    post:
      operationId: addJar
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1, x-role: jar.label } } } } }
      responses:
        "201": { description: added, content: { application/json: { schema: { $ref: "#/components/schemas/Jar" } } } }
        "400": { $ref: "#/components/responses/Wrong" }
        "415": { $ref: "#/components/responses/Wrong" }
components:
  responses:
    Wrong:
      description: wrong
      content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } }
  schemas:
    Jar:
      type: object
      required: [id, label, state]
      properties:
        id: { type: integer, x-role: jar.id }
        label: { type: string, x-role: jar.label }
        state: { type: string, enum: [full, empty] }
`;

type Respond = (sent: {
	readonly method: string;
	readonly url: URL;
	readonly type: string;
	readonly body: string;
}) => readonly [status: number, body: unknown];

/** Returns the differences of a service, as the report prints them. */
async function listDifferences(respond: Respond): Promise<string[]> {
	await using folder = await scratchFolder();
	const document = await loadDocument(await folder.file("api.yaml", DOCUMENT));
	const listener: RequestListener = async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const { method = "", url = "", headers } = request;
		const [status, body] = respond({
			...{ method, url: new URL(url, "http://stub.test") },
			...{
				type: headers["content-type"] ?? "",
				body: `${Buffer.concat(chunks)}`,
			},
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
