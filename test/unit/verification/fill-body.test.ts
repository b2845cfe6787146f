import { describe, expect, test } from "vitest";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;
/** Returns the status and the body of a rejection; undefined for a body that it accepts. */
type Service = (body: Body) => readonly [number, unknown] | undefined;

const ID = "0b9d2f5c-6a43-4f0e-9b1d-7c5e8a2f6d31";
const BOOKS = [
	{ id: ID, title: "Dune", isLent: true, lentAt: null, shelf: "Upper" },
	{
		id: "8a2f6d31-6a43-4f0e-9b1d-0b9d2f5c7c5e",
		...{ title: "Emma", isLent: true, lentAt: null, shelf: "Upper" },
	},
];

/** Lets a service teach how it takes a task about a book, and returns the accepted body. */
async function learn(service: Service, books: readonly Body[] = BOOKS) {
	const memory = createMemory();
	memory.note(received(200, { items: books }), "/books");
	let requests = 0;
	const documented = () => ({ task: "book.move", notes: { why: "x" } });
	const learnt = await learnBody({
		...{ createBody: documented, wrappers: ["task", "data"], repairs: [] },
		codes: {
			names: new Set(["message", "error", "errors", "detail", "code"]),
			...{ texts: new Set<string>(), places: new Set<string>() },
		},
		...{ path: "/tasks", knowledge: memory },
		async send(body) {
			if (++requests > 200) return undefined;
			const [status, rejection] = service(Object(body)) ?? [201, {}];
			return received(status, rejection);
		},
	});
	return learnt?.isAccepted
		? applyRepairs(documented(), learnt.repairs)
		: undefined;
}

const VERBS = ["lend", "return"];
const isVerb = (value: unknown): boolean => VERBS.includes(String(value));

describe("learns a body with the id of a record and one of a few words", () => {
	const SERVICES: Readonly<Record<string, Service>> = {
		"told by objects with a path and codes": ({ verb, bookId }) => {
			const issues = [
				...(isVerb(verb) ? [] : [{ path: ["verb"], options: VERBS }]),
				...(bookId === ID ? [] : [{ path: ["bookId"], rule: "uuid" }]),
			];
			return issues.length > 0 ? [422, { issues }] : undefined;
		},
		"told one after another in plain text": ({ verb, book }) => {
			if (verb === undefined) return [400, "verb is absent\n"];
			if (!isVerb(verb)) return [400, `no verb "${verb}", try lend|return\n`];
			if (book === undefined) return [400, "book is absent\n"];
			return book === ID ? undefined : [404, "book not found\n"];
		},
		"told in sentences about each property, with unknown ones": (body) => {
			const message = [
				...Object.keys(body)
					.filter((name) => name !== "verb" && name !== "bookId")
					.map((name) => `no property ${name} is foreseen here`),
				...(isVerb(body.verb)
					? []
					: ["verb has to be one of these values: lend, return"]),
				...(body.bookId === ID ? [] : ["bookId has to be a UUID"]),
			];
			return message.length > 0 ? [400, { message }] : undefined;
		},
		"told by the type of the value only": ({ verb, bookId }) => {
			if (verb !== undefined && !isVerb(verb))
				return [
					400,
					{
						message: `cannot read "${verb}" as com.books.Verb, accepted for class: [lend, return]`,
					},
				];
			const errors = [
				...(verb === undefined ? ["verb"] : []),
				...(bookId === undefined ? ["bookId"] : []),
			].map((field) => ({ field, message: "has to be given" }));
			if (errors.length > 0) return [400, { errors }];
			return bookId === ID ? undefined : [404, { message: "Nothing there" }];
		},
		"inside objects that it requires": ({ task, subject }) => {
			const { kind, id } = Object(subject);
			const error = (at: string, text: string) =>
				[400, { field: at, message: `${at} ${text}` }] as const;
			if (!isVerb(task)) return error("task", "has to be lend or return");
			if (typeof subject !== "object")
				return error("subject", "has to be an object");
			if (kind !== "book") return error("subject.kind", "has to be 'book'");
			return id === ID ? undefined : error("subject.id", "names no record");
		},
	};
	test.each(Object.entries(SERVICES))("%s", async (_, service) => {
		const accepted = await learn(service);
		expect(accepted).toBeDefined();
		expect(service(Object(accepted))).toBeUndefined();
	});
});

test("tries the words in the names of records if a rejection lists none", async () => {
	const accepted = await learn(({ verb, bookId }) => {
		const errors = {
			...(verb === "LentBook" ? {} : { verb: ["is no valid choice"] }),
			...(bookId === ID ? {} : { bookId: ["is no valid id"] }),
		};
		return Object.keys(errors).length > 0 ? [400, { errors }] : undefined;
	});
	expect(accepted).toMatchObject({ verb: "LentBook", bookId: ID });
});

test("takes the required choice for the documented text that the service ignores", async () => {
	const accepted = await learn(({ verb }) =>
		isVerb(verb)
			? undefined
			: [400, { errors: [{ field: "verb", message: "lend or return only" }] }],
	);
	expect(accepted).toEqual({ verb: "lend", notes: { why: "x" } });
});

