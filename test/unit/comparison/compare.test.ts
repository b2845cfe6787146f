import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { loadDocument } from "../../../src/entries/node.ts";
import { type CompareOptions, compare } from "../../../src/entries/verify.ts";
import { startLibrary } from "../../contracts/library/start-library.ts";
import { EDITS, type Edit, edit } from "../../provider/edits.ts";
import { startLayered } from "../../provider/layers.ts";
import {
	SEMANTIC_MUTANTS,
	startMutant,
} from "../../provider/semantic-mutants/start-mutant.ts";
import { startService } from "../../provider/server.ts";
import {
	also,
	creates,
	inQuery,
	list,
	NUMBER,
	object,
	role,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";
import { closedPort, startStub } from "../../support/stub-server.ts";

/** One sequence, which calls most operations. */
const SMALL = { runs: 1, seed: 4 };

/** Returns the report whose replay plays one sequence. */
function createReplay(steps: readonly object[]) {
	const whole = { path: {}, query: {}, headers: {} };
	const sequence = steps.map(
		(step, id) => `curl # ${JSON.stringify({ id, ...whole, ...step })}`,
	);
	const disagreement = {
		...{ operation: "", where: "", mock: "", real: "" },
		...{ assumptions: [], count: 1, sequence },
	};
	return { disagreements: [disagreement] };
}

/** Returns the options that play one sequence of the library. */
async function playInLibrary(steps: readonly object[]) {
	const { rules } = await import("../../../examples/library/rules.ts");
	const document = await loadDocument("examples/library/openapi.yaml");
	const replay = createReplay(steps);
	return { document, handlers: rules, replay } satisfies CompareOptions;
}

const startBroken = (name: string) => {
	const mutant = SEMANTIC_MUTANTS.find((each) => each.name === name);
	if (!mutant) throw new Error(`Unknown mutant ${name}.`);
	return startMutant(mutant);
};

const BOOK = { $step: 1, at: ["body", "id"] };
const CHANGE = { operation: "changeBook", path: { bookId: BOOK } };

/** Changes a book twice, the second time by the version before the first change. */
const STALE = [
	{ operation: "listMembers" },
	{
		operation: "addBook",
		body: {
			...{ title: { $word: 0 }, author: { $word: 1 } },
			...{ genre: "history", pages: 12 },
		},
	},
	{ ...CHANGE, body: { pages: 13, title: { $word: 2, length: 200 } } },
	{ operation: "getBook", path: { bookId: BOOK } },
	{ operation: "listBooks", query: { limit: 3 } },
	{
		...{ ...CHANGE, body: { pages: 14 } },
		headers: { "If-Match": { $step: 1, at: ["headers", "etag"] } },
	},
];

test("a sequence that shows a difference is shortened, and can be replayed", async () => {
	const options = await playInLibrary(STALE);
	await using broken = await startBroken("a change accepts an older version");
	const { report, shown, exitCode } = await compare(broken.url, options);
	expect(exitCode).toBe(1);
	expect(report).toMatchObject({ steps: 6, agreed: 5 });
	expect(shown).toMatchObject([
		{
			...{ operation: "changeBook", where: "status", real: "200" },
			...{ assumptions: ["books.versions"], count: 1 },
			steps: [
				{ request: "POST /books" },
				{ body: expect.stringMatching(/^\{"title":"[\w-]{9,30}"\}$/) },
				{ curl: expect.stringContaining("-H 'if-match: \"1\"'") },
			],
		},
	]);

	const again = { ...options, replay: report };
	const replayed = await compare(broken.url, again);
	expect(replayed.report).toMatchObject({ steps: 3, agreed: 2 });
	await using fixed = await startLibrary();
	const repaired = await compare(fixed.url, again);
	expect(repaired).toMatchObject({ exitCode: 0, report: { agreed: 3 } });
});

const [, addBook] = STALE;
const BOOK_TAG = { $step: 1, at: ["headers", "etag"] };
const IF_MATCH = { headers: { "If-Match": BOOK_TAG } };
const SAME_GENRE = { ...CHANGE, body: { genre: "history" } };
const REMOVAL = { operation: "removeBook", path: { bookId: BOOK } };
/** Before the body of the function that returns the ETag. */
const TAG = "({ version }: Row): string =>";
/** Lends a book, and removes it by the version before a change. */
const LENT = [
	{
		operation: "addMember",
		body: { name: { $word: 2 }, email: "ada@example.org" },
	},
	addBook,
	{
		operation: "lendBook",
		path: { memberId: { $step: 0, at: ["body", "id"] } },
		body: { bookId: BOOK, dueOn: "2026-02-01" },
	},
	{ ...CHANGE, body: { pages: 13 } },
	{ ...REMOVAL, ...IF_MATCH },
];

test.each([
	[
		"gives equal states of a record equal versions",
		TAG,
		"({ record }: Row, version = JSON.stringify(record)): string => JSON.stringify(version) ||",
		[
			...[STALE[0], addBook],
			...[SAME_GENRE, { ...CHANGE, body: { pages: 13 } }],
			...[
				{ ...CHANGE, body: { pages: 12 } },
				{ ...SAME_GENRE, ...IF_MATCH },
			],
		],
		5,
	],
	[
		"reports the other one of two reasons to reject a request",
		"requireVersion(exchange, row); requireFree(row.record.id);",
		"requireFree(row.record.id); requireVersion(exchange, row);",
		LENT,
		4,
	],
	[
		"shows new records and their number late",
		".map(({ record }) => record)",
		".map(({ record }) => record).filter((each) => Date.now() - Date.parse(each.createdAt) > 100)",
		[STALE[0], addBook, { operation: "listBooks" }],
		3,
	],
])(
	"a service that %s agrees with the mock",
	async (name, from, to, steps, agreed) => {
		const options = await playInLibrary(steps.map((each) => Object(each)));
		await using library = await startLibrary([name, from, to]);
		const { report } = await compare(library.url, options);
		expect(report).toMatchObject({ steps: agreed, agreed, disagreements: [] });
	},
);

test.each([
	["one version for all states", TAG, `${TAG} '"1"' ||`, "header etag"],
	[
		"another status for an old version",
		"new Problem(412",
		"new Problem(409",
		"status",
	],
])(
	"a service with %s disagrees with the mock",
	async (name, from, to, where) => {
		const { replay: _, ...options } = await playInLibrary([]);
		await using library = await startLibrary([name, from, to]);
		const { report } = await compare(library.url, { ...options, runs: 8 });
		expect(report.disagreements).toContainEqual(
			expect.objectContaining({ operation: "changeBook", where }),
		);
	},
);

test.each([
	["arguments that are false are dropped", "$.args"],
	["only two steps of a pipeline are accepted", "$.steps"],
	["names are stored in Latin-1", "$.name"],
])("the values of a few sequences show that %s", async (name, where) => {
	await using broken = await startBroken(name);
	const { report } = await compare(broken.url, { runs: 8, seed: 1 });
	expect(report.disagreements).toContainEqual(
		expect.objectContaining({ where }),
	);
});

test("the report counts responses by operation, behavior and assumption", async () => {
	await using service = await startService({ differences: ["command-200"] });
	const options = { ...SMALL, min: 0.2 };
	const { report, exitCode } = await compare(service.url, options);
	expect(exitCode).toBe(0);
	const { byOperation, byBehavior, byAssumption, disagreements } = report;
	expect(Object.keys(report).sort()).toEqual([
		...["agreed", "byAssumption", "byBehavior", "byOperation"],
		...["disagreements", "fidelity", "noise", "steps"],
	]);
	const { steps = 0, agreed = 0, fidelity } = byOperation.submitCommand ?? {};
	// Only invalid commands agree.
	expect(fidelity).toBeLessThan(0.5);
	expect(byOperation.createZap?.fidelity).toBe(1);
	expect(byBehavior.create?.fidelity).toBeLessThan(1);
	expect(byAssumption["command.receipt"]?.fidelity).toBe(0);
	expect(disagreements).toEqual([
		{
			...{ operation: "submitCommand", where: "status" },
			...{ mock: "202", real: "200", assumptions: ["command.receipt"] },
			count: steps - agreed,
			sequence: [expect.stringContaining("curl -i ")],
		},
	]);
});

test("the header Location shows the id of a new record if the response has no body", async () => {
	await using folder = await scratchFolder();
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const header =
		'headers: { Location: { x-template: "/v1/zaps/{id}", schema: { type: string } } }';
	const text = shipped.replace(
		/(description: The created zap\.\n.*\n {10})content:[\s\S]*?(\n {8}"400")/,
		`$1${header}$2`,
	);
	const document = await loadDocument(await folder.file("own.yaml", text));
	await using service = await startLayered("location-only");
	const replay = createReplay([
		{ operation: "createZap", body: { name: { $word: 0 } } },
		{ operation: "searchAudit", body: {} },
	]);
	const { report } = await compare(service.url, { document, replay });
	expect(report).toMatchObject({ steps: 2, agreed: 2 });
});

test("a comparison that could not tell says why", async () => {
	await using closed = await closedPort();
	expect(await compare(closed.url, SMALL)).toMatchObject({
		...{ exitCode: 2, report: { steps: 0 } },
		untold: ["refused the connection"],
	});
	await using elsewhere = await startStub((request, response) => {
		request.resume();
		response.writeHead(404).end();
	});
	expect(await compare(elsewhere.url, { runs: 9 })).toMatchObject({
		...{ exitCode: 2, report: { steps: 0, disagreements: [] } },
		untold: [expect.stringContaining("Check the path of the base URL")],
	});
	await using denying = await startStub((request, response) => {
		request.resume();
		response.writeHead(401).end();
	});
	expect(await compare(denying.url, SMALL)).toMatchObject({
		exitCode: 2,
		untold: [expect.stringContaining("Pass credentials with --header")],
	});
});

/** Starts a proxy in front of a service. `disturb` may send its own response, or change the response of the service. */
const startProxy = (
	url: string,
	disturb: (
		path: string,
		text?: string,
	) => number | string | undefined | Promise<undefined>,
) =>
	startStub(async (request, response) => {
		const { url: path = "", method = "GET" } = request;
		const status = await disturb(path);
		if (typeof status === "number") {
			request.resume();
			return void response.writeHead(status).end();
		}
		const sent = await buffer(request);
		const passed = await fetch(`${url}${path}`, {
			method,
			headers: { "content-type": request.headers["content-type"] ?? "" },
			...(sent.length > 0 && { body: sent }),
		});
		const text = await passed.text();
		response
			.writeHead(passed.status, Object.fromEntries(passed.headers))
			.end((await disturb(path, text)) ?? text);
	});

test("a service that a proxy disturbs at times is not blamed for it", async () => {
	let count = 0;
	await using service = await startService();
	await using proxy = await startProxy(service.url, (_, text) =>
		text === undefined && ++count % 7 === 0 ? 503 : undefined,
	);
	const { report, exitCode } = await compare(proxy.url, SMALL);
	expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
	expect(exitCode).toBe(0);
});

/** Creates a zap that belongs to no sequence. */
const createOther = (url: string) =>
	fetch(`${url}/v1/zaps`, {
		...{ method: "POST", body: '{"name":"Other"}' },
		headers: { "content-type": "application/json" },
	});

test("a page after one that a new record of others has moved is not compared", async () => {
	await using service = await startService();
	await using proxy = await startProxy(service.url, async (path, text) => {
		if (path === "/v1/zaps?limit=1" && text === undefined)
			await createOther(service.url);
		return undefined;
	});
	const list = { operation: "listZaps" };
	const cursor = { $step: 2, at: ["body", "nextCursor"] };
	const replay = createReplay([
		{ operation: "createZap", body: { name: { $word: 0 } } },
		{ operation: "createZap", body: { name: { $word: 1 } } },
		{ ...list, query: { limit: 1 } },
		{ ...list, query: { limit: 1, cursor } },
		list,
	]);
	const { report } = await compare(proxy.url, { replay });
	expect(report).toMatchObject({ steps: 4, agreed: 4, noise: [] });
});

test("an optional property that the service adds to a part that was sent is up to the service", async () => {
	await using folder = await scratchFolder();
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const text = shipped.replace(
		/(required: \[id, command, status\]\n( +)properties:\n)/,
		"$1$2  queue: { type: string }\n",
	);
	const document = await loadDocument(await folder.file("own.yaml", text));
	await using service = await startService();
	await using proxy = await startProxy(service.url, (path, text) =>
		path === "/v1/pipeline"
			? text?.replaceAll(
					'"status":"accepted"}',
					'"status":"accepted","queue":"a"}',
				)
			: undefined,
	);
	const steps = [{ command: "zaps.export", args: { format: "csv" } }];
	const replay = createReplay([
		{ operation: "submitPipeline", body: { steps } },
	]);
	const { report } = await compare(proxy.url, { document, replay });
	expect(report).toMatchObject({ steps: 1, agreed: 1, noise: [] });
});

test("what differs between two plays on the service is noise, and not held against the mock", async () => {
	await using service = await startService();
	await using proxy = await startProxy(service.url, (path, text) =>
		path === "/v1/command"
			? text?.replace(/"accepted"/, `"${crypto.randomUUID()}"`)
			: undefined,
	);
	const { report } = await compare(proxy.url, SMALL);
	expect(report.noise).toMatchObject([
		{ operation: "submitCommand", where: "$.status" },
	]);
	expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
});

test("a run whose only differences are noise continues after the search for short sequences", async () => {
	await using service = await startService();
	let count = 0;
	await using proxy = await startProxy(service.url, (path, text) =>
		path === "/v1/command" && text?.includes('"accepted"') && ++count === 1
			? text.replace('"accepted"', '"other"')
			: undefined,
	);
	const phases: string[] = [];
	const { report } = await compare(proxy.url, {
		...{ timeS: 5, seed: 5 },
		onProgress: ({ phase }) => phases.push(phase),
	});
	expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
	expect(report.noise).toHaveLength(1);
	expect(phases.slice(phases.indexOf("shrinking"))).toContain("playing");
});

test("a run that is aborted reports what it has found", async () => {
	await using service = await startService({ differences: ["command-200"] });
	const abort = new AbortController();
	const { report, shown } = await compare(service.url, {
		signal: abort.signal,
		onProgress: ({ steps }) => {
			if (steps > 30) abort.abort();
		},
	});
	expect(shown[0]?.isConfirmed).toBe(false);
	expect(report.steps).toBeGreaterThan(30);
	expect(report.byOperation.submitCommand).toBeDefined();
});

test("a service that rejects everything disagrees, even if each of its reasons is another one", async () => {
	await using service = await startStub((request, response) => {
		request.resume().on("end", () => {
			response.writeHead(400, { "content-type": "application/problem+json" });
			const detail = `The request ${crypto.randomUUID().slice(0, 3)}x failed.`;
			response.end(JSON.stringify({ title: "Error", status: 400, detail }));
		});
	});
	const { report, exitCode } = await compare(service.url, SMALL);
	expect(exitCode).toBe(1);
	expect(report.noise).toEqual([]);
	for (const { fidelity } of Object.values(report.byOperation))
		expect(fidelity).toBeLessThan(0.5);
});

test.each(["from", "to"])(
	"a range of times that begins or ends when a service had several records is not compared: %s",
	async (bound) => {
		const differences = ["times-without-milliseconds"];
		await using service = await startService({ differences });
		const time = { $step: 2, at: ["body", "items", "0", "at"] };
		const replay = createReplay([
			{ operation: "createZap", body: { name: { $word: 0 } } },
			{ operation: "createZap", body: { name: { $word: 1 } } },
			{ operation: "searchAudit", body: {} },
			{ operation: "searchAudit", body: { [bound]: time } },
		]);
		const { report } = await compare(service.url, { replay });
		expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
		// In milliseconds, each record has a time of its own.
		await using precise = await startService();
		const compared = await compare(precise.url, { replay });
		expect(compared.report).toMatchObject({ steps: 4, agreed: 4 });
	},
);

/** A shelf that shows two books on a page, the oldest first. */
function describeShelf(cursor = {}) {
	const book = object({ id: role("book.id", NUMBER), title: TEXT });
	const title = { ...TEXT, pattern: "^[a-z]+$", example: "emma" };
	const limit = { ...NUMBER, default: 2, minimum: 1, maximum: 2 };
	const keywords = { "x-unknown-cursor": "first page", ...cursor };
	const parameters = [
		role("limit", inQuery("limit", limit)),
		role("cursor", inQuery("after", TEXT, keywords)),
	];
	const get = { operationId: "listBooks", "x-order": "oldest first" };
	const errors = { 400: { description: "" }, 409: { description: "" } };
	const post = also(creates(book, object({ title })), errors);
	return withPaths({
		"/books": {
			get: { ...get, parameters, ...list(book) },
			post: { operationId: "addBook", ...post },
		},
	});
}

/** Starts a shelf with three books. */
const startShelf = (isForgetful = false) => {
	const books = ["one", "two", "three"].map((title, id) => ({ id, title }));
	return startStub(async (request, response) => {
		const send = (status: number, body?: unknown) =>
			response
				.writeHead(status, { "content-type": "application/json" })
				.end(JSON.stringify(body));
		const text = await buffer(request);
		const { searchParams: query } = new URL(`${request.url}`, "http://a.test");
		if (request.method === "GET") {
			const start = query.has("after") ? Number(query.get("after")) + 1 : 0;
			const limit = Number(query.get("limit") ?? 2);
			return send(200, books.slice(start, start + limit));
		}
		const { title } = JSON.parse(`${text}`);
		if (!/^[a-z]+$/.test(title)) return send(400);
		if (books.some((each) => each.title === title)) return send(409);
		const book = { id: books.length, title };
		books.push(isForgetful ? { ...book, title: "lost" } : book);
		return send(201, book);
	});
};

const SHELF_STEPS = [
	{ operation: "addBook", body: { title: { $word: 0, length: 11 } } },
	{ operation: "listBooks" },
];

/** Returns the options that add a book and list the books. */
async function playOnShelf(cursor = {}) {
	await using folder = await scratchFolder();
	const text = JSON.stringify(describeShelf(cursor));
	const document = await loadDocument(await folder.file("shelf.json", text));
	return { document, replay: createReplay(SHELF_STEPS) };
}

test("records of others that fill a page without a next one tell nothing about those of the sequence", async () => {
	const options = await playOnShelf();
	await using shelf = await startShelf();
	const { report } = await compare(shelf.url, options);
	expect(report).toMatchObject({ steps: 2, agreed: 2 });
});

test("a cursor that is the id of the last record leads to the records of the sequence", async () => {
	const options = await playOnShelf({ "x-cursor-position": "id" });
	await using shelf = await startShelf();
	const { report } = await compare(shelf.url, options);
	expect(report).toMatchObject({ steps: 2, agreed: 2 });
	await using forgetful = await startShelf(true);
	const lost = await compare(forgetful.url, options);
	expect(lost.report.disagreements).toMatchObject([{ operation: "listBooks" }]);
});

const SECOND_PAGE = { $step: 2, at: ["body", "nextCursor"] };
const TAKES_OFFSET = [
	/name: cursor(\n.*zapQuery\.)cursor([\s\S]*?)\$ref: "#\/components\/schemas\/Cursor"/,
	"name: offset$1offset$2type: integer",
] as const;

test.each([
	["a cursor", ["", ""] as const, { cursor: SECOND_PAGE }],
	["an offset", TAKES_OFFSET, { offset: 1 }],
])(
	"older records of others in front of those of the sequence are no difference: %s",
	async (_, [from, to], position) => {
		await using folder = await scratchFolder();
		const shipped = await readFile("contracts/openapi.yaml", "utf8");
		const text = edit(shipped, ["zaps-oldest-first"]).replace(from, to);
		const document = await loadDocument(await folder.file("own.yaml", text));
		await using server = await serveMock(createMock({ document }));
		for (let count = 0; count < 3; count++) await createOther(server.url);
		const list = (query: object) => ({ operation: "listZaps", query });
		const replay = createReplay([
			{ operation: "createZap", body: { name: { $word: 0 } } },
			{ operation: "createZap", body: { name: { $word: 1 } } },
			list({ limit: 1 }),
			list({ limit: 1, ...position }),
		]);
		const { report } = await compare(server.url, { document, replay });
		expect(report).toMatchObject({ steps: 4, agreed: 4 });
	},
);

test.each([
	[
		"has an empty cursor on the last page",
		[
			[/(cursors that the service .*\n +type: string)\n +minLength: 1/, "$1"],
			[
				/type: \[string, "null"\]\n( +)minLength: 1/,
				'type: string\n$1default: ""',
			],
		],
	],
	["shows no id of a new record", EDITS["command-204"] ?? []],
] satisfies [string, readonly Edit[]][])(
	"the mock agrees with itself if its document %s",
	async (_, edits) => {
		await using folder = await scratchFolder();
		let text = await readFile("contracts/openapi.yaml", "utf8");
		for (const [from, to] of edits) text = text.replace(from, to);
		const document = await loadDocument(await folder.file("own.yaml", text));
		await using server = await serveMock(createMock({ document }));
		const { report } = await compare(server.url, {
			document,
			runs: 4,
			seed: 3,
		});
		expect(report).toMatchObject({ fidelity: 1, disagreements: [] });
	},
);

test("texts with a pattern are new ones if records may conflict", async () => {
	const { document } = await playOnShelf();
	await using shelf = await startShelf();
	const { report } = await compare(shelf.url, { document, ...SMALL });
	expect(report.byOperation.addBook).toMatchObject({ fidelity: 1 });
	expect(report.byOperation.addBook?.steps).toBeGreaterThan(5);
});
