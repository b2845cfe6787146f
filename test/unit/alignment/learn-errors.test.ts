import { expect, test } from "vitest";
import { parse } from "yaml";
import { listSightings } from "../../../src/alignment/observations.ts";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import type { Sighting } from "../../../src/verification/observed.ts";
import { exchange, learn } from "../../support/learn.ts";
import { received } from "../../support/received.ts";

const JSON_TYPE = "application/json";
const PROBLEM = "#/components/schemas/Problem";

const REF = `{ $ref: "${PROBLEM}" }`;

const post = (id: string): string => `{ post: {
    operationId: ${id},
    requestBody: { content: { application/json: { schema: { type: object } } } },
    responses: {
      "201": { description: Added. },
      "400": { $ref: "#/components/responses/Invalid" },
      "401": { $ref: "#/components/responses/Unauthorized" },
      "413": { $ref: "#/components/responses/TooLarge" },
      "415": { $ref: "#/components/responses/Media" } } } }`;

/** Two operations whose errors share responses and schemas. */
const TEXT = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books: ${post("addBook")}
  /shelves: ${post("addShelf")}
components:
  responses:
    Invalid: { description: Invalid., content: { application/json: { schema: { allOf: [${REF}, { type: object, properties: { errors: { x-role: problem.errors, type: array, items: { type: object } } } }] } } } }
    Unauthorized: { description: Who?, content: { application/json: { schema: ${REF}, example: { title: Who, code: w } } } }
    TooLarge: { description: Large., x-max-bytes: 50, content: { application/json: { schema: ${REF}, example: { title: Large, code: l } } } }
    Media: { description: Media., content: { application/json: { schema: ${REF} } } }
  schemas:
    Problem: { type: object, required: [title, code], properties: { title: { x-role: problem.title, type: string }, code: { x-role: problem.code, type: string } } }