test("a new name is not right because the service then rejects without a word", async () => {
	// A framework that cannot read a value says nothing of what is missing.
	const accepted = await learn(({ notes, label }) => {
		if (typeof label === "object") return [400, ""];
		const errors = [
			...(label === undefined ? ["label"] : []),
			...(notes === undefined ? ["notes"] : []),
		].map((field) => ({ field, message: "must not be blank" }));
		return errors.length > 0 ? [400, { errors }] : undefined;
	});
	expect(accepted).toMatchObject({ notes: { why: "x" } });
	expect(typeof Object(accepted).label).toBe("string");
});

test("the word that the service shows takes the place of its position", async () => {
	const accepted = await learn(
		({ verb }) => {
			const word = VERBS.find((each, index) => each === verb || index === verb);
			if (verb === undefined)
				return [400, { errors: [{ field: "verb", message: "must be given" }] }];
			return word === undefined ? [400, ""] : [201, { id: 7, verb: word }];
		},
		[{ title: "Dune" }, { title: "Emma" }],
	);
	expect(accepted).toMatchObject({ verb: "return" });
});

test("an id is also tried as a number or as a text", async () => {
	const books = [
		{ id: 7, title: "Dune" },
		{ id: 6, title: "Emma" },
	];
	const accepted = await learn(
		({ book }) =>
			book === "7" ? undefined : [400, { errors: { book: ["is no book"] } }],
		books,
	);
	expect(accepted).toMatchObject({ book: "7" });
});

test("takes a word that a record accepts again, although the first one changed its state", async () => {
	const words = ["lend", "read"];
	const books = [..."abcdef"].map((each) => ({ id: `${each}${ID.slice(1)}` }));
	const lent = new Set<unknown>();
	const accepted = await learn(({ verb, bookId }) => {
		const issues = [
			...(words.includes(`${verb}`)
				? []
				: [{ path: ["verb"], options: words }]),
			...(books.some(({ id }) => id === bookId)
				? []
				: [{ path: ["bookId"], rule: "uuid" }]),
		];
		if (issues.length > 0) return [422, { issues }];
		if ((verb === "lend") === lent.has(bookId))
			return [
				409,
				{ message: `This book is${verb === "lend" ? "" : " not"} lent` },
			];
		lent.add(bookId);
		return undefined;
	}, books);
	expect(accepted).toMatchObject({ verb: "read" });
	expect(lent).toContain(Object(accepted).bookId);
});

test("the words that records have below a name are remembered by path", () => {
	const memory = createMemory();
	const shelves = ["upper", "lower", "no shelf"];
	const books = shelves.map((shelf, id) => ({ id, shelf }));
	memory.note(received(200, { items: books }), "/books?page=1");
	memory.note(received(200, { items: [{ shelf: "other" }] }), "/tasks");
	expect(memory.shown("/books", "shelf")).toEqual(["upper", "lower"]);
	expect(memory.shown("/books", "id")).toEqual([]);
});

/** Returns loans as JSON:API resources, which name their books in inner objects. */
const toLoans = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		attributes: { state: "open", days: { bookId: `b${index}` } },
		...{ id: `loan-${index}`, type: "loans" },
	}));

test("the id of a record is that around its other properties", () => {
	const memory = createMemory();
	const books = Array.from({ length: 6 }, (_, index) => ({
		...{ attributes: { shelf: "upper" }, id: `b${index}` },
	}));
	memory.note(received(200, { data: books }), "/books");
	for (const data of toLoans(6)) memory.note(received(201, { data }), "/loans");
	expect(memory.take("b0", "")).toMatch(/^b[1-5]$/);
	expect(memory.isRecord("loan-0")).toBe(true);
	expect(memory.isRecord("upper")).toBe(false);
});

test("of several collections with the same ids, the one counts that the property names", () => {
	const memory = createMemory();
	const list = (path: string, ids: readonly number[]) =>
		memory.note(
			received(200, { items: ids.map((id) => ({ id, note: `${id}` })) }),
			path,
		);
	list("/books", [1, 2, 3, 4, 5]);
	list("/loans", [1, 11, 12, 13, 14, 15, 16]);
	expect(memory.fresh(1, "bookId")).toBe(5);
	expect(memory.fresh(1, "loanId")).toBe(16);
	expect(memory.isRecord(11, "loan")).toBe(true);
	expect(memory.isRecord(11, "days")).toBe(false);
	expect(memory.isRecord(17, "loan")).toBe(false);
});

test("the records that are left are counted, and another one follows a conflict", () => {
	const memory = createMemory();
	const books = Array.from({ length: 6 }, (_, index) => ({ id: `b${index}` }));
	memory.note(received(200, { books }), "/books");
	expect(memory.left).toBe(Infinity);
	memory.take("b0", "bookId");
	expect(memory.left).toBe(5);
	memory.note(received(201, {}), "/loans", { bookId: "b3" });
	expect(memory.left).toBe(4);
	expect(memory.current("b0", "bookId")).toBe("b0");
	memory.note(received(409, {}), "/loans", { bookId: "b0" });
	expect(memory.current("b0", "bookId")).toBe("b5");
});

test("has the name that stands at a place of its own, also if the service ignores the case of names", async () => {
	const accepted = await learn((body) => {
		const names = Object.keys(body).map((each) => each.toLowerCase());
		const text = "Key 'Loan.Shelf' failed on the 'required' tag";
		return names.includes("shelf")
			? undefined
			: [400, { errors: [{ field: "shelf", text }] }];
	});
	expect(Object.keys(Object(accepted))).toContain("shelf");
});
