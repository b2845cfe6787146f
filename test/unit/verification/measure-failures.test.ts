import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import { uniqueWord } from "../../../src/values/unique-word.ts";
import {
	measureItemFailure,
	measureLacking,
} from "../../../src/verification/learning/effects/measure-failures.ts";
import {
	measureRejected,
	measureRepeated,
} from "../../../src/verification/learning/effects/measure-traces.ts";
import type { Acting } from "../../../src/verification/learning/effects/record-actor.ts";

interface Item {
	readonly verb: string;
	readonly bookId: number;
}
type Service = (
	items: readonly Item[],
	lend: (item: Item) => boolean,
) => readonly [number, unknown];

/** Measures a service that lends several books at once. */
async function measureBatch(
	service: Service,
	measure: (acting: Acting) => Promise<unknown>,
	createItems: (item: Item) => unknown = (item) => ({ batch: [item, item] }),
	recorded?: string,
): Promise<string[]> {
	const books = Array.from({ length: 30 }, (_, index) => ({
		...{ id: index + 1, state: "free" },
	}));
	const trail: unknown[] = [];
	let next = books.length;
	const lend = ({ verb, bookId }: Item): boolean => {
		const book = books.find(({ id }) => id === bookId);
		trail.unshift({ about: bookId, what: book ? "lent" : "not.lent", verb });
		if (book && verb === "lend") book.state = "lent";
		return book !== undefined;
	};
	const acting: Acting = {
		...{ at: [], rules: [], recorded },
		create: () => createItems({ verb: "touch", bookId: 9 }),
		build: (body) => ({
			...{ method: "POST", path: "/batches", body: JSON.stringify(body) },
		}),
		async tryRequest(request) {
			const sent = Object(tryParseJson(`${request.body}`));
			const [status, body] = service(sent.batch ?? [sent], lend);
			const text = Buffer.from(JSON.stringify(body));
			const response = { status, headers: {}, body: text };
			return { request, response, isTaken: status < 300 };
		},
		source: {
			readRecords: async () => books.map((each) => ({ ...each })),
			readTrails: async () =>
				new Map([["listTrail", trail.map((each) => Object(each))]]),
			newest: () => ({ id: 100, state: "free" }),
			isRecord: (value, name) =>
				name === "bookId" && books.some(({ id }) => id === value),
			fresh: () => books[--next]?.id,
		},
	};
	await measure(acting);
	return acting.rules.map(
		({ at, where, expected, actual }) =>
			`${where ?? at.join(".")}: ${expected} > ${actual}`,
	);
}

const measureItems = (acting: Acting) =>
	measureItemFailure(acting, new Map([["verb", { changing: ["lend"] }]]));

let batches = 0;

test("tells what becomes of the items before and after one that fails", async () => {
	const rules = await measureBatch((items, lend) => {
		let isWhole = true;
		const results = items.map((item) => {
			const { bookId } = item;
			if (!isWhole) return { serial: null, bookId, state: "skipped" };
			isWhole = lend(item);
			return isWhole
				? { serial: ++batches, bookId, state: "done" }
				: { serial: ++batches, bookId, state: "failed", why: `no ${bookId}` };
		});
		const state = isWhole ? "done" : "failed";
		return [200, { batch: { serial: ++batches, state }, results }];
	}, measureItems);
	expect(rules).toEqual([
		'batch: leaves no record > leaves 3 records of listTrail: 3 with what "lent", verb the verb of an item of the request',
		"batch: rejects all items if one fails > takes them with 200, although one names no record",
		'$.batch.state: "done" > "failed" if one item fails',
		"$.results[*].serial: as if all succeed > null of one after one that fails",
		'$.results[*].state: as if all succeed > "failed" of one that fails, "skipped" of one after it',
		'$.results[*].why: as if all succeed > "no …" of one that fails',
		"batch: executes all items or none > executes those before one that fails, but not those after it",
		'batch: leaves no record of an item that fails > leaves 2 records of listTrail: one with what "not.lent", verb the verb of an item of the request; one with what "lent", verb the verb of an item of the request',
	]);
});

test("tells what becomes of items of which one lacks what it needs", async () => {
	const rules = await measureBatch(
		(items) => {
			const failed = items.findIndex(({ bookId }) => bookId === undefined);
			const results = items.map((_, index) => {
				if (failed < 0 || index < failed) return { state: "done", why: null };
				return index === failed
					? { state: "failed", why: "A book is needed." }
					: { state: "skipped", why: null };
			});
			return [201, { state: failed < 0 ? "done" : "failed", results }];
		},
		(acting) =>
			measureLacking(acting, {
				...{ kind: "set", at: ["batch", "*"], name: "bookId" },
				make: () => 9,
			}),
	);
	expect(rules).toEqual([
		"batch: rejects all items if one fails > takes them with 201, although one lacks bookId",
		'$.state: "done" > "failed" if one item fails',
		'$.results[*].state: as if all succeed > "failed" of one that fails, "skipped" of one after it',
		'$.results[*].why: as if all succeed > "A book is needed." of one that fails',
	]);
});

test("tells what becomes of items of which one has what lets it fail", async () => {
	const rules = await measureBatch(
		(items) => {
			const isWhole = items.every((each) => !("mood" in Object(each).with));
			return [201, { state: isWhole ? "done" : "failed" }];
		},
		(acting) =>
			measureLacking(acting, {
				...{ kind: "remove", at: ["batch", "*", "with"], name: "mood" },
				documented: "blue",
			}),
		(item) => ({ batch: [{ ...item, with: {} }] }),
	);
	expect(rules).toEqual([
		"batch: rejects all items if one fails > takes them with 201, although one has mood",
		'$.state: "done" > "failed" if one item fails',
	]);
});

