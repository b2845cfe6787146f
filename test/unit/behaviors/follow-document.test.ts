import { describe, expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import { createControl } from "../../../src/control/create-control.ts";
import type { MockOptions } from "../../../src/engine/mock-options.ts";
import { requireUsedPresets } from "../../../src/engine/reload-presets.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { createServiceEngine } from "../../../src/service/shipped-service.ts";
import { type Edit, editLibrary, RENAMED } from "../../support/library.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { write } from "./write-document.ts";

const read = async (edits: readonly Edit[] = []) =>
	loadDocument(await write({ "library.yaml": editLibrary(...edits) }));

const inSession = (session: string) => ({ "mock-session": session });

/** Creates a mock of the library, and a function that lets it follow an edited one. */
async function openLibrary(options: MockOptions = {}) {
	const document = await read();
	const { loadForwarder } = document;
	const mock = createServiceEngine({ document, loadForwarder, ...options });
	const send = (path: string, init?: RequestInit) =>
		mock.fetch(new Request(`http://library.test${path}`, init));
	return {
		mock,
		send,
		get control(): Control {
			return createControl(mock.context);
		},
		follow: async (...edits: Edit[]) => {
			const document = await read(edits);
			const { service, loadForwarder } = document;
			const before = mock.context.service.recordSchemas;
			const next = { service, presets: service, loadForwarder, before };
			return mock.follow(next);
		},
		create: (title: unknown, session = "default") =>
			send("/books", {
				method: "POST",
				headers: { "content-type": "application/json", ...inSession(session) },
				body: JSON.stringify({ title }),
			}),
		list: async (session = "default", query = "?limit=1") => {
			const headers = inSession(session);
			const response = await send(`/books${query}`, { headers });
			return {
				restarted: response.headers.get("mock-session-restarted"),
				books: await response.json(),
			};
		},
		[Symbol.asyncDispose]: mock.close,
	};
}

test("routes, validation, scenarios, ledger and datasets follow a changed document, and the state stays", async () => {
	await using library = await openLibrary();
	await library.create("Mine");
	await library.control.setScenario("slow");
	library.mock.cancelWaits();
	const change = await library.follow(
		["/shelves:", "/racks:"],
		["maximum: 50", "maximum: 10"],
		["books.listed", "books.shown"],
		['"400": { content', '"429": { content'],
		[
			"title: { type: string }",
			"title: { type: string, description: A name. }",
		],
	);
	expect(change).toEqual({ collections: ["shelves"], sessions: [] });
	expect((await library.send("/shelves")).status).toBe(404);
	expect((await library.send("/racks")).status).toBe(200);
	expect((await library.send("/books?limit=20")).status).toBe(400);
	const { control } = library;
	expect((await control.scenarios()).active).toBe("slow");
	const [entry] = await control.assumptions();
	expect(entry?.id).toBe("books.shown");
	expect(Object.keys(await control.state())).toEqual(["books", "racks"]);
	expect(await library.list()).toMatchObject({
		restarted: null,
		books: [{ title: "Mine" }],
	});
	expect(await library.list("later")).toMatchObject({ books: [{ id: 20 }] });
	const { requests } = await control.requests({ operation: "createBook" });
	expect(requests).toHaveLength(1);
});

test("a changed schema starts the sessions anew that have records, and the next response says so", async () => {
	await using library = await openLibrary();
	const { control, follow, list, create } = library;
	for (const session of ["full", "empty", "saved"]) await list(session);
	await control.session("empty").reset({ dataset: "empty" });
	const saved = control.session("saved");
	await saved.snapshot();
	await saved.reset({ dataset: "empty" });
	await control
		.session("full")
		.setFaults([
			{ operation: "listShelves", kind: "status", status: 503, force: true },
		] as never);
	expect(await follow(RENAMED)).toEqual({
		collections: ["books"],
		sessions: ["full", "saved"],
	});
	const full = await list("full");
	expect(full).toMatchObject({ restarted: "document", books: [{ id: 20 }] });
	expect(Object.keys(full.books[0])).toEqual(["id", "name"]);
	expect((await list("full")).restarted).toBeNull();
	expect(await list("empty")).toEqual({ restarted: null, books: [] });
	expect((await create("x", "full")).status).toBe(400);
	const shelves = await library.send("/shelves", {
		headers: inSession("full"),
	});
	expect(shelves.status).toBe(503);
	expect(await library.control.session("saved").snapshots()).toEqual([]);
	expect(await follow()).toMatchObject({ sessions: ["full"] });
});

describe("requests under way end as they began", () => {
	test("a request whose response waits", async () => {
		await using library = await openLibrary();
		await library.list();
		await library.control.setFaults([
			{ operation: "*", kind: "delay", ms: 60_000 },
		] as never);
		const waiting = library.list();
		await library.follow(RENAMED);
		library.mock.cancelWaits();
		expect(Object.keys((await waiting).books[0])).toEqual(["id", "title"]);
		expect(Object.keys((await library.list()).books[0])).toEqual([
			"id",
			"name",
		]);
	});

	test("a request whose body is still sent", async () => {
		await using library = await openLibrary();
		const body = new TransformStream<Uint8Array, Uint8Array>();
		const writer = body.writable.getWriter();
		const creating = library.send("/books", {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: body.readable,
			...{ duplex: "half" },
		});
		await library.follow(RENAMED);
		await writer.write(new TextEncoder().encode('{"title":"Late"}'));
		await writer.close();
		const created = await creating;
		expect([created.status, await created.json()]).toEqual([
			201,
			expect.objectContaining({ title: "Late" }),
		]);
		expect(await library.list()).toMatchObject({
			restarted: null,
			books: [{ id: 20, name: expect.any(String) }],
		});
	});

	test("a request that is forwarded later", async () => {
		await using service = await startEmpty();
		await using library = await openLibrary({ forward: { url: service.url } });
		await library.control.setFaults([
			{ operation: "*", kind: "delay", ms: 60_000 },
		] as never);
		const waiting = library.send("/shelves");
		await library.follow(
			["listShelves", "listRacks"],
			['"#/components/schemas/Shelf"', '"#/components/schemas/Book"'],
			["/shelves", "/racks"],
		);
		library.mock.cancelWaits();
		const { status, headers } = await waiting;
		expect(status).toBe(200);
		expect(headers.get("mock-forwarded")).toBe("listShelves");
		const { requests } = await library.control.requests();
		expect(requests[0]?.violations).toMatchObject([
			{ where: "$", expected: "an array" },
		]);
	});

	test("a request for which the dataset is still built", async () => {
		let build = (): void => {};
		const building = new Promise<void>((resolve) => {
			build = resolve;
		});
		const { service } = await read();
		const { datasets, scenarios } = service;
		const load: (typeof datasets)[string] = async (context) => {
			await building;
			return datasets.large?.(context) ?? {};
		};
		const presets = { scenarios, datasets: { ...datasets, default: load } };
		await using library = await openLibrary({ presets });
		const waiting = library.list();
		expect(await library.follow(RENAMED)).toMatchObject({
			sessions: ["default"],
		});
		build();
		expect(await waiting).toMatchObject({ books: [{ id: 10_000 }] });
		expect(await library.list()).toMatchObject({
			restarted: "document",
			books: [{ id: 20, name: expect.any(String) }],
		});
	});
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

test("nothing changes if the document lacks what is in use", async () => {
	await using real = await startEmpty();
	const forward = { url: real.url, only: ["listShelves"] };
	await using library = await openLibrary({ forward });
	await library.create("Mine");
	await expect(
		library.follow(RENAMED, ["listShelves", "listRacks"]),
	).rejects.toThrow("/only/0 is an unknown operation");
	const { service } = await read([RENAMED]);
	const presets = { datasets: service.datasets, scenarios: {} };
	await expect(
		requireUsedPresets(library.mock.context, presets, service),
	).rejects.toThrow('It lacks presets that are in use: scenario "normal"');
	expect(await library.list()).toMatchObject({
		restarted: null,
		books: [{ title: "Mine" }],
	});
	expect((await library.send("/shelves")).headers.get("mock-forwarded")).toBe(
		"listShelves",
	);
});
