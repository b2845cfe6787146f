import { expect, test } from "vitest";
import { describeRequiring } from "../../../src/verification/differences/required-properties.ts";
import { createMemory } from "../../../src/verification/learning/create-memory.ts";
import { learnAlternatives } from "../../../src/verification/learning/learn-alternatives.ts";
import { learnBody } from "../../../src/verification/learning/learn-body.ts";

type Body = Readonly<Record<string, unknown>>;

const BOOKS = ["a1b2c3d4e5f6", "b2c3d4e5f6a1", "c3d4e5f6a1b2", "d4e5f6a1b2c3"]
	.concat(["e5f6a1b2c3d4", "f6a1b2c3d4e5"])
	.map((id) => ({ id, title: `Book ${id}`, status: "SHELVED" }));

const toResponse = (status: number, body: unknown) => ({
	...{ status, headers: {} },
	body: Buffer.from(JSON.stringify(body)),
});

/** Lets a service teach how it takes a task about a book, and the other values of its choices. */
async function learn(
	judge: (
		body: Body,
	) => readonly [status: number, field?: string, why?: string],
) {
	const memory = createMemory();
	memory.note(toResponse(200, { items: BOOKS }), "/books");
	const createBody = () => ({ task: "book.add" });
	const lesson = {
		...{ createBody, wrappers: ["task"], repairs: [] },
		...{ path: "/tasks", seen: memory.seen, knowledge: memory },
		async send(body: unknown) {
			const [status, field, message] = judge(Object(body));
			return toResponse(status, field ? { errors: [{ field, message }] } : {});
		},
	};
	const { repairs = [] } = (await learnBody(lesson)) ?? {};
	const build = (body: unknown) => ({
		...{ method: "POST", path: "/tasks", body: JSON.stringify(body) },
	});
	return {
		repairs,
		alternatives: await learnAlternatives({ ...lesson, repairs }, build),
	};
}

test("each value that a rejection names is learnt with what it requires", async () => {
	const { alternatives, repairs } = await learn(({ task, book, bookId }) => {
		if (!["add", "lend", "sell"].includes(`${task}`))
			return [400, "task", "must be one of add, lend, sell"];
		if (task === "add")
			return typeof Object(book).title === "string"
				? [200]
				: [400, book ? "book.title" : "book", "is required"];
		if (bookId === undefined) return [400, "bookId", "is required"];
		return BOOKS.some(({ id }) => id === bookId) ? [200] : [404];
	});
	const required = alternatives.map((each) => [
		each.value,
		...each.required.map(({ name }) => name),
	]);
	expect(required).toEqual([
		["lend", "bookId"],
		["sell", "bookId"],
	]);
	const learnt = { repairs, alternatives, isAccepted: true };
	const exchange = {
		...{ request: { method: "POST", path: "/tasks" } },
		...{ response: toResponse(200, {}), body: { task: "add" } },
	};
	expect(
		describeRequiring({ at: [], name: "book" }, { ...learnt, exchange }),
	).toBe(' with task "add"');
	expect(
		describeRequiring({ at: [], name: "task" }, { ...learnt, exchange }),
	).toBe("");
});

test("another value is tried with another record than the accepted body names", async () => {
	const changed = new Set<unknown>();
	const { alternatives, repairs } = await learn(({ task, bookId }) => {
		if (!["lend", "sell"].includes(`${task}`))
			return [400, "task", "must be one of lend, sell"];
		if (!BOOKS.some(({ id }) => id === bookId))
			return [400, "bookId", "is no book"];
		if (changed.has(bookId)) return [409];
		if (task === "sell") changed.add(bookId);
		return [200];
	});
	expect(alternatives.map(({ value }) => value)).toEqual(["sell"]);
	const id = repairs.find(({ name }) => name === "bookId");
	expect(id?.kind === "set" && changed.has(id.make(undefined))).toBe(false);
});

test("values are made of the words of records in the form of the known ones", () => {
	const memory = createMemory();
	const trail = [{ action: "book.added" }, { action: "shelf.moved" }];
	memory.note(toResponse(200, { items: BOOKS }), "/books");
	memory.note(toResponse(200, { items: trail }), "/trail");
	memory.note(toResponse(409, { error: "The book is reserved" }));
	expect(memory.known()).toEqual(
		expect.arrayContaining(["book.add", "book.move", "book.reserve"]),
	);
});
