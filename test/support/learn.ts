import { parse } from "yaml";
import { alignRound } from "../../src/alignment/align-round.ts";
import { editFiles } from "../../src/alignment/source-files.ts";
import { createDocumentService } from "../../src/behaviors/create-service.ts";
import { judgeResponse } from "../../src/document/judgment/judge-response.ts";
import type { Node } from "../../src/document/node.ts";
import type { OutgoingRequest } from "../../src/verification/contract.ts";
import type {
	ComparedObservation,
	Sighting,
} from "../../src/verification/observed.ts";
import { received } from "./received.ts";

export const DOCUMENT = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    post:
      operationId: addBook
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string, minLength: 1 }
      responses:
        "201":
          description: The book.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Book" }
        "400": { description: Invalid. }
  /books/first:
    get:
      operationId: getFirst
      parameters:
        - { name: shelf, in: query, schema: { type: string } }
      responses:
        "200":
          description: The first book.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Book" }
components:
  schemas:
    # A book of the library.
    Book:
      type: object
      required: [id, title]
      properties:
        id: { type: string, pattern: "^b-[0-9]+$" }
        title: { type: string }
        state: { type: string, enum: [new, old] }
`;

/** The operation, the status of the response, and its body. */
export type Seen = readonly [
	target: string,
	status: number,
	body: unknown,
	headers?: Readonly<Record<string, string>>,
	path?: string,
];

type Example = Sighting["example"];

/** An exchange whose request the document lets the service respond to with the status. */
export const exchange = (
	target: string,
	status: number,
	request: Example["request"],
	response: Example["response"],
): Example => ({
	...{ check: "", target, status, isArrangement: false },
	...{ request, response },
});

interface Learning {
	readonly text?: string;
	/** Differences that other checks have seen. */
	readonly sightings?: readonly Partial<Sighting>[];
	readonly accepts?: (request: OutgoingRequest) => boolean | undefined;
	/** Further exchanges. */
	readonly others?: readonly Example[];
	/** Differences as they are, with their own examples. */
	readonly told?: readonly Sighting[];
	/** Whether the exchanges are recorded traffic. */
	readonly isRecorded?: boolean;
}

/** Returns what responses teach, and the document after that. */
export async function learn(
	seen: readonly Seen[],
	{ text = DOCUMENT, accepts = () => true, ...rest }: Learning = {},
) {
	const { sightings: more = [], others = [], told = [], isRecorded } = rest;
	const root: Node = parse(text);
	const document = createDocumentService(root, []);
	const documented = document.describe();
	const renamed = new Map<string, string>();
	const exchanges = seen.map(([target, status, body, headers, path], index) => {
		const isAdded = target === "addBook";
		const observation = {
			...{ check: `${target}: ${index}`, target, isArrangement: false },
			status: isAdded ? 201 : 200,
			request: {
				...{ method: isAdded ? "POST" : "GET", path: path ?? "/books" },
				...(isAdded && { body: '{"title":"A"}' }),
			},
			response: received(status, JSON.stringify(body) ?? "", {
				"content-type": "application/json",
				...headers,
			}),
		};
		const judgment = judgeResponse(documented, observation, { renamed });
		return { ...observation, ...judgment, operation: target, isVerified: true };
	}) satisfies ComparedObservation[];
	const sightings = exchanges.flatMap((example) =>
		example.deviations.map(
			(deviation): Sighting => ({
				...deviation,
				...{ operation: example.target, explains: [], example },
				key: JSON.stringify([example.target, deviation.where]),
			}),
		),
	);
	const added = more.flatMap((each) =>
		exchanges.slice(0, 1).map((example) => ({
			...{ operation: example.target, key: `${each.where}`, where: "" },
			...{ expected: "", actual: "", assumptions: [], explains: [] },
			...{ example, ...each },
		})),
	);
	const found = await alignRound(
		document,
		{
			describe: (edited) => createDocumentService(edited, []),
			observe: async () => ({
				observed: {
					exchanges: [
						...exchanges,
						...others.map((each) => ({
							...{ ...each, deviations: [], additional: [] },
							...{ isReadable: true, isVerified: true },
							operation: each.target,
						})),
					],
					sightings: [...sightings, ...added, ...told],
				},
				...{ failed: [], held: [], evidence: "" },
			}),
			...(!isRecorded && {
				ask: {
					runChecks: async () => [],
					accepts: async (request) => accepts(request),
				},
			}),
		},
		() => true,
	);
	const texts = editFiles(
		new Map([["a.yaml", text]]),
		"a.yaml",
		root,
		found.edits,
	);
	const edited = texts.get("a.yaml") ?? "";
	const before = text.split("\n");
	return {
		...found,
		text: edited,
		added: edited.split("\n").filter((line) => !before.includes(line)),
	};
}

export const BOOK = { id: "b-1", title: "A" };
