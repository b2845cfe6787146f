import { expect, test } from "vitest";
import { parse } from "yaml";
import { elementAt, splitPointer } from "../../../src/alignment/edit.ts";
import { collectObservations } from "../../../src/alignment/observations.ts";
import { indexPlaces } from "../../../src/alignment/schema-places.ts";
import { tryKeywords } from "../../../src/alignment/try-keywords.ts";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import type { Node } from "../../../src/document/node.ts";
import type { InteractionResult } from "../../../src/verification/report.ts";
import { received } from "../../support/received.ts";

const AT =
	"/paths/~1visits~1search/post/requestBody/content/application~1json/schema/properties";

const DOCUMENT = `openapi: 3.1.0
info: { title: Visits, version: "1" }
paths:
  /visits/search:
    post:
      operationId: searchVisits
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties:
                since: { x-role: visitQuery.from, $ref: "#/components/schemas/Time" }
                until: { x-role: visitQuery.to, $ref: "#/components/schemas/Time" }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Visit" } }
components:
  schemas:
    Visit:
      type: object
      required: [id, at]
      properties:
        id: { x-role: visit.id, type: integer }
        at: { x-role: visit.createdAt, type: string, format: date-time }
    Time: { type: string, format: date-time }
`;

/** Returns what the trials teach of a search of which these checks fail. No trial edits the whole body. */
async function learnBy(
	...checks: readonly ((since: unknown, until: unknown) => boolean)[]
) {
	const document = createDocumentService(parse(DOCUMENT), []);
	const { parts, plans } = document;
	const documented = document.describe();
	const operation = "searchVisits";
	const failed = checks.map((_, index) => ({
		...{ operation, description: `${index}` },
	}));
	const example = {
		...{ check: "0", target: operation, isArrangement: false, status: 200 },
		request: { method: "POST", path: "/visits/search" },
		response: received(200, "[]"),
	};
	const left = {
		...{ operation, where: "$", key: "", expected: "[2, 1]", actual: "[2]" },
		...{ assumptions: [], explains: [], check: "0", example },
	};
	const observed = {
		...{ sightings: [left], exchanges: [] },
	};
	const run = (root: Node) => {
		expect(Object.keys(elementAt(root, splitPointer(AT)[0]) ?? {})).toEqual([
			...["type", "properties"],
		]);
		const keywords = ["since", "until"].map((name) => {
			const own = Object(elementAt(root, `${AT}/${name}`));
			const shared = Object(elementAt(root, "/components/schemas/Time"));
			return { ...shared, ...own }["x-inclusive"];
		});
		return failed.map(
			(each, index): InteractionResult => ({
				...{
					...each,
					passed: checks[index]?.(keywords[0], keywords[1]) === true,
				},
				...{ mismatches: [], assumptions: [], provenance: "assumed" },
			}),
		);
	};
	return await tryKeywords(
		{
			...{ document: parts, original: parts.root, documented },
			observations: collectObservations(documented, observed),
			places: indexPlaces(parts),
		},
		plans,
		[left],
		failed,
		async (root) => run(root),
	);
}

test("a keyword stands beside the reference of the property whose bound it is", async () => {
	const { lessons, undecided } = await learnBy(
		(since, until) => since === false && until === undefined,
	);
	expect(undecided).toEqual([]);
	expect(lessons.map(({ changes }) => changes)).toEqual([
		[expect.objectContaining({ pointer: `${AT}/since` })],
	]);
});

test("one question names the places of two keywords that may both be right", async () => {
	const { lessons, undecided } = await learnBy(
		(since, until) => since === false || until === true,
	);
	expect(lessons).toEqual([]);
	expect(undecided.map(({ why }) => why)).toEqual([
		"x-inclusive false of since and x-inclusive true of until may both be right.",
	]);
});

test("a keyword that repairs all checks is right beside one that repairs only some", async () => {
	const { lessons, undecided } = await learnBy(
		(since, until) => since === false || until === true,
		(since) => since === false,
	);
	expect(undecided).toEqual([]);
	expect(lessons.map(({ to }) => to)).toEqual(["x-inclusive false"]);
});

test("a check that passes when it runs again proves no keyword", async () => {
	let runs = 0;
	const { lessons, undecided } = await learnBy(() => runs++ > 0);
	expect([...lessons, ...undecided]).toEqual([]);
});
