import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import {
	array,
	may,
	NUMBER,
	respond,
	role,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";
import { loadContent } from "./write-document.ts";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
	vi.useRealTimers();
});

const ID = role("record.id", NUMBER);
const EVENT = may({
	id: ID,
	at: role("event.createdAt", TEXT),
	what: role("event.action", TEXT),
});
const TRAIL = may({
	total: role("page.total", NUMBER),
	events: role("page.items", array(EVENT)),
});

const createCreation = (name: string, delayMs?: number) => ({
	post: {
		operationId: `create-${name}`,
		"x-audit": {
			action: `${name} added`,
			...(delayMs !== undefined && { delayMs }),
		},
		...respond(may({ id: ID })),
	},
});

/** Books are in the audit trail late, and shelves at once. */
const createDocument = (delayMs: number, order: string) =>
	withPaths({
		"/books": createCreation("book", delayMs),
		"/shelves": createCreation("shelf"),
		"/trail": {
			get: { operationId: "listTrail", "x-order": order, ...respond(TRAIL) },
		},
	});

async function createClient(
	delayMs: number,
	clock?: string,
	order = "newest first",
) {
	const content = createDocument(delayMs, order);
	const document = await loadContent(content);
	const mock = createMock({
		document,
		dataset: "empty",
		...(clock && { clock }),
	});
	const send = async (path: string, method = "GET") => {
		const request = new Request(`http://books.test${path}`, { method });
		return (await mock.fetch(request)).json();
	};
	return {
		mock,
		create: (path: string) => send(path, "POST"),
		async find(): Promise<[number, string[]]> {
			const { events, total } = await send("/trail");
			return [total, events.map(({ what }: { what: string }) => what)];
		},
	};
}

test.each(["newest first", "oldest first"])(
	"a write with a delay is in the audit trail that much later, and others at once, %s",
	async (order) => {
		const { create, find, mock } = await createClient(500, "system", order);
		await create("/books");
		await create("/shelves");
		expect(await find()).toEqual([1, ["shelf added"]]);
		expect((await mock.control.state()).trail).toHaveLength(2);
		vi.setSystemTime(Date.now() + 499);
		expect(await find()).toEqual([1, ["shelf added"]]);
		vi.setSystemTime(Date.now() + 1);
		const all = ["shelf added", "book added"];
		const shown = order === "newest first" ? all : all.toReversed();
		expect(await find()).toEqual([2, shown]);
	},
);

test("with a fixed clock, time passes with each write, and goes back with a snapshot", async () => {
	const { create, find, mock } = await createClient(2);
	await create("/books");
	expect(await find()).toEqual([0, []]);
	const snapshot = await mock.control.snapshot();
	await create("/shelves");
	expect(await find()).toEqual([2, ["shelf added", "book added"]]);
	await mock.control.restore(snapshot);
	expect(await find()).toEqual([0, []]);
});

test("a delay of 0 delays nothing", async () => {
	const { create, find } = await createClient(0);
	await create("/books");
	expect(await find()).toEqual([1, ["book added"]]);
});
