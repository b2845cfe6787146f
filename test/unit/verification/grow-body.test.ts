import { expect, test } from "vitest";
import { growBody } from "../../../src/verification/learning/bodies/grow-body.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;

/** Grows a body for a service that rejects with a text or JSON. Returns it, and whether the service accepts it. */
async function grow(
	judge: (body: Body) => unknown,
	records: readonly Body[] = [],
) {
	const knowledge = createMemory();
	knowledge.note(received(200, { items: records }), "/shelves");
	let requests = 0;
	const body = await growBody({
		createBody: () => ({ title: "Dune" }),
		...{ wrappers: ["book"], knowledge, repairs: [] },
		async send(sent) {
			requests += 1;
			const said = judge(Object(sent));
			return said === undefined ? received(201, {}) : received(400, said);
		},
	});
	return { body, requests, isAccepted: judge(Object(body)) === undefined };
}

const isText = (value: unknown): boolean => typeof value === "string";

test("a body grows from errors that repeat it in the notation of a language", async () => {
	const repeat = (body: Body): string =>
		`{${Object.entries(body)
			.map(([name, each]) => `'${name}': ${isText(each) ? `'${each}'` : "{}"}`)
			.join(", ")}}`;
	const { isAccepted } = await grow((body) => {
		const lacks = ["shelf", "row"].find((name) => !(name in body));
		if (lacks) return `1 error\n${lacks}\n  missing [input=${repeat(body)}]`;
		const wrong = ["shelf", "row"].find((name) => !isText(body[name]));
		return wrong && `1 error\n${wrong}\n  no text [input=${repeat(body)}]`;
	});
	expect(isAccepted).toBe(true);
});

test("a word of a list is tried if the service says the same of a missing property", async () => {
	const { body } = await grow(({ color }) =>
		color === "red" || color === "blue"
			? undefined
			: "color: expected one of red|blue",
	);
	expect(body).toEqual({ color: "red" });
});

test("an object is filled although the service says the same of it while it is empty", async () => {
	const { isAccepted } = await grow(({ shelf }) => {
		if (shelf !== undefined && (typeof shelf !== "object" || !shelf))
			return "cannot put a scalar into shelf";
		return isText(Object(shelf).row) ? undefined : "shelf: no row";
	});
	expect(isAccepted).toBe(true);
});

test("a value that the service rejects unlike others is taken, with a number that it names", async () => {
	const { body } = await grow(({ pages }) => {
		if (pages === undefined) return "pages?";
		if (typeof pages !== "number") return "pages has to be numeric, as usual";
		return pages >= 7 ? undefined : "pages starts at 7";
	});
	expect(body).toEqual({ pages: 7 });
});

test("names in capital letters and in words are tried in the spelling of properties", async () => {
	const { isAccepted } = await grow(({ page_size, shelf_id }) => {
		if (page_size === undefined) return "Page size can't be blank";
		return shelf_id === undefined ? "ShelfID: required" : undefined;
	});
	expect(isAccepted).toBe(true);
});

test("the id of a record is tried for a name that the rejection has in another form", async () => {
	const shelves = ["a", "b", "c"].map((each) => ({
		id: `0b9d2f5c-6a43-4f0e-9b1d-7c5e8a2f6d3${each}`,
		row: each,
	}));
	const { body } = await grow(({ shelf_id }) => {
		if (shelf_id === undefined) return "Shelf can't be blank";
		return shelves.some(({ id }) => id === shelf_id)
			? undefined
			: "Shelf is nothing that we have";
	}, shelves);
	expect(shelves.map(({ id }) => id)).toContain(Object(body).shelf_id);
});

test("names that a service rejects as unknown are not tried again", async () => {
	const { isAccepted, requests } = await grow((body) => {
		const unknown = Object.keys(body).filter((each) => each !== "shelf");
		if (unknown.length > 0)
			return unknown.map((property_name) => ({
				property_name,
				why: "not known",
			}));
		return isText(body.shelf)
			? undefined
			: "before we can do what you wish, in all modesty, tell us its shelf";
	});
	expect(isAccepted).toBe(true);
	expect(requests).toBeLessThan(10);
});
