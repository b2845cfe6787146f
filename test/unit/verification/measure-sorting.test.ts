import { expect, test } from "vitest";
import { learnConditions } from "../../../src/verification/learning/lists/learn-conditions.ts";
import { received } from "../../support/received.ts";

type Row = Readonly<Record<string, unknown>>;

const NAMES = ["lid", "jar", "Tin", "cup", "pot", "mug"];

/** Returns records, the oldest first. */
const createRows = (): Row[] =>
	NAMES.map((name, index) => ({
		...{ id: index * 2, at: `2026-03-0${index + 1}T00:00:00Z`, name },
		kind: "vessel",
	}));

const compare = (a: unknown, b: unknown): number =>
	String(a).localeCompare(String(b), "en", { numeric: true });

/** Returns the records in the order of a property. */
const sortBy = (rows: readonly Row[], name: string, isDown = false): Row[] => {
	const sorted = rows.toSorted((a, b) => compare(a[name], b[name]));
	return isDown ? sorted.reverse() : sorted;
};

/**
 * Learns what a list says of sorting.
 * @param respond returns records, or the text of a rejection
 */
async function learn(
	respond: (
		parameters: URLSearchParams,
		rows: readonly Row[],
	) => readonly Row[] | string,
): Promise<{ seen: string[]; requests: number }> {
	const rows = createRows();
	let requests = 0;
	const sent = new Set<string>();
	const { seen } = await learnConditions({
		...{ isInQuery: true, renamed: new Map(), wrappers: [], findings: [] },
		conditions: [
			{ name: "limit", role: "limit" },
			{ name: "cursor", role: "cursor" },
		],
		isDocumented: () => true,
		async write() {
			sent.clear();
			const at = `2026-04-01T00:00:00.${100 + rows.length}Z`;
			rows.push({ id: rows.length * 2, at, name: "box", kind: "vessel" });
		},
		async send({ query = "" }) {
			// A request that is sent again does not count.
			if (!sent.has(query)) requests += 1;
			sent.add(query);
			const parameters = new URLSearchParams(query);
			const found = respond(parameters, rows);
			const start = Number(parameters.get("skip") ?? 0);
			const size = Number(parameters.get("take") ?? 20);
			const [status, body] =
				typeof found === "string"
					? [400, { detail: found, at: `/rows${query}` }]
					: [200, { rows: found.slice(start, start + size), skip: start }];
			return {
				request: { method: "GET", path: `/rows${query}` },
				response: received(status, JSON.stringify(body)),
			};
		},
	});
	return {
		requests,
		seen: seen
			.filter(({ actual }) => /sorts|another one/.test(actual))
			.map(({ where = "", actual }) => `${where} ${actual}`.trim()),
	};
}

const SORTABLE = ["at", "id", "name"];
const SHIFTED = "a record again, if another one is created between two pages";

test("a name that rejects values is found by what the rejection repeats", async () => {
	const { seen, requests } = await learn((parameters, rows) => {
		const [property = "", direction] = parameters.get("sort")?.split(",") ?? [];
		if (!parameters.has("sort")) return rows;
		if (!SORTABLE.includes(property)) return `No order by ${property}`;
		return sortBy(rows, property, direction === "desc");
	});
	expect(seen).toEqual([
		"request query sort sorts by at, id, name; others are rejected with 400 (No order by …)",
		"request query sort sorts ascending with sort=at, descending with sort=at,desc",
		`${SHIFTED} with sort=at,desc`,
	]);
	expect(requests).toBeLessThan(51);
});

test("a name that rejects values is found if the rejection does not tell which", async () => {
	const { seen } = await learn((parameters, rows) => {
		const order = parameters.get("orderBy");
		if (order === null) return rows;
		return SORTABLE.includes(order)
			? sortBy(rows, order, parameters.get("sortOrder") === "desc")
			: "Invalid";
	});
	expect(seen).toEqual([
		"request query orderBy sorts by at, id, name; others are rejected with 400",
		"request query orderBy sorts ascending with orderBy=at, descending with orderBy=at&sortOrder=desc",
		`${SHIFTED} with orderBy=at&sortOrder=desc`,
	]);
});

