import { expect, test } from "vitest";
import { learnExample } from "../../../src/verification/learning/bodies/learn-example.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;

/** Learns from an example, and returns the documented body with what the service requires. */
async function learn(
	takes: (body: Body) => boolean,
	example: unknown,
	knowledge = createMemory(),
) {
	const createBody = () => ({ verb: "read", note: "Any" });
	const learnt = await learnExample(
		{
			...{ createBody, wrappers: [], repairs: [], knowledge },
			async send(body) {
				const status = takes(Object(body)) ? 201 : 400;
				const text = status === 400 ? "This is not what I want" : "";
				return received(status, text);
			},
		},
		example,
	);
	return learnt && applyRepairs(createBody(), learnt.repairs);
}

test("an example shows the words that no rejection names, and what is not required is left out", async () => {
	const takes = ({ verb, kind, note }: Body): boolean =>
		verb === "LEND" && kind === "NOVEL" && note === undefined;
	const example = { verb: "LEND", kind: "NOVEL", pages: 7 };
	expect(await learn(takes, example)).toEqual({ verb: "LEND", kind: "NOVEL" });
});

test("what the objects of an example do not need is left out", async () => {
	const takes = ({ cover, pages }: Body): boolean =>
		Object(cover).kind === "HARD" && Object([pages].flat()[0]).of === 7;
	const example = {
		cover: { kind: "HARD", paint: { of: "red" } },
		pages: [{ of: 7, size: "A4" }],
	};
	expect(await learn(takes, example)).toEqual({
		...{ cover: { kind: "HARD" }, pages: [{ of: 7 }] },
		...{ verb: "read", note: "Any" },
	});
});

test("an example that the service rejects teaches nothing", async () => {
	expect(await learn(() => false, { verb: "LEND" })).toBeUndefined();
});

test("an object around all properties is found in another way", async () => {
	expect(await learn(() => true, { book: { verb: "LEND" } })).toBeUndefined();
});

test.each(["note", "title"])(
	"the example may have created a record already, whose %s is unique",
	async (name) => {
		const own = "The first one";
		const takes = ({ kind, ...body }: Body): boolean =>
			kind === "NOVEL" && typeof body[name] === "string" && body[name] !== own;
		const learnt = await learn(takes, { kind: "NOVEL", [name]: own });
		expect(learnt).toMatchObject({ kind: "NOVEL", [name]: expect.any(String) });
	},
);

test("an example that the service takes only once for each record names another one each time", async () => {
	const memory = createMemory();
	const books = Array.from({ length: 9 }, (_, id) => ({ id, pages: id }));
	memory.note(received(200, { books }), "/books");
	const lent = new Set<unknown>();
	const takes = ({ verb, bookId, pages }: Body): boolean => {
		const isTaken = verb === "LEND" && pages === 2 && !lent.has(bookId);
		if (isTaken) lent.add(bookId);
		return isTaken && Number(bookId) < books.length;
	};
	const example = { verb: "LEND", bookId: 1, pages: 2, note: "Any" };
	const learnt = await learn(takes, example, memory);
	expect(learnt).toMatchObject({ verb: "LEND", pages: 2 });
	expect(lent).not.toContain(Object(learnt).bookId);
});

test.each([
	["texts", "4f0d2a36-77c1", "9b1e5c20-13aa"],
	["numbers", 2, 4711],
])(
	"an invented id in an example becomes that of a known record, if ids are %s",
	async (_, id, invented) => {
		const memory = createMemory();
		const other = typeof id === "number" ? 3 : "0a7c11de-90f2";
		const books = [id, other].map((each) => ({ id: each, pages: 300 }));
		memory.note(received(200, { books }), "/books");
		const takes = ({ bookId, pages }: Body): boolean =>
			[id, other].includes(bookId as typeof id) && pages === 2023;
		const learnt = await learn(
			takes,
			{ bookId: invented, pages: 2023 },
			memory,
		);
		expect(learnt).toMatchObject({ pages: 2023 });
	},
);
