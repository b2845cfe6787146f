import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { type Verification, verify } from "zaps-understudy/verify";
import { listTexts } from "../../process/docs/examples.ts";
import { workplace } from "../../process/docs/shell.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { startCli } from "../../support/understudy.ts";
import { MUTANTS, startLibrary } from "./start-library.ts";

const FOLDER = "examples/library";
const document = await loadDocument(join(FOLDER, "openapi.yaml"));

const verifyStrictly = (url: string, only?: string): Promise<Verification> =>
	verify(url, {
		...{ document, strict: true },
		...(only !== undefined && { only: [only] }),
	});

/** A verification takes a few seconds, and more where other tests run. */
const TIMEOUT_MS = 90_000;

const listFailed = ({ report }: Verification): string[] =>
	report.interactions
		.filter(({ passed }) => !passed)
		.map(({ description }) => description);

test("an ordinary implementation passes the checks of its document", {
	timeout: TIMEOUT_MS,
}, async () => {
	await using library = await startLibrary();
	const found = await verifyStrictly(library.url);
	expect(listFailed(found)).toEqual([]);
	expect(found).toMatchObject({ exitCode: 0, unchecked: [] });
	const descriptions = found.report.interactions.map(
		({ description }) => description,
	);
	expect(descriptions).toEqual(
		expect.arrayContaining([
			"getLoan: as it is",
			"changeBook: changes genre, and nothing else",
			"replaceMember: without phone, which the record had",
			"removeBook: the record is gone, and no other one",
			"removeBook: with If-Match of an older version",
			"getBook: with If-None-Match of its version",
			"lendBook: with an unknown memberId",
			"changeLoan: with another memberId",
			"listLoans: without the records of another memberId",
			"listLoans: selects records by status",
			"listLoans: the page after the first",
		]),
	);
});

describe("a defect of the implementation is found", () => {
	test.each([
		["a change is not stored", "changeBook", "changes title, and nothing else"],
		[
			"a replacement keeps the phone number",
			"replaceMember",
			"without phone, which the record had",
		],
		["a loan is read below any member", "getLoan", "with another memberId"],
		["a filter by status is ignored", "listLoans", "selects records by status"],
		[
			"a change keeps the version",
			"changeBook",
			"with If-Match of an older version",
		],
	])("%s", async (name, operation, check) => {
		const mutant = MUTANTS.find(([each]) => each === name);
		expect(mutant).toBeDefined();
		await using library = await startLibrary(mutant);
		const found = await verifyStrictly(library.url, operation);
		expect(found.exitCode).toBe(1);
		expect(listFailed(found)).toContain(`${operation}: ${check}`);
	});
});

test("the mock keeps what it is told, with the data of the configuration", async () => {
	await using mock = await startCli([], FOLDER);
	const send = async (
		method: string,
		path: string,
		body?: object,
		headers = {},
	) => {
		const response = await fetch(mock.url + path, {
			method,
			headers: { "content-type": "application/json", ...headers },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		return { response, shown: text === "" ? undefined : JSON.parse(text) };
	};
	const before = await send("GET", "/books?genre=science");
	expect(before.shown).toMatchObject({ total: 1, items: [{ pages: 256 }] });

	const values = { title: "Emma", author: "Jane Austen", genre: "fiction" };
	const { shown: book, response: created } = await send(
		"POST",
		"/books",
		values,
	);
	expect(created.status).toBe(201);
	expect(created.headers.get("location")).toBe(`/books/${book.id}`);
	const path = `/books/${book.id}`;
	const etag = created.headers.get("etag") ?? "";
	const changed = await send(
		"PATCH",
		path,
		{ pages: 474 },
		{ "if-match": etag },
	);
	expect(changed.shown).toEqual({ ...book, pages: 474 });
	const stale = await send("PATCH", path, { pages: 1 }, { "if-match": etag });
	expect(stale.response.status).toBe(412);
	expect((await send("GET", "/books?limit=1")).shown).toEqual({
		...{ total: 4, items: [{ ...book, pages: 474 }] },
	});

	const { items: members } = (await send("GET", "/members")).shown;
	const [other, ada] = members.map(({ id }: { id: string }) => id);
	const lent = { bookId: book.id, dueOn: "2026-03-01" };
	const { shown: loan } = await send("POST", `/members/${ada}/loans`, lent);
	expect(loan).toMatchObject({ ...lent, memberId: ada, status: "open" });
	const again = await send("POST", `/members/${other}/loans`, lent);
	expect(again.response.status).toBe(409);
	expect((await send("DELETE", path)).response.status).toBe(409);
	const loanPath = `/members/${ada}/loans/${loan.id}`;
	await send("PATCH", loanPath, { status: "returned" });
	expect((await send("GET", loanPath)).shown).toEqual({
		...loan,
		status: "returned",
	});
	expect(
		(await send("GET", `/members/${other}/loans/${loan.id}`)).response.status,
	).toBe(404);

	expect((await send("DELETE", path)).response.status).toBe(204);
	expect((await send("GET", path)).response.status).toBe(404);
});

test("the transcripts of its README are what it prints", async () => {
	const page = await readFile(join(FOLDER, "README.md"), "utf8");
	const [plans = "", ...transcripts] = listTexts(page, "console");
	const shown = await runInFolder(FOLDER, ["document", "openapi.yaml"]);
	for (const line of plans.trim().split("\n").slice(1))
		expect(shown.stdout.split("\n")).toContain(line);
	await using mock = await startCli([], FOLDER);
	await using place = await workplace(mock.url);
	await place.expectTranscript(transcripts.join(""));
});

test("no source of the package knows the library", async () => {
	const files = await readdir("src", { recursive: true, withFileTypes: true });
	for (const file of files.filter((each) => /\.tsx?$/.test(each.name)))
		expect(
			await readFile(join(file.parentPath, file.name), "utf8"),
			file.name,
		).not.toMatch(
			/lendBook|listLoans|changeLoan|replaceMember|examples\/library/,
		);
});
