import { expect, test } from "vitest";
import { parse } from "yaml";
import { explain } from "../../../src/alignment/align.ts";
import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { DOCUMENT, learn } from "../../support/learn.ts";

test("a proposal is explained that needs the name which another one takes from a property", async () => {
	const found = await learn([
		["addBook", 201, { title: "b-1", label: "A B" }],
		["getFirst", 200, { title: "b-1", label: "A B" }],
	]);
	const [first] = found.proposals;
	if (!first) throw new Error("Nothing was learnt.");
	const at = "/components/schemas/Book/properties";
	const rename = (name: string, to: string) =>
		({ pointer: `${at}/${name}`, rename: to }) as const;
	const edits = [rename("title", "label"), rename("id", "title")];
	const proposals = edits.map((edit) => ({ ...first, edits: [edit] }));
	const explained = explain(
		{
			document: createDocumentService(parse(DOCUMENT), []),
			...{ file: "a.yaml", texts: new Map([["a.yaml", DOCUMENT]]) },
		},
		{ edits, splits: [], proposals },
	);
	expect(explained.map(({ lines }) => [...lines][1])).toEqual([
		"+        label: { type: string }",
		'+        title: { type: string, pattern: "^b-[0-9]+$" }',
	]);
});