test("a name may take only a direction", async () => {
	const { seen } = await learn((parameters, rows) => {
		const order = parameters.get("order") ?? "desc";
		return ["asc", "desc"].includes(order)
			? sortBy(rows, "at", order === "desc")
			: "order is wrong";
	});
	expect(seen).toEqual([
		SHIFTED,
		'request query order sorts by at: "asc", or "desc", which is the default; others are rejected with 400 (order is wrong)',
	]);
	const silent = await learn((parameters, rows) =>
		sortBy(rows, "at", parameters.get("dir") === "desc"),
	);
	expect(silent.seen).toEqual([
		'request query dir sorts by at: "asc", which is the default, or "desc"',
	]);
});

test("a name that ignores values is found by its effect", async () => {
	const { seen } = await learn((parameters, rows) => {
		const value = parameters.get("ordering") ?? "";
		const property = value.replace("-", "");
		return SORTABLE.includes(property)
			? sortBy(rows, property, value.startsWith("-"))
			: rows;
	});
	expect(seen.slice(0, 2)).toEqual([
		"request query ordering sorts by name, at, id",
		"request query ordering sorts ascending with ordering=name, descending with ordering=-name",
	]);
});

test("the only name that a service does not reject as unknown sorts by the listed values", async () => {
	const { seen } = await learn((parameters, rows) => {
		const names = ["take", "skip", "sort"];
		const said = [...parameters.keys()]
			.filter((each) => !names.includes(each))
			.map((each) => `"${each}" is not allowed`);
		const order = parameters.get("sort") ?? "at";
		const isTaken = ["at", "-at"].includes(order);
		if (!isTaken) said.unshift('"sort" must be one of [at, -at]');
		return said.length > 0
			? said.join("\n")
			: sortBy(rows, "at", order.startsWith("-"));
	});
	expect(seen).toContain(
		"request query sort sorts ascending with sort=at, descending with sort=-at",
	);
});

test("a property may sort in descending order by itself, and in ascending order with another name", async () => {
	const { seen } = await learn((parameters, rows) => {
		const [order = "at", direction = "desc"] = ["sort", "direction"].map(
			(each) => parameters.get(each) ?? undefined,
		);
		if (!SORTABLE.includes(order)) return "sort is invalid";
		return ["asc", "desc"].includes(direction)
			? sortBy(rows, order, direction === "desc")
			: "direction is invalid";
	});
	expect(seen).toContain(
		"request query sort sorts ascending with sort=at&direction=asc, descending with sort=at",
	);
});

test("records in the usual order of each property are sorted in the other direction", async () => {
	const { seen } = await learn((parameters, rows) => {
		const [property = "", direction] = parameters.get("sort")?.split(",") ?? [];
		const some = rows.map(({ id, at }) => ({ id, at, kind: "vessel" }));
		return ["at", "id"].includes(property)
			? sortBy(some, property, direction === "desc")
			: some;
	});
	expect(seen).toEqual([
		"request query sort sorts by at, id",
		"request query sort sorts ascending with sort=at, descending with sort=at,desc",
		`${SHIFTED} with sort=at,desc`,
	]);
});

test("a list without an order is asked a few times", async () => {
	const { seen, requests } = await learn((_, rows) => rows);
	expect(seen.filter((each) => each.includes("sorts"))).toEqual([]);
	expect(requests).toBeLessThan(43);
	const strict = await learn((parameters, rows) =>
		[...parameters.keys()].every((each) => ["take", "skip"].includes(each))
			? rows
			: "Invalid",
	);
	expect(strict.seen.filter((each) => each.includes("sorts"))).toEqual([]);
	expect(strict.requests).toBeLessThan(112);
});
