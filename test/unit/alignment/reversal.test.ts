import { expect, test } from "vitest";
import { parse } from "yaml";
import { align, type Source } from "../../../src/alignment/align.ts";
import {
	createDocumentService,
	type DocumentService,
} from "../../../src/behaviors/create-service.ts";
import { BOOK, DOCUMENT, exchange } from "../../support/learn.ts";
import { receivedJson } from "../../support/received.ts";

/** Returns what a run shows of a service that responds with the other status than the document says. */
async function observe(document: DocumentService) {
	const isCreated = document.describe().listStatuses("addBook").includes(201);
	const [expected, actual] = isCreated ? [201, 200] : [200, 201];
	const example = exchange(
		...(["addBook", expected] as const),
		{ method: "POST", path: "/books", body: '{"title":"A"}' },
		receivedJson(BOOK, actual),
	);
	const observation = {
		...{ ...example, operation: "addBook", isVerified: true },
		...{ deviations: [], additional: [], isReadable: true },
	};
	const sighting = {
		...{ operation: "addBook", where: "status", key: "status", example },
		...{ expected: `${expected}`, actual: `${actual}` },
		...{ assumptions: [], explains: [], change: { kind: "status" as const } },
	};
	return {
		observed: { exchanges: [observation, observation], sightings: [sighting] },
		...{ failed: [], held: [], evidence: "" },
	};
}

test("a proposal that an earlier round contradicts becomes a question", async () => {
	const sourceOf = (text: string): Source => ({
		document: createDocumentService(parse(text), []),
		...{ file: "a.yaml", texts: new Map([["a.yaml", text]]) },
	});
	const { proposals, undecided, rounds } = await align(
		sourceOf(DOCUMENT),
		{ observe, describe: (root) => createDocumentService(root, []) },
		{
			apply: "all",
			write: async (texts) => sourceOf(`${texts.get("a.yaml")}`),
		},
	);
	expect(proposals).toMatchObject([{ from: "201", to: "200" }]);
	expect(undecided).toMatchObject([
		{
			why: expect.stringContaining("responds with 201 instead of 200."),
			question: "What does it depend on?",
		},
	]);
	expect(rounds).toBe(2);
});
