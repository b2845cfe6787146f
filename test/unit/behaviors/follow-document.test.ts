import { describe, expect, test } from "vitest";
import { requireUsedPresets } from "../../../src/engine/reload-presets.ts";
import { RENAMED } from "../../support/library.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { inSession, openLibrary, readLibrary } from "./open-library.ts";

test("routes, validation, scenarios, ledger and datasets follow a changed document, and the state stays", async () => {
	await using library = await openLibrary();
	const before = await library.control.state();
	await library.control.setState({ ...before, shelves: [] } as never);
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
	expect(change).toMatchObject({ collections: ["shelves"], sessions: [] });
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
	expect(await library.list("later")).toMatchObject({ books: [{ id: 5 }] });
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
	expect(await follow(RENAMED)).toMatchObject({
		collections: ["books"],
		sessions: ["full", "saved"],
	});
	const full = await list("full");
	expect(full).toMatchObject({ restarted: "document", books: [{ id: 5 }] });
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
			books: [{ id: 5, name: expect.any(String) }],
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
		const { service } = await readLibrary();
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
			books: [{ id: 5, name: expect.any(String) }],
		});
	});
});

test("nothing changes if the document lacks what is in use", async () => {
	await using real = await startEmpty();
	const forward = { url: real.url, only: ["listShelves"] };
	await using library = await openLibrary({ forward });
	await library.create("Mine");
	await expect(
		library.follow(RENAMED, ["listShelves", "listRacks"]),
	).rejects.toThrow("/only/0 is an unknown operation");
	const { service } = await readLibrary([RENAMED]);
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
