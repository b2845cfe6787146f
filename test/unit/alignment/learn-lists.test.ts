import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import type { Sighting } from "../../../src/verification/observed.ts";
import { exchange, learn, type Seen } from "../../support/learn.ts";
import { received } from "../../support/received.ts";

const DOCUMENT = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: size, x-role: bookQuery.limit, in: query, schema: { type: integer } }
        - { name: after, x-role: bookQuery.cursor, x-unknown-cursor: first page, in: query, schema: { type: string } }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Book" }
        "400": { $ref: "#/components/responses/Invalid" }
  /search:
    post:
      operationId: searchBooks
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                after: { x-role: bookQuery.cursor, x-assumption: paging, type: string }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Book" }
        "400": { $ref: "#/components/responses/Invalid" }
        "415": { $ref: "#/components/responses/Media" }
components:
  schemas:
    Book:
      type: object
      required: [id, made]
      properties:
        id: { x-role: book.id, type: integer }
        made: { x-role: book.createdAt, type: string, format: date-time }
  responses:
    Invalid:
      description: Invalid.
      x-max-depth: 64
      content:
        application/json:
          schema:
            type: object
            properties:
              message: { x-role: problem.message, type: string }
              errors: { x-role: problem.errors, type: array, items: { type: object } }
    Media: { description: Another media type. }
`;

const NO_BOOKS: Seen = ["listBooks", 200, []];

const learnFrom = (more: readonly Partial<Sighting>[], seen = [NO_BOOKS]) =>
	learn(seen, { text: DOCUMENT, sightings: more });

/** Returns a sighting of a status, and of the request and the response that show it. */
function seenStatus(
	target: string,
	[status, actual]: readonly [expected: number, actual: number],
	request: Partial<Sighting["example"]["request"]>,
	body: unknown = [],
	text = DOCUMENT,
): Partial<Sighting> {
	const root = parse(text);
	const method = target === "listBooks" ? "GET" : "POST";
	const sent = { method, path: "/books", ...request };
	const { violation } = createDocumentService(root, [])
		.describe()
		.expectStatus(target, sent);
	return {
		...{ operation: target, where: "status", expected: `${status}` },
		...{ actual: `${actual}`, key: JSON.stringify(sent), violation },
		change: { kind: "status" },
		example: exchange(target, status, sent, received(actual, body)),
	};
}

const SHARED = DOCUMENT.replace(
	"in: query, schema: { type: integer }",
	'in: query, schema: { $ref: "#/components/schemas/Limit" }',
)
	.replace(
		"                after: {",
		'                count: { x-role: bookQuery.limit, $ref: "#/components/schemas/Limit" }\n                after: {',
	)
	.replace(
		"  schemas:\n",
		"  schemas:\n    Limit: { type: integer, maximum: 8, default: 3 }\n",
	);

const [LISTED, FOUND] = ["listBooks", "searchBooks"];

/** A sighting of a request for a page with this limit. */
function asks(target: string, limit: number, actual: number) {
	const isList = target === LISTED;
	const request = {
		path: isList ? `/books?size=${limit}` : "/search",
		...(!isList && {
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ count: limit }),
		}),
	};
	const status = limit > 8 ? 400 : 200;
	return seenStatus(target, [status, actual], request, [], SHARED);
}

/** A sighting of a page with four items instead of three. */
const sized = (operation: string): Partial<Sighting> => ({
	...{ operation, where: "$", key: operation },
	change: { kind: "page size", from: 3, to: 4 },
});

/** Returns the parameter of the list, and the shared limit, after the sightings. */
async function learnLimits(
	sightings: readonly Partial<Sighting>[],
	others: readonly Sighting["example"][] = [],
	document = SHARED,
) {
	const isSized = ({ change, operation }: Partial<Sighting>, name: string) =>
		operation === name && change?.kind === "page size";
	const pages = [LISTED, LISTED, FOUND, FOUND].map((name): Seen => {
		const size = sightings.some((each) => isSized(each, name)) ? 4 : 3;
		const book = { id: 1, made: "2026-01-01T00:00:00Z" };
		return [name, 200, Array(size).fill(book)];
	});
	const { text } = await learn(pages, {
		text: document,
		sightings: sightings.filter(
			({ change, expected, actual }) =>
				change?.kind === "page size" || expected !== actual,
		),
		accepts: ({ path }) => Number(path.split("size=")[1]) <= 5,
		others: [...sightings.flatMap(({ example }) => example ?? []), ...others],
	});
	const { paths, components } = parse(text);
	return [paths["/books"].get.parameters[0], components.schemas.Limit];
}

describe("align learns of a list and a search that share their limit", () => {
	const shared = { type: "integer", maximum: 8, default: 3 };
	const parameter = { name: "size", "x-role": "bookQuery.limit", in: "query" };
	const { maximum, ...unlimited } = shared;

	test.each([
		[[asks(LISTED, 8, 400), asks(FOUND, 8, 200)], { ...shared, maximum: 5 }],
		[[sized(LISTED)], { ...shared, default: 4 }],
		[
			[asks(LISTED, 8, 400), asks(FOUND, 8, 200), sized(LISTED)],
			{ ...shared, maximum: 5, default: 4 },
		],
		[[asks(LISTED, 9, 200), asks(FOUND, 9, 400)], unlimited],
	])(
		"that only one has another maximum or default, %#",
		async (sightings, schema) => {
			expect(await learnLimits(sightings)).toEqual([
				{ ...parameter, schema },
				shared,
			]);
		},
	);

	test.each([
		[[asks(LISTED, 8, 400), asks(FOUND, 8, 400)], { ...shared, maximum: 5 }],
		[[asks(LISTED, 8, 400)], { ...shared, maximum: 5 }],
		[[sized(LISTED), sized(FOUND)], { ...shared, default: 4 }],
		[[asks(LISTED, 9, 200), asks(FOUND, 9, 200)], unlimited],
	])(
		"that all that were checked have another one, %#",
		async (sightings, limit) => {
			const [{ schema }, now] = await learnLimits(sightings);
			expect([Object.keys(schema), now]).toEqual([["$ref"], limit]);
		},
	);

	test("in a copy of the whole parameter if that is shared, too", async () => {
		const text = SHARED.replace(
			/- \{ name: size.*/,
			'- { $ref: "#/components/parameters/Size" }',
		)
			.replace(
				"  schemas:\n",
				'  parameters:\n    Size: { name: size, x-role: bookQuery.limit, in: query, schema: { $ref: "#/components/schemas/Limit" } }\n  schemas:\n',
			)
			.replace(
				"  /search:\n",
				`  /others:
    get:
      operationId: listOthers
      parameters: [{ $ref: "#/components/parameters/Size" }]
      responses: { "200": { description: None. } }
  /search:
