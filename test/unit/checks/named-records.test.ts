import { expect, test } from "vitest";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import { createExchanges } from "../../../src/verification/operations.ts";
import {
	creates,
	inPath,
	list,
	may,
	object,
	respond,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { receivedJson } from "../../support/received.ts";

const ID = { ...TEXT, format: "uuid" };
const record = (properties: object) => ({
	...{ ...may({ id: ID, ...properties }), required: ["id"] },
});
const removes = { responses: { 204: { description: "Removed" } } };
const at = (...names: string[]) => ({
	parameters: names.flatMap((name) => inPath(name, ID).parameters),
});

/** Records that need one of another collection. */
function needing(path: string, other: string) {
	const [, needed = ""] = /\{(.*)\}/.exec(other) ?? [];
	const request = object({ [needed]: ID });
	const own = `${path.slice(1).replace(/e?s$/, "")}Id`;
	return {
		[path]: { post: creates(record({ [needed]: ID }), request) },
		[`${path}/{${own}}`]: {
			...at(own),
			get: respond(record({ [needed]: ID })),
		},
	};
}

const shelf = record({ label: TEXT });
const jar = record({ shelfId: ID, tagId: ID });
const tag = record({ word: TEXT });
const newJar = { ...may({ shelfId: ID, note: {} }), required: ["shelfId"] };

/** Jars stand on shelves, and have tags, which no operation creates. */
const contract = createContract(
	createDocumentService(
		withPaths({
			"/tags": { get: list(tag) },
			"/tags/{id}": { ...at("id"), get: respond(tag), delete: removes },
			"/shelves": { post: creates(shelf, may({})) },
			"/shelves/{shelfId}": { ...at("shelfId"), get: respond(shelf) },
			"/shelves/{shelfId}/lamps/{lampId}": {
				...at("shelfId", "lampId"),
				get: respond(record({})),
			},
			"/jars": { post: creates(jar, newJar) },
			...needing("/boxes", "/keys/{keyId}"),
			...needing("/keys", "/boxes/{boxId}"),
			"/jars/{jarId}": { ...at("jarId"), get: respond(jar) },
		}),
		[],
	),
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
