import { expect, test } from "vitest";
import { createStock } from "../../../src/verification/learning/create-stock.ts";
import { listConditionWords } from "../../../src/verification/learning/learn-requests.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

/** Returns the stock of a service with some books, of which it creates others up to a maximum. */
function createLibrary(count: number, most: number) {
	const memory = createMemory();
	const books = Array.from({ length: count }, (_, index) => ({
		id: `b${index}`,
	}));
	const show = () => memory.note(received(200, { books }), "/books");
	show();
	const stock = createStock(memory, async () => {
		if (books.length < most) books.push({ id: `b${books.length}` });
		show();
	});
	return { stock, books };
}

test("books are created until enough others are left for a request that names one", async () => {
	const { stock, books } = createLibrary(6, 100);
	await stock.prepare({ loan: [{ bookId: "b0", days: 3 }] }, 10);
	expect(books).toHaveLength(11);
	await stock.restock(20);
	expect(books).toHaveLength(11);
});

test("no book is created for a request that names none, or if the service creates none", async () => {
	const { stock, books } = createLibrary(6, 8);
	await stock.prepare({ title: "Dune" }, 10);
	expect(books).toHaveLength(6);
	await stock.prepare({ bookId: "b0" }, 10);
	expect(books).toHaveLength(8);
});

test("the record that was created last may be wrapped in an object", () => {
	const memory = createMemory();
	const note = (body: object) =>
		memory.note(
			{ status: 201, headers: {}, body: Buffer.from(JSON.stringify(body)) },
			...(["/jars", {}] as const),
		);
	note({ jar: { id: 1, isOpen: true } });
	expect(memory.lastCreated("/jars")).toEqual({ id: 1, isOpen: true });
	note({ id: 2, lid: { tint: "red" } });
	expect(memory.lastCreated("/jars")).toHaveProperty("lid");
});

test("the words that a list takes for a condition are those of a property with its name", () => {
	const actual =
		'only "red", "blue" and ""; other texts are rejected with 400 ("…" is none)';
	const seen = [
		{ where: "request query tint", actual },
		{ where: "request $.tint", actual: 'only some values, such as "grey"' },
		{ where: "request query size", actual: 'only "small"' },
		{ actual: 'only "none"' },
	];
	const words = listConditionWords(new Map([["listJars", { seen }]]), "tint");
	expect(words).toEqual(["red", "blue", "grey"]);
});
