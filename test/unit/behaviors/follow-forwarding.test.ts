import { expect, test } from "vitest";
import type { Edit } from "../../support/library.ts";
import { startEmpty, startStub } from "../../support/stub-server.ts";
import { inSession, openLibrary } from "./open-library.ts";

/** Requires an API key in a header and one in the query. */
const KEYS: Edit = [
	"components:\n",
	`security: [{ header: [], query: [] }]
components:
  securitySchemes:
    header: { type: apiKey, in: header, name: X-Team-Key }
    query: { type: apiKey, in: query, name: teamKey }
`,
];

test("names of credentials that a document adds are hidden, and those of documents before", async () => {
	await using service = await startStub(({ headers, url }, response) => {
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify([headers["x-team-key"], url]));
	});
	await using library = await openLibrary({ forward: { url: service.url } });
	const record = async () => {
		await library.send("/shelves?teamKey=of-the-query", {
			headers: { "x-team-key": "of-the-header" },
		});
		const { requests } = await library.control.requests();
		return JSON.stringify(requests[0]);
	};
	expect(await record()).toMatch(/of-the-query.*of-the-header/);
	for (const edits of [[KEYS], []]) {
		await library.follow(...edits);
		expect(await record()).not.toMatch(/of-the-(query|header)/);
	}
});

test("forwarding covers the operations of the new document, and checks exchanges against it", async () => {
	await using service = await startEmpty();
	await using library = await openLibrary({ forward: { url: service.url } });
	const send = async (session: string) => {
		const headers = inSession(session);
		const response = await library.send("/shelves", { headers });
		return ["mock-forwarded", "mock-violations"].map((name) =>
			response.headers.get(name),
		);
	};
	const { control } = library;
	await control.session("all").setForward({ url: `${service.url}/all` });
	const some = { url: service.url, only: ["listBooks", "listShelves"] };
	await control.session("some").setForward(some);
	expect(await send("new")).toEqual(["listShelves", expect.any(String)]);
	await library.follow(
		["listShelves", "listRacks"],
		[
			'type: array, items: { $ref: "#/components/schemas/Shelf" }',
			"type: object",
		],
	);
	for (const session of ["new", "all"])
		expect(await send(session)).toEqual(["listRacks", null]);
	expect(await send("some")).toEqual([null, null]);
	const { operations } = await library.control.session("some").forward();
	expect(operations).toEqual(["listBooks"]);
});