`,
			);
		const { example } = asks(LISTED, 8, 200);
		const others = example ? [{ ...example, target: "listOthers" }] : [];
		expect(await learnLimits([asks(LISTED, 8, 400)], others, text)).toEqual([
			{ ...parameter, schema: { ...shared, maximum: 5 } },
			shared,
		]);
	});
});

describe("align learns of lists", () => {
	test("that the place of the next page counts pages, or records, and its other name", async () => {
		const ofPage: Partial<Sighting> = {
			...{
				operation: "listBooks",
				where: "request $.after",
				expected: "after",
			},
			...{ actual: "page, the number of a page, from 0", isOfRequest: true },
			change: {
				...{ kind: "position", to: "page", role: "page" },
				...{ first: 0, hasMinimum: true },
			},
		};
		const { text, proposals } = await learnFrom([ofPage]);
		expect(parse(text).paths["/books"].get.parameters[1]).toEqual({
			...{ name: "page", in: "query", "x-role": "bookQuery.page" },
			description: "The number of the page, from 0.",
			schema: { type: "integer", minimum: 0, default: 0 },
		});
		expect(proposals).toMatchObject([{ kind: "position", isCertain: true }]);
		const ofOffset: Partial<Sighting> = {
			...{
				operation: "searchBooks",
				where: "request $.after",
				expected: "after",
			},
			isOfRequest: true,
			change: {
				...{ kind: "position", to: "skip", role: "offset" },
				...{ first: 0, hasMinimum: false },
			},
			example: exchange(
				...["searchBooks", 200],
				{ method: "POST", path: "/search", body: "{}" },
				received(200, "[]"),
			),
		};
		const { paths } = parse((await learnFrom([ofOffset])).text);
		const { schema } =
			paths["/search"].post.requestBody.content["application/json"];
		expect(schema.properties).toEqual({
			skip: {
				...{ "x-role": "bookQuery.offset", type: "integer", default: 0 },
				"x-assumption": "paging",
				description: "The number of records before the page.",
			},
		});
	});

	test("what the numbers beside the records of a page mean", async () => {
		const text = DOCUMENT.replace(
			/type: array\s+items: (.*)/,
			"{ type: object, properties: { books: { x-role: bookPage.items, type: array, items: $1 }, pages: { type: integer } } }",
		).replace("schema:\n                {", "schema: {");
		const of = (where: string, role: "total" | "totalPages") => ({
			...{ operation: "listBooks", where, expected: "not documented" },
			change: { kind: "page number", role } as const,
		});
		const page = { books: [], pages: 3, meta: { total: 60 } };
		const learnt = await learn([["listBooks", 200, page]], {
			text,
			sightings: [of("$.meta.total", "total"), of("$.pages", "totalPages")],
		});
		const { content } = parse(learnt.text).paths["/books"].get.responses["200"];
		expect(content["application/json"].schema.properties).toMatchObject({
			meta: { properties: { total: { "x-role": "bookPage.total" } } },
			pages: { "x-role": "bookPage.totalPages" },
		});
	});

	test("that a header links to the next page, if the document has another place for it", async () => {
		const page = (link: string): Seen => [
			...(["listBooks", 200, [], { link }] as const),
		];
		const pages = [
			page('<http://books.test/books?p=2>; rel="next"'),
			page('</books?q=a&p=3&size=2>; rel="next", </books?p=1>; rel="prev"'),
			page('</books?p=9>; rel="last"'),
		];
		const position: Partial<Sighting> = {
			...{
				operation: "listBooks",
				where: "request $.after",
				expected: "after",
			},
			isOfRequest: true,
			change: {
				...{ kind: "position", to: "p", role: "page" },
				...{ first: 1, hasMinimum: true },
			},
		};
		const { text } = await learnFrom([position], pages);
		const { headers } = parse(text).paths["/books"].get.responses["200"];
		expect(headers.Link).toMatchObject({
			"x-template": '</books?p={nextPage}&size={limit}>; rel="next"',
		});
		// A document need not have each header.
		expect((await learnFrom([], pages)).text).toBe(DOCUMENT);
		const { text: without } = await learnFrom([position], pages.slice(2));
		expect(without).not.toContain("Link");
	});

	test("that a condition takes values of another type if it finds no record by one, unless that may be a time", async () => {
		const describe = (format: string) =>
			DOCUMENT.replace(
				"                after: {",
				`                made: { x-role: bookQuery.action, type: string${format} }\n$&`,
			);
		const asks = (text: string, found: readonly object[]) =>
			seenStatus(
				...(["searchBooks", [400, 200]] as const),
				{
					...{ path: "/search", body: '{"made":5}' },
					headers: { "content-type": "application/json" },
				},
				found,
				text,
			);
		const learnAt = async (format: string, ...found: object[]) => {
			const text = describe(format);
			const learnt = await learn([NO_BOOKS], {
				text,
				sightings: [asks(text, found)],
			});
			const { schema } = parse(learnt.text).paths["/search"].post.requestBody
				.content["application/json"];
			return schema.properties.made;
		};
		expect(await learnAt("")).toEqual({ "x-role": "bookQuery.action" });
		expect(await learnAt("", { id: 1 })).toHaveProperty("type");
		expect(await learnAt(", format: date-time")).toHaveProperty("type");
	});

	test("that a condition is a list of the documented values", async () => {
		const text = DOCUMENT.replace(
			"            schema:\n              type: object\n              properties:\n",
			`            example: { made: old }
