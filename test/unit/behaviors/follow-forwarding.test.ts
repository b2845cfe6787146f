import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
	createForwarding,
	type Forwarding,
	type LoadForwarder,
} from "../../../src/engine/forwarding/forwarder.ts";
import { fromFetchRequest } from "../../../src/engine/request/request.ts";
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
});

/** Renames listShelves. */
const RACKS: Edit = ["listShelves", "listRacks"];
const ADDED: Edit = [
	"  /shelves:",
	'  /added: { get: { operationId: getAdded, responses: { "204": {} } } }\n  /shelves:',
];
const ALL = ["listBooks", "createBook", "listShelves"];

test.each([
	[{}, ["listBooks", "createBook", "getAdded", "listRacks"], undefined],
	[{ only: ALL }, ["listBooks", "createBook"], ["listShelves"]],
	[
		{ except: ["listShelves", "listBooks"] },
		["createBook", "getAdded", "listRacks"],
		["listShelves"],
	],
])(
	"settings of a session, %j, hold for operations that a document renames and adds, and for those that come back",
	async (settings, forwarded, unknown) => {
		await using library = await openLibrary();
		const { control } = library;
		await control.setForward({ url: "http://127.0.0.1:9", ...settings });
		const list = async () => (await library.control.forward()).operations;
		const before = await list();
		expect(await library.follow(RACKS, ADDED)).toMatchObject({
			unknownOperations: unknown ? { default: unknown } : {},
		});
		expect(await list()).toEqual(forwarded);
		expect(await library.follow()).toMatchObject({ unknownOperations: {} });
		expect(await list()).toEqual(before);
	},
);

test("forwarding keeps no document that the mock has followed before, but knows its own requests", async () => {
	setFlagsFromString("--expose-gc");
	const gc: () => void = runInNewContext("gc");
	const closed: string[] = [];
	const create = (via: string, previous?: Forwarding) => {
		const document = { via };
		const load: LoadForwarder = async () => ({
			...{ via: document.via, read: () => ({ invalid: [] }) },
			respond: () => Promise.reject(new Error(document.via)),
			close: closeOf(via),
		});
		const forwarding = createForwarding({ loadForwarder: load }, [], previous);
		return { forwarding, document: new WeakRef(document) };
	};
	const closeOf = (via: string) => async () => void closed.push(via);
	async function followTwice() {
		const first = create("understudy-1");
		await first.forwarding.load?.();
		const second = create("understudy-2", first.forwarding);
		return [create("understudy-3", second.forwarding), first] as const;
	}
	const [{ forwarding }, { document }] = await followTwice();
	// The references of an `await` before are gone.
	await setTimeout(1);
	gc();
	expect(document.deref()).toBeUndefined();
	const request = new Request("http://a.test", {
		headers: { via: "1.1 understudy-1" },
	});
	expect(forwarding.isLoop(fromFetchRequest(request))).toBe(true);
	await forwarding.close();
	expect(closed).toEqual(["understudy-1"]);
});
