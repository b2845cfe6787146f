import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyEdit } from "../../../src/alignment/edit.ts";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import type {
	RuleKeywords,
	Sighting,
} from "../../../src/verification/observed.ts";
import {
	BOOK,
	DOCUMENT,
	exchange,
	learn,
	type Seen,
} from "../../support/learn.ts";
import { received } from "../../support/received.ts";

/** A response to a new book, and one that shows the first book. */
const adds = (body: unknown = BOOK): Seen => ["addBook", 201, body];
const gets = (body: unknown = BOOK): Seen => ["getFirst", 200, body];

/** Returns what the document says of the body of a new book. */
const bodyOf = (text: string) =>
	parse(text).paths["/books"].post.requestBody.content["application/json"];

/** An exchange of a new book. */
const addBook = (body: string, status: number, response = "") =>
	exchange(
		...(["addBook", 201] as const),
		{ method: "POST", path: "/books", body },
		received(status, response),
	);

/** The sighting of a rejected new book. */
const rejects = (body: string, status = 400, response = "") => ({
	...{ where: "status", expected: "201", actual: `${status}` },
	change: { kind: "status" as const },
	example: addBook(body, status, response),
});

/** Part of a document whose metrics have these families. */
const familiesOf = (metrics: string) => `  /metrics:
    get:
      operationId: getMetrics
      responses:
        "200":
          description: Metrics.
          x-metrics: ${metrics}
          content: { text/plain: { schema: { type: string } } }
components:
`;

