import { expect, test } from "vitest";
import { isObject, tryParseJson } from "../../../src/values/json.ts";
import { readTexts } from "../../../src/verification/learning/effects/describe-changes.ts";
import { measureEffects } from "../../../src/verification/learning/effects/measure-effects.ts";
import {
	createUnknownId,
	findNaming,
} from "../../../src/verification/learning/effects/name-records.ts";
import type { Acting } from "../../../src/verification/learning/effects/record-actor.ts";
import { received } from "../../support/received.ts";

interface Book {
	readonly id: string;
	readonly title: string;
	isLent: boolean;
	reads: number;
	readAt: string | null;
}

/** Creates a service that lends, takes back and shows books, and measures it. */
async function measureLibrary(
	isShown: (book: Book) => boolean = () => true,
	words: readonly string[] = ["lend", "return", "show"],
	delayMs = 0,
	isRejecting = true,
) {
	const createBook = (index: number): Book => ({
		...{ id: `book-${index}`, title: `Title ${index}` },
		...{ isLent: index % 2 === 1 && index < 6, reads: 0, readAt: null },
	});
	const books = Array.from({ length: 40 }, (_, index) => createBook(index));
	let visits = 0;
	const newest = createBook(100);
	let next = books.length;
	const respond = (body: unknown): readonly [number, unknown] => {
		const { verb, target } = Object(body);
		const book = books.find(({ id }) => id === Object(target).bookId);
		if (!book) return [404, { message: "No such book" }];
		if (verb === "lend" && book.isLent)
			return isRejecting
				? [409, { code: "LENT", message: `${book.id} is lent` }]
				: [200, { done: false, why: `${book.id} is lent`, book }];
		if (verb === "show")
			Object.assign(book, {
				...{ reads: book.reads + 1, readAt: new Date().toISOString() },
			});
		else if (verb === "sell") {
			books.splice(books.indexOf(book), 1);
			return [200, { sale: { price: 5 } }];
		} else {
			book.isLent = verb === "lend";
		}
		if (verb === "return") book.reads = 1;
		return [200, { done: true, why: null, book }];
	};
	const acting: Acting = {
		...{ at: [], rules: [], recorded: undefined },
		create: () => ({ verb: words[0], target: { bookId: "book-8" } }),
		build: (body) => ({
			...{ method: "POST", path: "/tasks", body: JSON.stringify(body) },
		}),
		async tryRequest(request) {
			const sent = tryParseJson(`${request.body}`);
			if (delayMs > 0) setTimeout(() => respond(sent), delayMs);
			const [status, body] = delayMs > 0 ? [202, {}] : respond(sent);
			const response = received(status, JSON.stringify(body));
			return { request, response, isTaken: status < 300 };
		},
		source: {
			async readRecords() {
				visits += 1;
				return books
					.filter(isShown)
					.slice(0, 20)
					.map((each) => ({ ...each, shelf: { visits } }));
			},
			readTrails: async () => new Map(),
			newest: () => ({ ...newest }),
			isRecord: (value) => books.some(({ id }) => id === value),
			fresh: () => books[--next]?.id,
		},
	};
	const changing = await measureEffects(acting, { name: "verb", words });
	return {
		changing,
		rules: acting.rules.map(
			({ at, where, expected, actual }) =>
				`${where ?? at.join(".")}: ${expected} > ${actual}`,
		),
	};
}

test("tells what words change in records, and after which others they are rejected", async () => {
	const { rules, changing } = await measureLibrary();
	expect(changing).toEqual({
		...{ changing: ["lend", "return", "show"], failing: ["lend", "lend"] },
	});
	expect(rules).toEqual([
		'verb: "lend" changes no record > at once changes isLent, such as false to true',
		'verb: "return" changes no record > at once changes reads, such as 0 to 1; succeeds again for the same record',
		'verb: "return" changes no record > after "lend", at once changes isLent, such as true to false, and reads, such as 0 to 1',
		'verb: "show" changes no record > at once changes reads, such as 0 to 1, and readAt, such as null to a time; succeeds again for the same record',
		'verb: takes "lend" for each record > rejects it with 409 after "lend" (LENT, … is lent)',
	]);
});

