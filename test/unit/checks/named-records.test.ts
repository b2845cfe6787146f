import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import { createExchanges } from "../../../src/verification/operations.ts";
import { receivedJson } from "../../support/received.ts";

const ID = { type: "string", format: "uuid" };
const record = (properties: object) => ({
	type: "object",
	required: ["id"],
	properties: { id: ID, ...properties },
});
const json = (schema: object) => ({
	content: { "application/json": { schema } },
});
const shows = (schema: object) => ({ responses: { 200: json(schema) } });
const creates = (request: object, schema: object) => ({
	requestBody: { required: true, ...json({ type: "object", ...request }) },
	responses: { 201: json(schema) },
});
const removes = { responses: { 204: { description: "Removed" } } };
const inPath = (...names: string[]) =>
	names.map((name) => ({ name, in: "path", required: true, schema: ID }));

/** Records that need one of another collection. */
function needing(path: string, other: string) {
	const [, needed = ""] = /\{(.*)\}/.exec(other) ?? [];
	const request = { required: [needed], properties: { [needed]: ID } };
	const own = `${path.slice(1).replace(/e?s$/, "")}Id`;
	return {
		[path]: { post: creates(request, record({ [needed]: ID })) },
		[`${path}/{${own}}`]: {
			parameters: inPath(own),
			get: shows(record({ [needed]: ID })),
		},
	};
}

const shelf = record({ label: { type: "string" } });
const jar = record({ shelfId: ID, tagId: ID });
const tag = record({ word: { type: "string" } });

/** Jars stand on shelves, and have tags, which no operation creates. */
const contract = createContract(
	createDocumentService({
		openapi: "3.1.0",
		info: { title: "Pantry", version: "1" },
		paths: {
			"/tags": { get: shows({ type: "array", items: tag }) },
			"/tags/{id}": {
				parameters: inPath("id"),
				get: shows(tag),
				delete: removes,
			},
			"/shelves": { post: creates({ properties: {} }, shelf) },
			"/shelves/{shelfId}": {
				parameters: inPath("shelfId"),
				get: shows(shelf),
			},
			"/shelves/{shelfId}/lamps/{lampId}": {
				parameters: inPath("shelfId", "lampId"),
				get: shows(record({})),
			},
			"/jars": {
				post: creates(
					{ required: ["shelfId"], properties: { shelfId: ID, note: {} } },
					jar,
				),
			},
			...needing("/boxes", "/keys/{keyId}"),
			...needing("/keys", "/boxes/{boxId}"),
			"/jars/{jarId}": { parameters: inPath("jarId"), get: shows(jar) },
		},
	}),
);

/** Sends a request of a check to a service that counts ids, and returns all that it gets. */
async function send(...requests: OutgoingRequest[]): Promise<string[]> {
	const sent: string[] = [];
	const respond = async ({ method, path, body = "" }: OutgoingRequest) => {
		sent.push([method, path, body].join(" ").trim());
		const made = { id: `${sent.length}` };
		const shown = method === "GET" ? [{ id: "first" }, { id: "second" }] : made;
		return receivedJson(shown, method === "GET" ? 200 : 201);
	};
	const { fill } = createExchanges(contract, respond);
	for (const request of requests) await fill(respond)(request);
	return sent;
}

const jarOn = (shelfId: string, note = 1): OutgoingRequest => ({
	...{ method: "POST", path: "/jars" },
	body: JSON.stringify({ shelfId, note }),
});

test("operations are left out whose records are from nowhere, or are not those of the check", () => {
	expect(contract.unchecked).toEqual([
		"DELETE /tags/{id}",
		"GET /shelves/{shelfId}/lamps/{lampId}",
	]);
});

test("a path gets the id of a new record, the same in all of a check", async () => {
	const path = "/shelves/{shelfId}";
	const get = { method: "GET", path };
	expect(await send(get, { ...get, path: `${path}?x=1` })).toEqual([
		"POST /shelves {}",
		"GET /shelves/1",
		"GET /shelves/1?x=1",
	]);
});

test("it gets that of a listed record where no operation creates one", async () => {
	expect(await send({ method: "GET", path: "/tags/{id}" })).toEqual([
		"GET /tags",
		"GET /tags/first",
	]);
});

test("a property gets the id of a new record in each request, if it has the example", async () => {
	const { body = {} } = contract.createValidRequest("POST /jars", []);
	const { shelfId } = Object(body);
	expect(await send(jarOn(shelfId), jarOn(shelfId), jarOn("other"))).toEqual([
		"POST /shelves {}",
		'POST /jars {"shelfId":"1","note":1}',
		"POST /shelves {}",
		'POST /jars {"shelfId":"3","note":1}',
		'POST /jars {"shelfId":"other","note":1}',
	]);
});

test("the record of a path has the ids that its own request needs", async () => {
	expect(await send({ method: "GET", path: "/jars/{jarId}" })).toEqual([
		"POST /shelves {}",
		'POST /jars {"shelfId":"1"}',
		"GET /jars/2",
	]);
});

test("of two collections that need each other, one keeps its example", async () => {
	const { body } = contract.createValidRequest("POST /boxes", []);
	expect(await send({ method: "GET", path: "/keys/{keyId}" })).toEqual([
		`POST /boxes ${JSON.stringify(body)}`,
		'POST /keys {"boxId":"1"}',
		"GET /keys/2",
	]);
});