`;
const PROPER = { title: "Large", code: "l" };

const documented = createDocumentService(parse(TEXT), []).describe();
const OPERATIONS = [
	["addBook", "/books"],
	["addShelf", "/shelves"],
] as const;

/** Returns the exchanges of both operations with this response. */
const both = (
	expected: number,
	body: unknown,
	{ status = expected, type = JSON_TYPE, sent = "{}" } = {},
): Sighting["example"][] =>
	OPERATIONS.map(([target, path]) =>
		exchange(
			...([target, expected] as const),
			{
				...{ method: "POST", path, body: sent },
				headers: { "content-type": JSON_TYPE },
			},
			received(status, body, { "content-type": type }),
		),
	);

const judge = (example: Sighting["example"]): Sighting[] =>
	listSightings({
		...{ ...example, operation: example.target, isVerified: true },
		...judgeResponse(documented, example),
	});

async function learnFrom(
	exchanges: readonly Sighting["example"][],
	more: readonly Sighting[] = [],
	isRecorded = false,
) {
	const told = [...exchanges.flatMap(judge), ...more];
	const learnt = await learn([], {
		...{ text: TEXT, others: exchanges, told, isRecorded },
	});
	return { ...learnt, ...parse(learnt.text) };
}

/** Returns the sightings of another status than the document says. */
const otherStatus = (seen: readonly Sighting["example"][]): Sighting[] =>
	seen.map((example) => ({
		...{ operation: example.target, where: "status", key: example.target },
		...{ expected: `${example.status}`, actual: `${example.response.status}` },
		...{ example, assumptions: [], explains: [], change: { kind: "status" } },
		violation: documented.expectStatus(example.target, example.request)
			.violation,
	}));

const contentOf = (
	{ components }: Pick<ReturnType<typeof parse>, "components">,
	name: string,
) => components.responses[name].content;

test("gives a copy to the one use of a schema that has another form than all others", async () => {
	const list = { errors: [{ text: "No." }] };
	const { components } = await learnFrom([
		...both(400, { ...PROPER, errors: [] }),
		...[...both(413, list), ...both(415, list)],
	]);
	expect(components.schemas.Problem.required).toEqual(["errors"]);
	const of = (name: string) => contentOf({ components }, name)[JSON_TYPE];
	expect(of("Unauthorized")).toEqual({ schema: { $ref: PROBLEM } });
	expect(of("Media")).toEqual({ schema: { $ref: PROBLEM } });
	expect(of("Invalid").schema.allOf[0].required).toEqual(["title", "code"]);
});

test("puts shared examples into an envelope once, and errors that no exchange shows, too", async () => {
	const { components } = await learnFrom([
		...both(413, { error: PROPER }),
		...both(415, { error: PROPER }),
	]);
	const of = (name: string) => contentOf({ components }, name)[JSON_TYPE];
	expect(of("TooLarge").example).toEqual({ error: PROPER });
	expect(of("Unauthorized").example).toEqual({
		error: { title: "Who", code: "w" },
	});
	expect(of("Unauthorized").schema.properties.error).toEqual({
		$ref: PROBLEM,
	});
});

test("learns what the rejection of a request without credentials looks like", async () => {
	const example = exchange(
		...(["addBook", 201] as const),
		{ method: "POST", path: "/books", body: "{}" },
		received(401),
	);
	const { components } = await learnFrom(
		[],
		[
			{
				...{ operation: "addBook", key: "", where: "request header x" },
				...{ expected: "201", actual: "401", assumptions: [], explains: [] },
				...{ example },
				change: { kind: "credentials", headers: ["x-key"], scheme: "" },
			},
		],
	);
	expect(components.responses.Unauthorized).toEqual({ description: "Who?" });
});

test("learns that bodies that are too large are rejected like other invalid ones", async () => {
	const sent = JSON.stringify({ text: "a".repeat(50) });
	const seen = both(413, PROPER, { status: 400, sent });
	const learnt = await learnFrom(seen, otherStatus(seen));
	const { text, paths, components } = learnt;
	expect(paths["/books"].post.responses).not.toHaveProperty("413");
	expect(components.responses.Invalid["x-max-bytes"]).toBe(50);
	const { status } = createDocumentService(parse(text), [])
		.describe()
		.expectStatus("addBook", {
			...{ method: "POST", path: "/books", body: sent },
			headers: { "content-type": JSON_TYPE },
		});
	expect(status).toBe(400);
});

test("gives its own media type to the one status of a shared response that has it", async () => {
	const shared = TEXT.replaceAll("responses/Media", "responses/TooLarge");
	const seen = [
		...both(413, PROPER),
		...both(415, "No.", { type: "text/plain" }),
	];
	const told = seen.flatMap(judge);
	const { text } = await learn([], { text: shared, others: seen, told });
	const { paths, components } = parse(text);
	const { 413: large, 415: media } = paths["/books"].post.responses;
	expect(large).toEqual({ $ref: "#/components/responses/TooLarge" });
	expect(media.content).toEqual({
		"text/plain": { schema: { type: "string" } },
	});
	expect(Object.keys(contentOf({ components }, "TooLarge"))).toEqual([
		JSON_TYPE,
	]);
});

test("edits no media type that only some responses with a status have", async () => {
	const text = both(413, "No.", { type: "text/plain" });
	const asked = await learnFrom([...text, ...both(413, PROPER)]);
	expect(asked.text).toBe(TEXT);
	expect(asked.undecided).toMatchObject([
		{ question: "When is it text/plain?" },
		{ question: "When is it text/plain?" },
	]);
});

test("does not call a part of errors with other statuses optional because of recorded errors", async () => {
	const { components } = await learnFrom(
		both(400, { title: "A", errors: [] }),
		[],
		true,
	);
	expect(components.schemas).toEqual(parse(TEXT).components.schemas);
	const { schema } = contentOf({ components }, "Invalid")[JSON_TYPE];
	expect(schema.allOf[0].required).toEqual(["title"]);
});

test("adds nothing to an example that recorded traffic does not add to its schema", async () => {
	const { components } = await learnFrom(
		both(413, { title: "A", isFinal: true }),
		[],
		true,
	);
	expect(contentOf({ components }, "TooLarge")[JSON_TYPE].example).toEqual({
		title: "Large",
	});
});

test("keeps the status of bodies that cannot be read, unless recorded traffic has such a body", async () => {
	const listStatuses = async (...sent: readonly string[]) => {
		const seen = sent.flatMap((body) =>
			both(400, { ...PROPER, errors: [] }, { status: 422, sent: body }),
		);
		const { paths } = await learnFrom(seen, otherStatus(seen), true);
		return Object.keys(paths["/books"].post.responses).toSorted();
	};
	const others = ["201", "401", "413", "415"];
	expect(await listStatuses("[]")).toEqual(
		["400", "422", ...others].toSorted(),
	);
	expect(await listStatuses("[]", "{")).toEqual(["422", ...others].toSorted());
});

test("adds one response for all operations that reject with another status, too, and learns its form afterwards", async () => {
	const seen = both(400, { title: "A", why: [] }, { status: 422, sent: "[]" });
	const { paths, components } = await learnFrom(
		[...seen, ...both(400, PROPER, { sent: "{" })],
		otherStatus(seen),
	);
	const reference = { $ref: "#/components/responses/Invalid422" };
	for (const path of ["/books", "/shelves"])
		expect(paths[path].post.responses[422]).toEqual(reference);
	const { responses, schemas } = parse(TEXT).components;
	expect(components.responses.Invalid422).toEqual(responses.Invalid);
	expect(components.schemas).toEqual(schemas);
});

test("learns the form of a body by the documented response that has its status", async () => {
	const { components } = await learnFrom([
		...both(400, PROPER, { status: 413 }),
		...both(400, { title: "A" }, { status: 413 }),
	]);
	expect(components).toEqual(parse(TEXT).components);
});