test("items whose texts must differ get different ones", async () => {
	const rules = await measureBatch(
		(items, lend) => {
			const labels = new Set(items.map((each) => Object(each).label));
			if (labels.size < items.length) return [422, "labels are not unique"];
			return [200, items.map(lend).map((done) => ({ done }))];
		},
		measureItems,
		(item) => ({ batch: [{ ...item, label: uniqueWord() }] }),
	);
	expect(rules).toContain(
		"batch: rejects all items if one fails > takes them with 200, although one names no record",
	);
});

test("tells that all items are rejected, and what the first ones did all the same", async () => {
	const reject: Service = (items, lend) =>
		items.every(lend) ? [200, {}] : [404, { message: "Not all are there" }];
	expect(await measureBatch(reject, measureItems)).toEqual([
		'batch: leaves no record > leaves 3 records of listTrail: 3 with what "lent", verb the verb of an item of the request',
		"batch: takes items of which one names no record > rejects all with 404 if one names no record (Not all are there)",
		"batch: executes all items or none > executes those before one that fails, but not those after it",
		'batch: leaves no record of a request that it rejects with 404 > leaves 2 records of listTrail: one with what "not.lent", verb the verb of an item of the request; one with what "lent", verb the verb of an item of the request',
	]);
	const check: Service = (items, lend) =>
		items.every(({ bookId }) => bookId <= 30) && items.every(lend)
			? [200, {}]
			: [404, {}];
	expect(await measureBatch(check, measureItems)).toEqual([
		'batch: leaves no record > leaves 3 records of listTrail: 3 with what "lent", verb the verb of an item of the request',
		"batch: takes items of which one names no record > rejects all with 404 if one names no record",
	]);
});

test("tells what becomes of items if one fails because of the state of its record", async () => {
	const lent = new Set<number>();
	const rules = await measureBatch(
		(items, lend) => {
			if (items.some(({ bookId }) => bookId > 30)) return [400, {}];
			let isWhole = true;
			const results = items.map((item) => {
				if (!isWhole) return { state: "skipped" };
				const isFree = !lent.has(item.bookId) && lend(item);
				lent.add(item.bookId);
				isWhole &&= isFree;
				return { state: isFree ? "done" : "failed" };
			});
			return [200, { state: isWhole ? "done" : "failed", results }];
		},
		(acting) =>
			measureItemFailure(
				acting,
				new Map([["verb", { changing: ["lend"], failing: ["lend", "lend"] }]]),
			),
	);
	expect(rules.filter((each) => !each.includes("listTrail"))).toEqual([
		"batch: takes items of which one names no record > rejects all with 400 if one names no record",
		'batch: rejects all items if one fails > takes them with 200, although one fails after "lend" for the same record',
		'$.state: "done" > "failed" if one item fails',
		'$.results[*].state: as if all succeed > "failed" of one that fails, "skipped" of one after it',
		"batch: executes all items or none > executes those before one that fails, but not those after it",
	]);
});

test("tells which record a rejected request leaves", async () => {
	const one: Service = (items, lend) =>
		items.every(lend) ? [200, {}] : [404, {}];
	expect(await measureBatch(one, measureRejected, (item) => item)).toEqual([
		': leaves no record of a request that it rejects with 404 > leaves a record of listTrail with what "not.lent", verb the verb of the request',
	]);
	const isItem = (acting: Acting) => measureItemFailure(acting, new Map());
	expect(await measureBatch(one, isItem, (item) => item)).toEqual([]);
});

test("tells which record a request leaves, unless it is the documented one, and that of a conflict", async () => {
	const repeat = (recorded?: string) => {
		let count = 0;
		const service: Service = (items, lend) =>
			count++ < 1 && items.every(lend) ? [201, {}] : [409, {}];
		const createItem = (item: Item) => item;
		return measureBatch(service, measureRepeated, createItem, recorded);
	};
	expect(await repeat()).toEqual([
		': leaves no record > leaves a record of listTrail with what "lent", verb the verb of the request',
	]);
	expect(await repeat("lent")).toEqual([]);
	expect(await repeat("book.lent")).toEqual([
		': leaves a record with "book.lent" > leaves a record of listTrail with what "lent", verb the verb of the request',
	]);
});

test("a documented record is not told, although an item fails", async () => {
	const service: Service = () => [200, {}];
	const trail: unknown[] = [];
	const measure = (acting: Acting) =>
		measureItemFailure(
			{
				...acting,
				recorded: "batch.sent",
				tryRequest(request) {
					trail.unshift({ what: "batch.sent" });
					return acting.tryRequest(request);
				},
				source: {
					...acting.source,
					readTrails: async () =>
						new Map([
							["listTrail", trail.map((each, id) => ({ ...Object(each), id }))],
						]),
				},
			},
			new Map(),
		);
	expect(await measureBatch(service, measure)).toEqual([
		"batch: rejects all items if one fails > takes them with 200, although one names no record",
	]);
});

test("does not say which item a record is about if no record says so", async () => {
	const rules = await measureBatch((items, lend) => {
		for (const item of items) lend({ ...item, bookId: 0 });
		return [200, { results: items.map(() => ({ state: "done" })) }];
	}, measureItems);
	expect(rules[0]).toContain("leaves 3 records");
	expect(rules.join()).not.toContain("for the whole");
});
