import { expect, test } from "vitest";
import { isObject, tryParseJson } from "../../../src/values/json.ts";
import { learnBodies } from "../../../src/verification/learning/bodies/learn-bodies.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { followRecords } from "../../../src/verification/learning/share-repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";
import { contract, operationOf } from "../../support/shipped-contract.ts";

type Asking = Parameters<typeof learnBodies>[0];
type Body = Readonly<Record<string, unknown>>;

/** Learns the bodies of commands and pipelines of a service that says what a body lacks. */
async function learn(
	lacks: (path: string, body: Body) => string | undefined,
	first = received(422, { detail: "No" }),
	targets: readonly string[] = ["submitCommand", "submitPipeline"],
	run: (body: Body) => Body = () => ({}),
) {
	const observations = targets.map((target) => ({
		...{ target, status: 202, isArrangement: false, response: first },
		request: { method: "POST", path: operationOf(target).path },
	}));
	const bodies: Asking["bodies"] = new Map();
	let sent = 0;
	let restocked = 0;
	await learnBodies({
		...{ contract, memory: createMemory(), examples: undefined, bodies },
		stock: {
			async restock() {
				restocked += 1;
			},
		},
		...{ requests: new Map(), mediaTypes: new Map() },
		signal: new AbortController().signal,
		observer: { observations } as unknown as Asking["observer"],
		async send(request) {
			if (request.method === "POST") sent += 1;
			const body: unknown = tryParseJson(`${request.body}`);
			const detail = isObject(body) ? lacks(request.path, body) : "no object";
			return detail === undefined
				? received(202, run(Object(body)))
				: received(422, { detail });
		},
	});
	expect(restocked).toBe(sent);
	const listRepairs = (id: string) =>
		bodies.get(id)?.repairs.map(({ kind, name }) => `${kind} ${name}`);
	return { listRepairs, sent };
}

test("what only another operation requires is left out", async () => {
	const lack = (body: Body, ...names: readonly string[]) =>
		names
			.filter((name) => !(name in body))
			.map((name) => `'${name}' is required`)[0];
	const command = operationOf("submitCommand").path;
	const { listRepairs } = await learn((path, body) =>
		path === command
			? lack(body, "command", "target")
			: (lack(body, "steps") ??
				lack(Object(Object(body.steps)[0]), "command") ??
				lack(body, "label")),
	);
	expect(listRepairs("submitCommand")).toEqual(["set target"]);
	expect(listRepairs("submitPipeline")).toEqual(["set label"]);
	const other = await learn((path, body) =>
		path === command
			? lack(body, "command", "target")
			: lack(Object(Object(body.steps)[0]), "command"),
	);
	expect(other.listRepairs("submitPipeline") ?? []).toEqual([]);
});

const FAILED = { state: "failed", errors: { format: ["Unknown field."] } };
const failed = received(202, FAILED);

test("what lets an accepted request fail is left out, although no request was rejected", async () => {
	const hasFormat = (body: Body) => JSON.stringify(body).includes('"format"');
	const learnFailed = (target: string) =>
		learn(
			() => undefined,
			failed,
			[target],
			(body) => (hasFormat(body) ? FAILED : {}),
		);
	const { listRepairs } = await learnFailed("submitPipeline");
	expect(listRepairs("submitPipeline")).toEqual(["remove format"]);
	// A search may find records of what failed.
	expect((await learnFailed("searchAudit")).sent).toBe(0);
});

test("items that need what another body requires are not learnt again", async () => {
	const command = operationOf("submitCommand").path;
	const lacksTarget = (body: Body) => !("target" in body);
	const { listRepairs, sent } = await learn(
		(path, body) =>
			(path === command ? ["command", "target"] : ["steps"])
				.filter((name) => !(name in body))
				.map((name) => `'${name}' is required`)[0],
		undefined,
		undefined,
		({ steps = [] }) =>
			Object(steps).some(lacksTarget)
				? { state: "failed", errors: { target: ["Missing."] } }
				: {},
	);
	expect(listRepairs("submitCommand")).toEqual(["set target"]);
	expect(sent).toBeLessThan(40);
});

test("a number is no record if its name is not that of an id, although a record has this id", () => {
	const memory = createMemory();
	const books = Array.from({ length: 6 }, (_, index) => ({ id: index + 1 }));
	memory.note(received(200, { books }), "/books");
	const repairs = ["bookId", "pages"].map((name) => ({
		...({ kind: "set", at: [], name } as const),
		make: () => 1,
	}));
	const exchange = {
		...{ body: {}, response: received(201, {}) },
		request: { method: "POST", path: "/loans" },
	};
	const bodies = new Map([["lend", { repairs, exchange, isAccepted: true }]]);
	followRecords(bodies, memory);
	const make = () => applyRepairs({}, bodies.get("lend")?.repairs ?? []);
	expect(make()).toEqual({ bookId: 1, pages: 1 });
	memory.note(received(409, {}), "/loans", { bookId: 1, pages: 1 });
	expect(make()).toEqual({ bookId: 6, pages: 1 });
});