$&                made: { x-role: bookQuery.action, type: string, minLength: 1 }
`,
		);
		const { text: edited } = await learn([NO_BOOKS], {
			text,
			sightings: [
				{
					...seenStatus(...(["searchBooks", [200, 200]] as const), {
						...{ path: "/search", body: '{"made":["old"]}' },
					}),
					...{ where: "request $.made", expected: "made", isOfRequest: true },
					change: { kind: "other type", value: ["text"] },
				},
			],
		});
		const { example, schema } =
			parse(edited).paths["/search"].post.requestBody.content[
				"application/json"
			];
		expect(schema.properties.made).toEqual({
			...{ "x-role": "bookQuery.action", type: "array" },
			items: { type: "string", minLength: 1 },
		});
		expect(example).toEqual({ made: ["old"] });
	});

	test("which of repeated parameters counts, and that empty ones are ignored", async () => {
		const empty = seenStatus("listBooks", [400, 200], { path: "/books?size=" });
		const repeated = seenStatus(
			...(["listBooks", [400, 200]] as const),
			{ path: "/books?size=1&size=2" },
			[{ id: 1 }, { id: 2 }],
		);
		const { text } = await learnFrom([empty, repeated]);
		expect(parse(text).paths["/books"].get.parameters[0]).toMatchObject({
			...{ "x-empty": "ignored", "x-repeated": "last" },
		});
		const unknown = seenStatus("listBooks", [400, 200], {
			path: "/books?size=1&size=2",
		});
		expect((await learnFrom([unknown])).text).toBe(DOCUMENT);
	});

	test("nothing of a parameter that the service has under another name", async () => {
		const empty = seenStatus("listBooks", [400, 200], { path: "/books?size=" });
		const { text } = await learnFrom([
			empty,
			{
				...{
					operation: "listBooks",
					where: "request $.size",
					expected: "size",
				},
				change: { kind: "rename", to: "limit", rivals: [] },
				isOfRequest: true,
			},
		]);
		expect(text).toContain("{ name: limit,");
		expect(text).not.toContain("x-empty");
	});

	test("that parameters which the operation does not list are rejected", async () => {
		const rejected = ["listBooks", 400, {}, {}, "/books?shelf=1"] as const;
		const sighting = seenStatus("listBooks", [200, 400], {
			path: "/books?shelf=1",
		});
		const { text } = await learnFrom([sighting], [NO_BOOKS, rejected]);
		expect(parse(text).paths["/books"].get["x-unknown-parameters"]).toBe(
			"rejected",
		);
		// Without an accepted request, the parameter need not be the reason.
		const { text: unchanged } = await learnFrom([sighting], [rejected]);
		expect(unchanged).not.toContain("x-unknown-parameters");
	});

	test("the order of records that are not new, by their times", async () => {
		const times = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];
		const books = times.map((made, id) => ({ id, made }));
		const order: Partial<Sighting> = {
			...{ operation: "listBooks", where: "$" },
			change: { kind: "records", from: [1], to: [0] },
		};
		const { text } = await learnFrom([order], [["listBooks", 200, books]]);
		expect(parse(text).paths["/books"].get["x-order"]).toBe("oldest first");
		const reverse: Seen = ["listBooks", 200, books.toReversed()];
		const { text: same } = await learnFrom([order], [reverse]);
		expect(same).not.toContain("x-order");
	});
});

describe("align learns of rejections", () => {
	test("that bodies of other media types are rejected like other invalid ones", async () => {
		const media = seenStatus("searchBooks", [415, 400], {
			...{ body: "a", headers: { "content-type": "text/plain" } },
		});
		const { text } = await learnFrom([media]);
		const { paths, components } = parse(text);
		expect(Object.keys(paths["/search"].post.responses)).toEqual([
			...["200", "400"],
		]);
		expect(components.responses.Invalid.headers).toHaveProperty("Accept");
		const { status } = createDocumentService(parse(text), [])
			.describe()
			.expectStatus("searchBooks", {
				...{ method: "POST", path: "/search", body: "a" },
				headers: { "content-type": "text/plain" },
			});
		expect(status).toBe(400);
	});

	test("that only encoded bodies are rejected as before", async () => {
		const text = DOCUMENT.replace(
			"description: Another media type. }",
			"description: No., headers: { Accept-Encoding: { schema: { type: string } } } }",
		);
		const sends = (type: string, encoding: object, actual: number) =>
			seenStatus(
				...(["searchBooks", [415, actual]] as const),
				{ body: "{}", headers: { "content-type": type, ...encoding } },
				...([[], text] as const),
			);
		const media = sends("text/plain", {}, 400);
		const encoded = sends(
			"application/json",
			{ "content-encoding": "gzip" },
			415,
		);
		const { text: edited } = await learn([NO_BOOKS], {
			...{ text, sightings: [media] },
			others: [media, encoded].flatMap(({ example }) => example ?? []),
		});
		const { paths, components } = parse(edited);
		expect(paths["/search"].post.responses).toHaveProperty("415");
		expect(components.responses.Invalid.headers).toHaveProperty("Accept");
		const { expectStatus } = createDocumentService(
			parse(edited),
			[],
		).describe();
		expect(
			[media, encoded].map(({ example }) => {
				const { request = { method: "", path: "" } } = example ?? {};
				return expectStatus("searchBooks", request).status;
			}),
		).toEqual([400, 415]);
	});

	test("that deep bodies are accepted", async () => {
		const body = `{"a":${"[".repeat(70)}${"]".repeat(70)}}`;
		const headers = { "content-type": "application/json" };
		const deep = seenStatus("searchBooks", [400, 200], { body, headers });
		expect((await learnFrom([deep])).text).not.toContain("x-max-depth");
	});

	test("that errors have their messages by name", async () => {
		const ofErrors = (errors: unknown, name: string): Partial<Sighting> => ({
			...seenStatus("listBooks", [400, 400], {}, { errors }),
			...{ where: "$.errors", expected: "an array", key: name },
			change: { kind: "list", to: name },
		});
		const { text, proposals } = await learnFrom([
			ofErrors({ size: ["is too large"] }, "size"),
			ofErrors({ shelf: ["is unknown"] }, "shelf"),
		]);
		const { schema } =
			parse(text).components.responses.Invalid.content["application/json"];
		expect(schema.properties.errors).toEqual({
			...{ "x-role": "problem.errors", type: "object" },
			additionalProperties: { type: "array", items: { type: "string" } },
		});
		expect(proposals).toMatchObject([{ kind: "error map" }]);
		const { undecided } = await learnFrom([
			ofErrors({ list: ["is too large"] }, "list"),
		]);
		expect(undecided).toMatchObject([
			{ why: "list may be the name of what is wrong." },
		]);
	});
});