test("tells the result of a word that fails after another one, without what the response shows of the record", async () => {
	const { rules } = await measureLibrary(
		undefined,
		["lend", "return"],
		0,
		false,
	);
	expect(rules.slice(-2)).toEqual([
		'$.done: true > false for "lend" after "lend"',
		'$.why: null > "… is lent" for "lend" after "lend"',
	]);
});

test("tells that a word removes records", async () => {
	const { rules, changing } = await measureLibrary(undefined, ["sell", "lend"]);
	expect(rules).toEqual([
		'verb: "sell" changes no record > at once removes the record from the list',
		'verb: "lend" changes no record > at once changes isLent, such as false to true',
		'verb: takes "sell" for each record > rejects it with 404 after "sell" (No such book)',
		'verb: takes "lend" for each record > rejects it with 404 after "sell" (No such book)',
		'verb: takes "lend" for each record > rejects it with 409 after "lend" (LENT, … is lent)',
	]);
	expect(changing).toEqual({ changing: ["lend"], failing: ["lend", "lend"] });
});

test("an effect that comes later is not told of the next word", async () => {
	const { rules } = await measureLibrary(() => true, ["lend", "see"], 30);
	expect(rules).toEqual([
		'verb: "lend" changes no record > changes isLent, such as false to true',
		'verb: "see" changes no record > after "lend", changes isLent, such as true to false',
	]);
});

test("without a page that shows the records, only rejected words are told", async () => {
	const { rules } = await measureLibrary(({ id }) => /^book-[135]$/.test(id));
	expect(rules).toEqual([
		'verb: takes "lend" for each record > rejects it with 409 after "lend" (LENT, … is lent)',
	]);
	expect((await measureLibrary(() => false)).rules).toEqual([]);
});

test("the value of a body that names a record is found by the records", () => {
	const records = [1, 2, 3].map((id) => ({
		...{ "@id": `/books/${id}`, id, kind: `k${id}` },
	}));
	const find = (body: unknown) => {
		const isRecord = (value: unknown, name: string) =>
			name === "bookId" && (value === 7 || value === 2);
		const naming = findNaming(body, records, isRecord);
		return naming && [naming.name, naming.value, naming.idOf(records[2] ?? {})];
	};
	expect(find({ days: 2, book: "/books/2" })).toEqual([
		"book",
		"/books/2",
		"/books/3",
	]);
	expect(find({ days: 2, loan: { bookId: 2 } })).toEqual(["bookId", 2, 3]);
	expect(find({ bookId: 7 })).toEqual(["bookId", 7, 3]);
	expect(find({ days: 2, note: "new" })).toBeUndefined();
});

test.each([
	[7, /^214[67]\d{6}$/],
	["7", /^214[67]\d{6}$/],
	["/books/7", /^\/books\/214[67]\d{6}$/],
	["book_00abcdefghijkl", /^book_00lkjihgfedcba$/],
	["0b9d2f5c-6a43-4f0e-9b1d-aabbccccbbaa", /-abbccccbbaaa$/],
])("an id of the form of %s that no record has is made", (like, other) => {
	expect(`${createUnknownId(like)}`).toMatch(other);
	expect(typeof createUnknownId(like)).toBe(typeof like);
});

test("the texts of a rejection are read without what it repeats", () => {
	const body = JSON.stringify({
		...{ type: "about:blank", title: "Conflict", code: "LENT", instance: "/a" },
		errors: [{ message: 'Book 7 named "Dune" is lent', version: "1.0" }],
	});
	expect(
		readTexts(received(409, body), {
			method: "POST",
			path: "/a",
			body: '{"bookId":7,"title":"Dune"}',
		}),
	).toBe('LENT, Book … named "…" is lent');
	expect(isObject(tryParseJson(body))).toBe(true);
});