describe("align", () => {
	test("learns nothing from responses that conform, with or without further properties", async () => {
		const { proposals, undecided, text } = await learn([
			adds({ ...BOOK, pages: 7 }),
			gets(),
		]);
		expect([proposals, undecided]).toEqual([[], []]);
		expect(text).toBe(DOCUMENT);
	});

	test("edits a schema where a reference points, if all of its users differ", async () => {
		const renamed = { id: "b-1", Title: "A" };
		const { proposals, added } = await learn([adds(renamed), gets(renamed)]);
		expect(added).toEqual([
			"      required: [id, Title]",
			"        Title: { type: string }",
		]);
		expect(proposals).toMatchObject([
			{
				...{ operations: ["addBook", "getFirst"], kind: "rename" },
				...{ from: "title", to: "Title", seen: 2, of: 2, isCertain: true },
			},
		]);
	});

	test("calls optional what objects without any property lack, and learns the names from the others", async () => {
		const renamed = { id: "b-1", Title: "A" };
		const { text, undecided } = await learn([
			...[gets({}), gets(renamed), gets(renamed)],
		]);
		expect(undecided).toEqual([]);
		const { Book } = parse(text).components.schemas;
		expect(Book.required).toEqual(["Title"]);
		expect(Object.keys(Book.properties)).toEqual(["id", "Title", "state"]);
	});

	test("makes a copy of a schema that only one of its users does not follow", async () => {
		const { text } = await learn([adds({ id: "b-1", Title: "A" }), gets()]);
		const { paths, components } = parse(text);
		expect(components).toEqual(parse(DOCUMENT).components);
		const { schema } =
			paths["/books"].post.responses["201"].content["application/json"];
		expect(schema.required).toEqual(["id", "Title"]);
		expect(text).toContain("# A book of the library.");
	});

	test("copies only the innermost schema that others do not follow", async () => {
		const shared = DOCUMENT.replace(
			"title: { type: string }",
			"title: { x-role: book.title, $ref: '#/components/schemas/Title' }",
		)
			.replace(
				/(first book[\s\S]*?schema: ).*/,
				"$1{ type: object, properties: { last: { $ref: '#/components/schemas/Title' }, book: { $ref: '#/components/schemas/Book' } } }",
			)
			.replace(
				"    # A book of",
				"    Title: { type: string }\n    # A book of",
			);
		const { added } = await learn(
			[
				adds({ ...BOOK, title: 7 }),
				gets({ last: "A", book: { ...BOOK, title: 8 } }),
			],
			{ text: shared },
		);
		expect(added).toEqual([
			"        title:",
			"          x-role: book.title",
			"          type: integer",
		]);
	});

	test("replaces a status that no response has, and asks about two", async () => {
		const { text } = await learn([
			["addBook", 200, BOOK],
			["addBook", 200, BOOK],
		]);
		expect(text).toBe(DOCUMENT.replace('"201":', '"200":'));
		const { proposals, undecided } = await learn([
			["addBook", 200, BOOK],
			adds(),
		]);
		expect(proposals).toEqual([]);
		expect(undecided).toMatchObject([
			{ operation: "addBook", question: "When does it respond with 200?" },
		]);
	});

	test("describes values as tightly as they are", async () => {
		const { added } = await learn([
			adds({ ...BOOK, id: 7 }),
			gets({ ...BOOK, id: 8 }),
		]);
		expect(added).toEqual(["        id: { type: integer }"]);
		const learnIds = async (...ids: readonly string[]) => {
			const { text } = await learn(ids.map((id) => gets({ ...BOOK, id })));
			return parse(text).components.schemas.Book.properties.id.pattern;
		};
		const ids = ["0b50cf21", "07ae12b5", "9fd0048e", "e1bb30aa", "4c5da6fe"];
		expect(await learnIds(...ids, "abcdefab")).toBe("^[0-9a-f]{8}$");
		expect(await learnIds(...ids, "Z50CF21A")).toBe("^[0-9A-Za-z]{8}$");
		expect(await learnIds(...ids.slice(1), "07ae12b5")).toBeUndefined();
		expect(await learnIds(...ids, "07ae12b50")).toBeUndefined();
		const words = ["absolute", "baseball", "calendar", "daughter", "earnings"];
		expect(await learnIds(...words)).toBeUndefined();
		const { added: widened } = await learn([
			adds({ ...BOOK, state: "lost" }),
			gets({ ...BOOK, state: "old" }),
		]);
		expect(widened).toEqual([
			"        state: { type: string, enum: [new, old, lost] }",
		]);
	});

	test("writes times with as many digits after the seconds as all of them have", async () => {
		const patternOf = async (end: string, count = 5) => {
			const times = Array.from({ length: count }, (_, index) =>
				gets({ ...BOOK, id: `2026-01-01T00:00:0${index}${end}` }),
			);
			const { text } = await learn(times);
			return parse(text).components.schemas.Book.properties.id.pattern;
		};
		expect(await patternOf("+00:00")).toBe(":[0-9]{2}\\+00:00$");
		expect(await patternOf("+00:00", 4)).toBe("\\+00:00$");
		expect(await patternOf(".123+00:00")).toBe("\\+00:00$");
		expect(await patternOf(".123456Z")).toBe("\\.[0-9]{6}Z$");
		expect(await patternOf(".123Z")).toBeUndefined();
	});

	test("names the only text beside a list or an object, if only one text is missing", async () => {
		const body = { id: "b-1", label: "A", tags: [], shelf: {} };
		const { proposals } = await learn([gets(body), gets(body)]);
		expect(proposals).toMatchObject([{ kind: "rename", to: "label" }]);
		const owner = "e13608f3-db3d-48da-96e8-0632ab54ef02";
		const other = { owner, title: "A", tags: [] };
		const { proposals: ofId } = await learn([gets(other), gets(other)], {
			text: DOCUMENT.replace(
				/(The first book\.[\s\S]*?)schema: .*/,
				"$&\n              example: { id: bk_01KDVQ2JM0R4T7XKQ5D2V9N8HC, title: A }",
			),
		});
		expect(ofId).toMatchObject([{ kind: "missing" }]);
	});

	test("makes a property optional that some responses do not have, and removes one that none has", async () => {
		const { added } = await learn([
			adds({ title: "A" }),
			gets(),
			gets({ title: "A" }),
		]);
		expect(added).toEqual(["      required: [title]"]);
		const { text } = await learn([adds({ title: "A" }), gets({ title: "A" })]);
		expect(Object.keys(parse(text).components.schemas.Book.properties)).toEqual(
			[...["title", "state"]],
		);
	});

	test("adds what all objects have instead of a missing property", async () => {
		const { added } = await learn([
			adds({ title: "A", shelf: 7, lent: true }),
			gets({ title: "B", shelf: 8 }),
		]);
		expect(added).toEqual([
			"      required: [shelf, title]",
			"        shelf:",
			"          type: integer",
		]);
	});

	test("asks which of two properties is the renamed one", async () => {
		const body = { id: "b-1", bookTitle: "A B", titleText: "A B" };
		const { proposals, undecided } = await learn([gets(body), gets(body)]);
		expect(proposals).toEqual([]);
		expect(undecided[0]?.question).toMatch(
			/^Which property of the response of getFirst is title: \w+ or \w+\?$/,
		);
	});

	test("renames a parameter that the service has under another name, and asks about one that it ignores", async () => {
		const ignored: Partial<Sighting> = {
			...{ where: "$", change: { kind: "ignored", name: "shelf" } },
		};
		const renamed: Partial<Sighting> = {
			...{ where: "request query shelf", expected: "shelf", isOfRequest: true },
			change: { kind: "rename", to: "rack", rivals: [] },
		};
		const { added, undecided } = await learn([gets()], {
			sightings: [ignored, renamed],
		});
		expect(added).toEqual([
			"        - { name: rack, in: query, schema: { type: string } }",
		]);
		expect(undecided).toEqual([]);
		const asked = await learn([gets()], { sightings: [ignored] });
		expect(asked.text).toBe(DOCUMENT);
		expect(asked.undecided).toMatchObject([
			{ why: "getFirst ignores shelf.", where: "request $.shelf" },
		]);
	});

	test("describes the credentials without which operations reject requests, and asks about unknown ones", async () => {
		const deny = (scheme: string): Partial<Sighting> => ({
			...{ where: "request header authorization", expected: "200" },
			...{ actual: "401" },
			change: { kind: "credentials", headers: ["authorization"], scheme },
		});
		const { text } = await learn([gets()], {
			sightings: [deny("Bearer")],
		});
		const { paths, components } = parse(text);
		expect(paths["/books/first"].get.security).toEqual([{ bearerAuth: [] }]);
		expect(components.securitySchemes).toEqual({
			bearerAuth: { type: "http", scheme: "bearer" },
		});
		const asked = await learn([gets()], { sightings: [deny("")] });
		expect(asked.text).toBe(DOCUMENT);
		expect(asked.undecided).toMatchObject([
			{ question: "Which security scheme does getFirst have?" },
		]);
	});

	test("takes a forbidden property as the response returns it, or no longer names it", async () => {
		const forbidding = DOCUMENT.replace(
			"title: { type: string, minLength: 1 }",
			"$&\n                id: { not: {} }",
		);
		const body = '{"title":"A","id":"b-7"}';
		const learnFrom = async (id: string) => {
			const example = addBook(body, 201, JSON.stringify({ id, title: "A" }));
			const { text } = await learn([adds()], {
				text: forbidding,
				told: [
					{
						...{ operation: "addBook", where: "status", key: "status" },
						...{ expected: "400", actual: "201", example },
						...{ assumptions: [], explains: [], change: { kind: "status" } },
						violation: {
							...{ kind: "invalid", places: [{ pointer: "/id", detail: "" }] },
						},
					},
				],
			});
			return bodyOf(text).schema.properties.id;
		};
		expect(await learnFrom("b-7")).toEqual({
			...{ type: "string", pattern: "^b-[0-9]+$" },
		});
		expect(await learnFrom("b-1")).toBeUndefined();
	});

	test("forbids unknown properties that the service rejects, also if later requests were sent without them", async () => {
		const shelved = '{"title":"A","shelf":1}';
		const learnAfter = (body: string) => {
			const adapted = { method: "POST", path: "/books", body };
			const accepted = { ...addBook(shelved, 201), adapted };
			return learn([adds()], {
				sightings: [rejects(shelved)],
				others: [addBook(shelved, 400), accepted],
			});
		};
		const forbidden = "additionalProperties: false";
		const { text } = await learnAfter('{"title":"A"}');
		expect(text).toContain(forbidden);
		const { text: unchanged } = await learnAfter(shelved);
		expect(unchanged).not.toContain(forbidden);
	});

	/** Returns the sighting of a rule for a value of requests. */
	const ruled = (
		where: string,
		keywords: RuleKeywords,
		accepted?: unknown,
	): Partial<Sighting> => ({
		...{
			where: `request ${where}`,
			change: { kind: "rule", keywords, accepted },
		},
		...{ key: `${where} ${JSON.stringify(keywords)}`, isOfRequest: true },
		actual: JSON.stringify(keywords),
	});

	test("writes the measured rules of a request into its schema, and replaces an example that violates them", async () => {
		const { text, proposals, undecided } = await learn([["addBook", 400, {}]], {
			text: DOCUMENT.replace(
				"          application/json:\n            schema:\n              type: object",
				'          application/json:\n            example: { title: "A B" }\n            schema:\n              type: object',
			),
			sightings: [
				ruled("$.title", { pattern: "^[a-z]*$" }, "ab"),
				ruled("$.title", { maxLength: 40, minLength: undefined }),
				ruled("$.pages", { minimum: 4 }),
				ruled("$.pages", { type: "integer" }),
				ruled("$.author", { maxLength: 9 }),
			],
		});
		expect(undecided).toEqual([]);
		expect(proposals).toHaveLength(5);
		const { example, schema } = bodyOf(text);
		expect(schema.properties).toEqual({
			title: { type: "string", maxLength: 40, pattern: "^[a-z]*$" },
			pages: { type: "integer", minimum: 4 },
			author: { type: "string", maxLength: 9 },
		});
		expect(example).toEqual({ title: "ab" });
	});

	test("rejects no property of which the service has rejected only the value", async () => {
		const rejected: Partial<Sighting> = {
			...{ where: "request $.title", expected: "accepted", actual: "rejected" },
			...{ isOfRequest: true, change: { kind: "missing" } },
		};
		const { added } = await learn([["addBook", 400, {}]], {
			sightings: [rejected, ruled("$.title", { maxLength: 3 })],
		});
		expect(added).toEqual([
			"                title: { type: string, minLength: 1, maxLength: 3 }",
		]);
		const { text } = await learn([["addBook", 400, {}]], {
			sightings: [rejected],
		});
		expect(text).not.toContain("title: { type: string, minLength: 1");
	});

	test("says that an object is null if it always is", async () => {
		const shelf =
			"shelf: { type: object, properties: { row: { type: integer } } }";
		const shelved = DOCUMENT.replace("state: {", `${shelf}\n        state: {`);
		const { added } = await learn(
			[adds({ ...BOOK, shelf: null }), gets({ ...BOOK, shelf: null })],
			{ text: shelved },
		);
		expect(added).toEqual(['        shelf: { type: "null" }']);
		const sometimes = await learn(
			[adds({ ...BOOK, shelf: null }), gets({ ...BOOK, shelf: { row: 1 } })],
			{ text: shelved },
		);
		expect(sometimes.text).toContain('type: [object, "null"], properties:');
	});

	test("has no word of one operation for another one", async () => {
		const audited = DOCUMENT.replace(
			"operationId: addBook",
			"operationId: addBook\n      x-audit: { action: added, subjectType: book }",
		);
		const word = (actual: string): Partial<Sighting> => ({
			...{ where: "$.action", expected: '"added"', actual },
		});
		const { added } = await learn([adds()], {
			text: audited,
			sightings: [word('"create"')],
		});
		expect(added).toEqual([
			"      x-audit: { action: create, subjectType: book }",
		]);
		const { text } = await learn([adds()], {
			text: audited,
			sightings: [word('"book"')],
		});
		expect(text).toBe(audited);
		const exemplified = await learn([adds()], {
			text: audited.replace(
				"              schema: { $ref",
				"              example: { id: b-1, title: A, log: [added] }\n$&",
			),
			sightings: [word('"create"')],
		});
		expect(exemplified.added).toContain(
			"              example: { id: b-1, title: A, log: [create] }",
		);
		// Another record has the documented word.
		const both = await learn([adds({ note: "added" })], {
			text: audited,
			sightings: [word('"create"')],
		});
		expect(both.text).toContain("action: added");
	});

	test("writes rules of parameters and of whole bodies, and proposes nothing that the document says already", async () => {
		const limited = DOCUMENT.replace(
			'"400": { description: Invalid. }',
			'"400": { description: Invalid., x-max-bytes: 500, x-max-depth: 9 }',
		);
		const { added } = await learn([adds()], {
			text: limited,
			sightings: [
				{ ...ruled("query shelf", { maxLength: 9 }), operation: "getFirst" },
				ruled("$", { "x-max-bytes": 900 }),
				ruled("$", { "x-max-depth": undefined }),
			],
		});
		expect(added).toEqual([
			'        "400": { description: Invalid., x-max-bytes: 900 }',
			"        - { name: shelf, in: query, schema: { type: string, maxLength: 9 } }",
		]);
		const again = await learn([adds()], {
			text: limited,
			sightings: [ruled("$.title", { type: "string", minLength: 1 })],
		});
		expect([again.text, again.proposals]).toEqual([limited, []]);
	});

	test("makes a copy of a schema for a rule that another user of the schema contradicts", async () => {
		const title = "title: { $ref: '#/components/schemas/Title' }";
		const shared = DOCUMENT.replace(
			"title: { type: string, minLength: 1 }",
			title,
		)
			.replace("title: { type: string }", title)
			.replace(
				"    # A book of",
				"    Title: { type: string, pattern: ., maxLength: 9 }\n    # A book of",
			);
		const rules = [
			ruled("$.title", { maxLength: 2 }),
			ruled("$.title", { pattern: "^[A-Z]*$" }),
		].map((each) => ({ ...each, operation: "addBook" }));
		const { text, undecided } = await learn(
			[gets({ ...BOOK, title: "Emma" })],
			{
				text: shared,
				sightings: rules,
			},
		);
		expect(parse(text).components).toEqual(parse(shared).components);
		expect(bodyOf(text).schema.properties.title).toEqual({
			...{ type: "string", pattern: ".", maxLength: 2 },
		});
		expect(undecided.map(({ why }) => why.split(", but ")[1])).toEqual([
			"the document has another pattern.",
		]);
	});

	test("asks about a rule that accepted requests contradict, or that allows more than a shared schema", async () => {
		const { text, undecided } = await learn([adds()], {
			sightings: [ruled("$.title", { maxLength: 0 })],
		});
		expect(text).toBe(DOCUMENT);
		expect(undecided).toMatchObject([
			{ question: "Which values does addBook accept at request $.title?" },
		]);
	});

	test("writes the type, the labels, the help and the buckets of metrics into the document", async () => {
		const measured = DOCUMENT.replace(
			"components:\n",
			familiesOf(`
            requests: { name: calls, type: counter, help: Calls. }
            durations: { name: took, type: histogram, help: Times., buckets: [1, 2] }
            books: { name: books, type: gauge, help: Books. }`),
		);
		const lines = [
			"# TYPE took summary",
			'took_count{verb="GET",at="/books/first",code="200"} 3',
			'took_count{verb="POST",at="/books",code="201"} 1',
			"# TYPE calls counter",
			'calls{colour="red"} 4',
			"",
		];
		const example = exchange(
			...(["getMetrics", 200] as const),
			{ method: "GET", path: "/metrics" },
			{
				...received(200, lines.join("\n")),
				headers: { "content-type": "text/plain" },
			},
		);
		const differs = (change: Sighting["change"]): Partial<Sighting> => ({
			...{ operation: "getMetrics", where: "$", key: JSON.stringify(change) },
			...{ change, example },
		});
		const retyped = (name: string, type: string, now: string) =>
			differs({ kind: "family", name, type, to: { name, type: now } });
		const labeled = (series: string, ...labels: string[]) =>
			differs({ kind: "labels", documented: series, series, labels });
		const { added, undecided } = await learn([adds()], {
			text: measured,
			sightings: [
				retyped("took", "histogram", "summary"),
				retyped("books", "gauge", "summary"),
				labeled("took_count", "at", "code", "verb"),
				labeled("calls", "colour"),
				differs({ kind: "help", texts: new Map() }),
			],
		});
		expect(added).toEqual([
			'            requests: { name: calls, type: counter, help: "" }',
			'            durations: { name: took, type: summary, help: "", labels: { at: path, code: status, verb: method } }',
			'            books: { name: books, type: gauge, help: "" }',
		]);
		expect(undecided).toEqual([]);
		const helped = await learn([adds()], {
			text: measured,
			sightings: [
				differs({
					kind: "help",
					texts: new Map([
						["calls", 'All "calls"'],
						["books", "Books now"],
					]),
				}),
				differs({ kind: "buckets", bounds: [0.1, 5] }),
			],
		});
		expect(helped.added).toEqual([
			'            requests: { name: calls, type: counter, help: All "calls" }',
			"            durations: { name: took, type: histogram, help: Times., buckets: [0.1, 5] }",
			"            books: { name: books, type: gauge, help: Books now }",
		]);
		expect(helped.undecided).toEqual([]);
	});

	test("writes labels of metrics with a constant, classes of statuses, and names of its own for operations", async () => {
		const measured = DOCUMENT.replace(
			"components:\n",
			familiesOf("{ requests: { name: calls, type: counter } }"),
		);
		const call = (target: string, body = "") =>
			exchange(target, 200, { method: "GET", path: "/" }, received(200, body));
		const read = (added: number, first: number) =>
			call(
				"getMetrics",
				`calls{app="a",of="add",code="2xx"} ${added}\ncalls{app="a",of="one",code="4XX"} ${first}\n`,
			);
		const run = async (last: Sighting["example"]) => {
			const firsts = [call("getFirst"), call("getFirst")];
			const calls = ["addBook", "addBook", "getFirst"].map((each) =>
				call(each),
			);
			const { added } = await learn([], {
				text: measured,
				others: [read(1, 1), ...calls, read(3, 2), ...firsts, last],
				told: [
					{
						...{ operation: "getMetrics", where: "$", key: "" },
						...{ assumptions: [], explains: [], example: last },
						...{ expected: "calls has two labels", actual: "others" },
						change: {
							...{ kind: "labels", documented: "calls", series: "calls" },
							labels: ["app", "code", "of"],
						},
					},
				],
			});
			return added;
		};
		expect(await run(read(3, 4))).toEqual([
			"          x-metrics: { requests: { name: calls, type: counter, labels: { app: { const: a }, code: { status: { 2XX: 2xx, 3XX: 3xx, 4XX: 4xx, 5XX: 5xx } }, of: { operation: { addBook: add, getFirst: one } } } } }",
		]);
		expect(await run(read(3, 9))).toEqual([]);
	});

	test("removes the body of a response that is always empty, and has the path of the record in a header", async () => {
		const sent = (id: string): Seen => [
			...(["addBook", 201, undefined, { location: `/books/${id}` }] as const),
		];
		const { text, proposals } = await learn([sent("b-1"), sent("b-2")]);
		const { responses } = parse(text).paths["/books"].post;
		expect(responses["201"]).toEqual({
			description: "The book.",
			headers: {
				Location: {
					...{ required: true, "x-template": "/books/{id}" },
					schema: { type: "string" },
				},
			},
		});
		expect(proposals).toMatchObject([{ kind: "no body", seen: 2, of: 2 }]);
		const same = await learn([sent("new"), sent("new")]);
		expect(same.text).not.toContain("Location");
		expect(same.text).not.toBe(DOCUMENT);
	});

	test("the media type that a service requires for the body of a request", async () => {
		const { text, proposals } = await learn([adds()], {
			sightings: [
				{
					...{ where: "request header content-type", isOfRequest: true },
					change: {
						...{ kind: "request type", from: "application/json" },
						to: "application/vnd.a+json",
					},
				},
			],
		});
		const { requestBody, responses } = parse(text).paths["/books"].post;
		expect(Object.keys(requestBody.content)).toEqual([
			"application/vnd.a+json",
		]);
		expect(Object.keys(responses["201"].content)).toEqual(["application/json"]);
		expect(proposals).toMatchObject([{ kind: "media type", isCertain: true }]);
	});

	test("puts two renamed properties of requests into one object", async () => {
		const moved = (name: string): Partial<Sighting> => ({
			...{
				where: `request $.${name}`,
				expected: name,
				isOfRequest: true,
				key: name,
			},
			change: { kind: "move", to: ["book", name] },
		});
		const { text } = await learn([adds()], {
			text: DOCUMENT.replace(
				"                title: { type: string, minLength: 1 }\n",
				"                title: { type: string, minLength: 1 }\n                shelf: { type: string }\n",
			),
			sightings: [moved("title"), moved("shelf")],
		});
		const { schema } = bodyOf(text);
		expect(Object.keys(schema.properties)).toEqual(["book"]);
		expect(schema.properties.book.properties).toEqual({
			title: { type: "string", minLength: 1 },
			shelf: { type: "string" },
		});
	});

	test("lists a renamed property of requests whose values stand in an array", async () => {
		const renamed: Partial<Sighting> = {
			...{ where: "request $.title", isOfRequest: true, expected: "title" },
			change: { kind: "rename", to: "titles", rivals: [], isListed: true },
		};
		const { text } = await learn([adds()], { sightings: [renamed] });
		expect(bodyOf(text).schema).toMatchObject({
			required: ["titles"],
			properties: {
				titles: { type: "array", items: { type: "string", minLength: 1 } },
			},
		});
	});

	test("gives a property of requests the type of the only values that the service takes", async () => {
		const typed: Partial<Sighting> = {
			...{ where: "request $.title", isOfRequest: true, expected: "any text" },
			...{
				actual: "only some, such as 7",
				change: { kind: "other type", value: 7 },
			},
		};
		const example =
			'            example: { title: "A" }\n            schema:\n              type: object\n              required: [title]';
		const { text } = await learn([adds()], {
			text: DOCUMENT.replace(example.replace(/.*\n/, ""), example),
			sightings: [typed],
		});
		const content = bodyOf(text);
		expect(content.schema.properties.title).toEqual({ type: "integer" });
		expect(content.example).toEqual({ title: 7 });
	});

	describe("of metrics", () => {
		const metrics = `        "200":
          description: The first book.
          x-metrics:
            requests: { name: requests_total, type: counter }
            durations: { name: seconds, type: histogram }
`;
		const document = DOCUMENT.replace(/ {8}"200":\n.*\n/, metrics);
		const learnMetric = async (
			to: { name: string; type: string } | undefined,
		) => {
			const seen: Partial<Sighting> = {
				where: "$",
				change: { kind: "family", name: "seconds", type: "histogram", to },
			};
			return (await learn([gets()], { text: document, sightings: [seen] }))
				.text;
		};

		test("removes a family that the service lacks", async () => {
			expect(await learnMetric(undefined)).toBe(
				document.replace(/ +durations: .*\n/, ""),
			);
		});

		test("renames a family", async () => {
			const other = { name: "http:seconds", type: "histogram" };
			expect(await learnMetric(other)).toBe(
				document.replace("name: seconds", "name: http:seconds"),
			);
		});
	});

	test("learns that the oldest record comes first, and again that the newest does", async () => {
		const lists = [
			[2, 1],
			[1, 2],
		];
		const learnOrder = async (
			[from = [], to = []]: readonly (readonly number[])[],
			document: string,
		) => {
			const change = { kind: "records", from, to } as const;
			const seen = { where: "$", change };
			return (await learn([gets()], { text: document, sightings: [seen] }))
				.text;
		};
		const text = await learnOrder(lists, DOCUMENT);
		expect(parse(text).paths["/books/first"].get["x-order"]).toBe(
			"oldest first",
		);
		const again = await learnOrder(lists.toReversed(), text);
		expect(parse(again)).toEqual(parse(DOCUMENT));
		const other = [[2, 1], [2]];
		expect(await learnOrder(other, DOCUMENT)).toBe(DOCUMENT);
	});

	test("learns the default size of a page, unless pages grow with the number of records", async () => {
		const document = DOCUMENT.replace(
			"name: shelf, in: query, schema: { type: string }",
			"name: limit, in: query, schema: { type: integer, default: 2 }",
		).replace(
			/(first book[\s\S]*?schema: )(.*)/,
			"$1{ type: array, items: $2 }",
		);
		const seen: Partial<Sighting> = {
			...{ where: "$", change: { kind: "page size", from: 2, to: 3 } },
		};
		const learnPages = async (...sizes: readonly number[]) => {
			const pages = sizes.map((size) => gets(Array(size).fill(BOOK)));
			return (await learn(pages, { text: document, sightings: [seen] })).text;
		};
		expect(await learnPages(1, 3, 3)).toBe(
			document.replace("default: 2", "default: 3"),
		);
		expect(await learnPages(2, 3)).toBe(document);
		expect(await learnPages(3, 3, 4)).toBe(document);
	});

	test("lets no rename have the name of another element", () => {
		const edit = { pointer: "/a", rename: "b" };
		expect(applyEdit({ a: 1 }, edit)).toEqual({ b: 1 });
		expect(() => applyEdit({ a: 1, b: 2 }, edit)).toThrow(
			"b would stand there twice",
		);
	});

	test("makes a header optional that only some responses have", async () => {
		const text = DOCUMENT.replace(
			"          description: The first book.\n",
			"          description: The first book.\n          headers:\n            X-Shelf: { required: true, schema: { type: string } }\n",
		);
		const { added } = await learn(
			[gets(), ["getFirst", 200, BOOK, { "x-shelf": "1" }]],
			{ text },
		);
		expect(added).toEqual([
			"            X-Shelf: { schema: { type: string } }",
		]);
		const { text: without } = await learn([gets()], { text });
		expect(without).toBe(DOCUMENT);
	});

	test.each([500, 503, 429, 401])("learns nothing from %d", async (status) => {
		const { proposals, undecided, text } = await learn([
			["getFirst", status, { error: "x" }],
			["addBook", status, { error: "x" }],
		]);
		expect([proposals, undecided]).toEqual([[], []]);
		expect(text).toBe(DOCUMENT);
	});

	test("writes OpenAPI 3.0 as OpenAPI 3.0", async () => {
		const { added } = await learn([adds({ ...BOOK, title: null }), gets()], {
			text: DOCUMENT.replace("3.1.0", "3.0.3"),
		});
		expect(added).toEqual(["        title: { type: string, nullable: true }"]);
	});

	describe("of sizes that are smaller than the document says", () => {
		const text = DOCUMENT.replace("minLength: 1 }", "maxLength: 8 }").replace(
			"{ description: Invalid. }",
			"{ description: Too large., x-max-bytes: 40 }",
		);
		const read = ({ body }: OutgoingRequest) => `${body ?? ""}`;

		test.each([
			["learns the length of a text in code points", 5],
			["learns no length if only other characters make a text too long", 8],
		])("%s", async (_, longest) => {
			const { added, undecided } = await learn([adds()], {
				text,
				sightings: [rejects(JSON.stringify({ title: "ab😀😀😀😀😀😀" }))],
				accepts: (request) => JSON.parse(read(request)).title.length <= longest,
			});
			const isLearnt = longest < 8;
			expect(undecided).toHaveLength(isLearnt ? 0 : 1);
			expect(added).toEqual(
				isLearnt
					? ["                title: { type: string, maxLength: 5 }"]
					: [],
			);
		});

		test("learns the size of a body", async () => {
			const { added } = await learn([adds()], {
				text,
				sightings: [rejects(JSON.stringify({ title: "ab" }).padEnd(40))],
				accepts: (request) => read(request).length <= 30,
			});
			expect(added).toEqual([
				'        "400": { description: Too large., x-max-bytes: 30 }',
			]);
		});
	});

	test("learns that a value of the request is returned under its name there", async () => {
		const schema = 'id: { type: string, pattern: "^b-[0-9]+$" }';
		const text = DOCUMENT.replace(
			schema,
			`${schema}\n        notes: { type: object }`,
		);
		const sent = JSON.stringify({ title: "A", remarks: { a: 1 } });
		const body = { ...BOOK, remarks: { a: 1 } };
		const example = addBook(sent, 201, JSON.stringify(body));
		const { added, undecided } = await learn([adds(body)], {
			text,
			sightings: [
				{
					where: "$.notes",
					change: { kind: "absent" },
					example,
				},
			],
		});
		expect(undecided).toEqual([]);
		expect(added).toEqual(["        remarks: { type: object }"]);
	});

	test("names a property of an item by what an item of the request has", async () => {
		const parts =
			"parts: { type: array, items: { type: object, properties: { page: { type: integer }, notes: { type: object } } } }";
		const sent = { title: "A", parts: [{ remarks: { a: 1 } }, {}] };
		const body = {
			...BOOK,
			parts: [{ page: 1, remarks: { a: 1 } }, { page: 2 }],
		};
		const documented = { title: "A", parts: [{ notes: { a: 1 } }, {}] };
		const { request, ...example } = addBook(
			...[JSON.stringify(documented), 201, JSON.stringify(body)],
		);
		const adapted = { ...request, body: JSON.stringify(sent) };
		const { text, proposals } = await learn([adds(body)], {
			text: DOCUMENT.replace(
				"        state: {",
				`        ${parts}\n        state: {`,
			),
			sightings: [
				{
					where: "$.parts[*].notes",
					change: { kind: "absent" },
					example: { ...example, request, adapted },
				},
			],
		});
		expect(text).toContain(parts.replace("notes", "remarks"));
		expect(proposals).toMatchObject([{ from: "notes", to: "remarks" }]);
	});

	test("names an optional property by the expected text that another one has", async () => {
		const body = { ...BOOK, remark: "a b", pages: 2 };
		const { added } = await learn([gets(body), gets()], {
			text: DOCUMENT.replace(
				"        state: {",
				"        notes: { type: string }\n        state: {",
			).replace(
				"[id, title]\n",
				"[id, title]\n      additionalProperties: {}\n",
			),
			sightings: [
				{
					...{ where: "$.notes", expected: '"a b"', actual: "missing" },
					change: { kind: "absent" },
				},
			],
		});
		expect(added).toEqual(["        remark: { type: string }"]);
	});

	test("the types of a value that may be anything by the document, by further requests", async () => {
		const text = DOCUMENT.replace(
			"                title: { type: string, minLength: 1 }\n",
			"$&                notes: { description: Any value. }\n",
		);
		const learnFrom = async (...types: readonly string[]) => {
			const learnt = await learn([adds()], {
				...{ text, sightings: [rejects('{"title":"A","notes":"x"}')] },
				accepts: ({ body }) =>
					types.includes(typeof JSON.parse(`${body}`).notes),
			});
			return bodyOf(learnt.text).schema.properties.notes;
		};
		const notes = { description: "Any value." };
		expect(await learnFrom("number")).toEqual({ ...notes, type: "number" });
		expect(await learnFrom("boolean", "number")).toEqual({
			...{ ...notes, type: ["number", "boolean"] },
		});
		expect(await learnFrom()).toEqual(notes);
		const silent = await learn([adds()], {
			...{ text, sightings: [rejects('{"title":"A","notes":"x"}')] },
			accepts: ({ body }) =>
				JSON.parse(`${body}`).notes === null ? undefined : body !== "",
		});
		expect(silent.proposals).toEqual([]);
	});

	test("names the properties that a service returns if it drops others", async () => {
		const sent = { title: "A", shelf: "b", colour: "red" };
		const shown = { ...BOOK, shelf: "b", note: null, lent: false };
		const example = addBook(JSON.stringify(sent), 201, JSON.stringify(shown));
		const { text } = await learn([adds(shown)], {
			sightings: [ruled("$.note", { maxLength: 9 })],
			text: DOCUMENT.replace(
				"      required: [id, title]\n",
				"$&      additionalProperties: {}\n",
			),
			others: [example],
			told: [
				{
					...{ operation: "addBook", key: "colour", where: "$.colour" },
					...{
						expected: '"red"',
						actual: "missing",
						change: { kind: "absent" },
					},
					...{ assumptions: [], explains: [], example },
				},
			],
		});
		expect(text).not.toContain("additionalProperties");
		const { properties } = parse(text).components.schemas.Book;
		expect(properties).toMatchObject({ shelf: { type: "string" }, note: {} });
		expect(properties).not.toHaveProperty("lent");
	});

	test("moves several properties into one object, also in examples, and keeps them required", async () => {
		const { id, ...attributes } = { ...BOOK, state: "new" };
		const { text } = await learn([adds({ id, attributes })], {
			text: DOCUMENT.replace("[id, title]", "[id, title, state]").replace(
				/(The book\.[\s\S]*?schema: .*\n)/,
				"$1              example: { id: b-1, title: A, state: new }\n",
			),
		});
		const [{ Book }, { post }] = [
			parse(text).components.schemas,
			parse(text).paths["/books"],
		];
		const content = post.responses["201"].content["application/json"];
		const { schema = {}, example } = content;
		const { required, properties } = "$ref" in schema ? Book : schema;
		expect(required).toEqual(["id", "attributes"]);
		expect(properties.attributes).toMatchObject({
			required: expect.arrayContaining(["title", "state"]),
		});
		expect(example).toEqual({ id, attributes });
	});

	test("lets an inner object keep properties that requests add if they come back there", async () => {
		const sent = { title: "A", colour: "red" };
		const shown = { id: "b-1", attributes: sent };
		const example = addBook(JSON.stringify(sent), 201, JSON.stringify(shown));
		const told: readonly Sighting[] = [
			{
				...{ operation: "addBook", key: "colour", where: "$.colour" },
				...{ expected: '"red"', actual: "missing", change: { kind: "absent" } },
				...{ assumptions: [], explains: [], example },
			},
		];
		const inner = "attributes: { type: object, required: [title], properties:";
		const text = DOCUMENT.replace(
			"      required: [id, title]\n",
			"      required: [id, attributes]\n      additionalProperties: {}\n",
		)
			.replace(
				/(Book:[\s\S]*)title: \{ type: string \}/,
				`$1${inner} { title: { type: string } } }`,
			)
			.replace(
				/(The book\.[\s\S]*?schema: .*\n)/,
				"$1              example: { id: b-1, attributes: { title: A }, colour: red }\n",
			);
		const learnt = await learn([adds(shown)], {
			text,
			others: [example],
			told,
		});
		const { Book } = parse(learnt.text).components.schemas;
		expect(Book).not.toHaveProperty("additionalProperties");
		expect(Book.properties.attributes.additionalProperties).toEqual({});
		expect(learnt.text).toContain("attributes: { title: A, colour: red }");
	});

	test("the status of values that violate some keywords only", async () => {
		const learnFrom = async (text: string, [typed, ruled]: number[]) => {
			const headers = { "content-type": "application/json" };
			const rejected = [
				addBook('{"title":5}', typed ?? 0),
				addBook('{"title":""}', ruled ?? 0),
			].map((each) => ({ ...each, request: { ...each.request, headers } }));
			const expected = text.includes('"422"') ? 422 : 400;
			const learnt = await learn([], {
				text,
				told: rejected.flatMap((each): Sighting[] => {
					const { status } = each.response;
					const example = { ...each, status: expected };
					return status === expected
						? []
						: [
								{
									...{ operation: "addBook", where: "status", key: "a" },
									...{ expected: `${expected}`, actual: `${status}` },
									...{ assumptions: [], explains: [], example },
									change: { kind: "status" as const },
									violation: { kind: "invalid" as const, places: [] },
								},
							];
				}),
				others: rejected.map((each) => ({ ...each, status: expected })),
			});
			const { responses, ...post } = parse(learnt.text).paths["/books"].post;
			return [Object.keys(responses), post["x-violation-status"]];
		};
		const both = DOCUMENT.replace(
			'        "400": { description: Invalid. }\n',
			'$&        "422": { description: Invalid. }\n',
		);
		const listed = ["201", "400", "422"];
		expect(await learnFrom(both, [400, 422])).toEqual([listed, { type: 400 }]);
		expect(await learnFrom(DOCUMENT, [422, 400])).toEqual([
			...[listed, { type: 422 }],
		]);
		expect(await learnFrom(DOCUMENT, [400, 422])).toEqual([listed, undefined]);
	});

	test("removes the example of a response that no one has sent if its schema is replaced", async () => {
		const error =
			"content: { application/json: { schema: { $ref: '#/components/schemas/Error' }, example:";
		const text = DOCUMENT.replace(
			"{ description: Invalid. }",
			`{ description: Invalid., ${error} { a: 1, b: 2 } } } }\n        "401": { description: Unknown., ${error} { a: 3, b: 4 } } } }`,
		).replace(
			"    # A book of",
			"    Error: { type: object, required: [a, b], properties: { a: { type: integer }, b: { type: integer } } }\n    # A book of",
		);
		const body = { code: "invalid", message: "The title is empty." };
		const example = {
			...addBook('{"title":""}', 400, JSON.stringify(body)),
			status: 400,
		};
		const told: Sighting = {
			...{ operation: "addBook", key: "error", where: "$", explains: [] },
			...{ expected: "an object", actual: "another", assumptions: [] },
			...{ change: { kind: "other object" }, example },
		};
		const learnt = await learn([], { text, told: [told], others: [example] });
		const { responses } = parse(learnt.text).paths["/books"].post;
		expect(responses["400"].content["application/json"].example).toEqual(body);
		expect(responses["401"].content["application/json"]).not.toHaveProperty(
			"example",
		);
	});

	test("describes the text of a conflict as a text", async () => {
		const { added, undecided } = await learn([adds()], {
			text: DOCUMENT.replace(
				"{ description: Invalid. }",
				"{ description: Invalid., content: { text/plain: { schema: { type: string } } } }",
			),
			sightings: [rejects("{}", 409, "exists")],
		});
		expect(undecided).toEqual([]);
		expect(added.map((each) => each.trim())).toContain("type: string");
	});

	test("requires a property once that is renamed, and required for another reason", async () => {
		const sightings = [
			{ kind: "required" as const, name: "name", value: "x" },
			{ kind: "rename" as const, to: "name", rivals: [] },
		].map((change) => ({
			...{ isOfRequest: true as const, change, key: change.kind },
			where: `request $.${change.kind === "required" ? "name" : "title"}`,
		}));
		const { text } = await learn([adds()], { sightings });
		expect(text).toContain("required: [name]");
		expect(text.match(/ name: /g)).toHaveLength(1);
	});
});
