import { expect, test } from "vitest";
import { learnBody } from "../../../src/verification/learning/bodies/learn-body.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

/** Rejects a task about a book, with a place and a sentence. Titles are unique. */
const createService = () => {
	const titles = new Set<unknown>(["Dune"]);
	return (body: unknown): [status: number, rejection?: unknown] => {
		const { task, book } = Object(body);
		const { title, shelf } = Object(book);
		const reject = (field: string, message: string) =>
			[400, { errors: [{ field, message }] }] as [number, unknown];
		if (task !== "add") return reject("task", "must be one of add, drop");
		if (typeof book !== "object") return reject("book", "must be an object");
		if (typeof title !== "string") return reject("book.title", "is required");
		if (shelf !== "upper" && shelf !== "lower")
			return reject("book.shelf", "must be one of upper, lower");
		if (titles.has(title)) return [409, { error: `There is a "${title}"` }];
		titles.add(title);
		return [201];
	};
};

/** Lets the service teach how it takes a task, and returns the statuses of bodies that it gets then. */
async function learn(known: readonly unknown[]) {
	const judge = createService();
	const documented = () => ({ task: "book.add" });
	const learnt = await learnBody({
		...{ createBody: documented, wrappers: ["task"], repairs: [] },
		knowledge: {
			...createMemory(),
			seen: (name) => (name === "book" ? known : []),
		},
		async send(body) {
			const [status, rejection = {}] = judge(body);
			const text = JSON.stringify(rejection);
			return received(status, text);
		},
	});
	const send = () => judge(applyRepairs(documented(), learnt?.repairs ?? []));
	return [send(), send(), send()].map(([status]) => status);
}

test("an object that another operation has sent gets new words in each body", async () => {
	const written = { title: "understudyabcdefghij", shelf: "upper" };
	expect(await learn([written])).toEqual([201, 201, 201]);
});
