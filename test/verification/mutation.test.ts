import { describe, expect, test } from "vitest";
import { contract as shipped } from "../../contracts/contract.ts";
import { operations } from "../../contracts/generated/operations.ts";
import type { Answer, Send } from "../../src/verification/contract.ts";
import { catalogue } from "../../src/verification/mutation/catalogue.ts";
import type {
	Exchange,
	Mutation,
} from "../../src/verification/mutation/mutation.ts";
import { planMutants } from "../../src/verification/mutation/plan.ts";
import { judgeSurvivor } from "../../src/verification/mutation/verdict.ts";

const contract = { ...shipped, pact: "" };
const { createZap, listZaps, searchAudit, getMetrics } = operations;

const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
const TIME = "2026-01-01T00:00:00.000Z";
const zap = (name: string) => ({
	id: `zap_${ULID}`,
	name,
	createdAt: TIME,
});

const answerOf = (
	status: number,
	body: unknown,
	contentType = "application/json",
): Answer => ({
	status,
	headers: { "content-type": contentType },
	body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

const created: Exchange = {
	target: createZap.id,
	request: {
		method: createZap.method,
		path: createZap.path,
		headers: { "content-type": "application/json" },
		body: '{"name":"A","colour":"red"}',
	},
	answer: answerOf(createZap.success, { ...zap("A"), colour: "red" }),
};

const listed: Exchange = {
	target: listZaps.id,
	request: { method: "GET", path: `${listZaps.path}?limit=2&cursor=c1` },
	answer: answerOf(listZaps.success, {
		items: [zap("B"), zap("A")],
		nextCursor: "c2",
	}),
};

const searched: Exchange = {
	target: searchAudit.id,
	request: {
		method: searchAudit.method,
		path: searchAudit.path,
		headers: { "content-type": "application/json", "content-length": "99" },
		body: '{"text":"word","limit":2}',
	},
	answer: answerOf(searchAudit.success, { items: [], nextCursor: null }),
};

const refused: Exchange = {
	target: createZap.id,
	request: { ...created.request, body: '{"name":""}' },
	answer: answerOf(
		createZap.problems.invalid,
		{
			type: "about:blank",
			title: "Bad Request",
			status: createZap.problems.invalid,
			detail: "The request is not valid in one place.",
			errors: [{ pointer: "/name", detail: "must not be empty" }],
		},
		"application/problem+json",
	),
};

const exposed: Exchange = {
	target: getMetrics.id,
	request: { method: getMetrics.method, path: getMetrics.path },
	answer: answerOf(
		getMetrics.success,
		'# TYPE zaps gauge\nzaps 20\n# TYPE commands_total counter\ncommands_total{a="{"} 3 1700000000000\n',
		getMetrics.answers[200].mediaType,
	),
};

const unasked: Send = () => Promise.reject(new Error("asked"));

const mutationsOf = (exchange: Exchange): Mutation[] =>
	catalogue.flatMap((kind) => kind(exchange, contract));

function find(exchange: Exchange, name: string, where: string): Mutation {
	const found = mutationsOf(exchange).find(
		(each) => each.name === name && each.where === where,
	);
	if (!found) throw new Error(`there is no "${name}" at ${where}`);
	return found;
}

async function mutated(
	exchange: Exchange,
	name: string,
	where: string,
	send: Send = unasked,
): Promise<Answer> {
	const answer = await find(exchange, name, where).mutate(exchange, send);
	if (!answer) throw new Error("it changed nothing");
	return answer;
}

const bodyOf = ({ body }: Answer): unknown => JSON.parse(body.toString());

describe("of a body's structure", () => {
	test.each([
		["drop a member", "$.colour", zap("A")],
		["null it", "$.id", { ...zap("A"), id: null, colour: "red" }],
		["null it", "$", null],
		[
			"change its type: string to number",
			"$.name",
			{ ...zap("A"), name: 5, colour: "red" },
		],
		["change its type: object to array", "$", [{ ...zap("A"), colour: "red" }]],
		[
			"rename its case: with underscores",
			"$.createdAt",
			{ id: `zap_${ULID}`, name: "A", colour: "red", created_at: TIME },
		],
		[
			"put the body in an envelope",
			"$",
			{ data: { ...zap("A"), colour: "red" } },
		],
		["change its value", "$.colour", { ...zap("A"), colour: "redx" }],
		[
			"break its format: an id without its prefix",
			"$.id",
			{ ...zap("A"), id: ULID, colour: "red" },
		],
		[
			"break its format: a time without a zone",
			"$.createdAt",
			{ ...zap("A"), createdAt: TIME.slice(0, -1), colour: "red" },
		],
		[
			"break its format: seconds since the epoch",
			"$.createdAt",
			{ ...zap("A"), createdAt: Date.parse(TIME) / 1000, colour: "red" },
		],
	])("%s at %s", async (name, where, expected) => {
		expect(bodyOf(await mutated(created, name, where))).toEqual(expected);
	});

	test("changes a number to a numeric string", async () => {
		const answer = await mutated(
			refused,
			"change its type: number to numeric string",
			"$.status",
		);
		expect(bodyOf(answer)).toMatchObject({ status: "400" });
	});

	test("changes the last item only, which a contract may not look at", async () => {
		const answer = await mutated(listed, "drop a member", "$.items[*].name");
		expect(bodyOf(answer)).toMatchObject({ items: [{ name: "B" }, {}] });
		expect(bodyOf(answer)).not.toHaveProperty("items[1].name");
	});

	test("changes no value that is fixed neither by the document nor by the request", () => {
		expect(() => find(refused, "change its value", "$.title")).toThrow();
	});

	test("leaves out members that are neither described nor as sent", () => {
		const answer = answerOf(createZap.success, { ...zap("A"), trace: "x1y2" });
		expect(() =>
			find({ ...created, answer }, "drop a member", "$.trace"),
		).toThrow();
	});
});

describe("of an array and a page", () => {
	test.each([
		[
			"add one bad item at the end",
			"$.items",
			{ items: [zap("B"), zap("A"), {}], nextCursor: "c2" },
		],
		["empty an array", "$.items", { items: [], nextCursor: "c2" }],
		[
			"reverse a page",
			"$.items",
			{ items: [zap("A"), zap("B")], nextCursor: "c2" },
		],
		[
			"repeat an item of a page",
			"$.items",
			{ items: [zap("B"), zap("B")], nextCursor: "c2" },
		],
		[
			"lose the last item of a page",
			"$.items",
			{ items: [zap("B")], nextCursor: "c2" },
		],
		[
			"return the same cursor for ever",
			"$.nextCursor",
			{ items: [zap("B"), zap("A")], nextCursor: "c1" },
		],
		[
			"end after the first page",
			"$.nextCursor",
			{ items: [zap("B"), zap("A")], nextCursor: null },
		],
	])("%s", async (name, where, expected) => {
		expect(bodyOf(await mutated(listed, name, where))).toEqual(expected);
	});

	test.each([
		["ignore the limit: limit", "request.limit", listed, "?cursor=c1"],
		["repeat the first page: cursor", "request.cursor", listed, "?limit=2"],
	])("%s", async (name, where, exchange, query) => {
		const paths: string[] = [];
		await mutated(exchange, name, where, async ({ path }) => {
			paths.push(path);
			return exchange.answer;
		});
		expect(paths).toEqual([`${listZaps.path}${query}`]);
	});

	test("ignores a filter before the provider sees it, with a length that fits", async () => {
		const requests: unknown[] = [];
		await mutated(
			searched,
			"ignore a filter: text",
			"request.text",
			async ({ body, headers }) => {
				requests.push([body, headers]);
				return searched.answer;
			},
		);
		expect(requests).toEqual([
			['{"limit":2}', { "content-type": "application/json" }],
		]);
	});
});

describe("of the status and the content type", () => {
	test("swaps the status within and across its class", async () => {
		const names = mutationsOf(created)
			.filter(({ where }) => where === "status")
			.map(({ name }) => name);
		expect(names).toContain("swap the status within its class: 201 to 200");
		expect(names).toContain("swap the status across classes: 201 to 400");
		expect(names).toContain("swap the status across classes: 201 to 500");
		expect(names.join()).not.toMatch(/to (401|403|429)/);
	});

	test.each([
		["drop the content type", undefined],
		["change the content type: text/plain", "text/plain"],
	])("%s", async (name, expected) => {
		const answer = await mutated(created, name, "header content-type");
		expect(answer.headers["content-type"]).toBe(expected);
		expect(answer.body).toEqual(created.answer.body);
	});

	test("turns a problem into HTML or plain JSON", async () => {
		const where = "header content-type";
		const page = await mutated(refused, "turn a problem into HTML", where);
		expect(page.headers["content-type"]).toBe("text/html");
		expect(page.body.toString()).toMatch(/^<!doctype html>/);
		const name = "turn a problem into plain JSON";
		const named = await mutated(refused, `${name}: in name`, where);
		expect(named.headers["content-type"]).toBe("application/json");
		const other = await mutated(refused, `${name}: in content`, where);
		expect(bodyOf(other)).not.toHaveProperty("title");
	});

	test("answers an error with the success of a valid request", async () => {
		const requests: unknown[] = [];
		const answer = await mutated(
			refused,
			"answer an error with success and store it",
			"status",
			async ({ body }) => {
				requests.push(JSON.parse(String(body)));
				return created.answer;
			},
		);
		expect(requests).toEqual([createZap.example.body]);
		expect(answer).toBe(created.answer);
	});
});

describe("of a text", () => {
	test("truncates it", async () => {
		const { body } = await mutated(created, "truncate the body", "$");
		expect(() => JSON.parse(body.toString())).toThrow();
	});

	test.each([
		[
			"break one line of the metrics: a value in words",
			"zaps",
			"\nzaps many\n",
		],
		[
			"break one line of the metrics: a value in words",
			"commands_total",
			'\ncommands_total{a="{"} many 1700000000000\n',
		],
		[
			"break one line of the metrics: the same series again",
			"zaps",
			"\nzaps 20\nzaps 20\n",
		],
		["change the type of a metric family", "zaps", "# TYPE zaps counter\n"],
		["set a metric family to 0", "commands_total", '{"} 0 1700000000000\n'],
	])("%s: %s", async (name, family, expected) => {
		const { body } = await mutated(exposed, name, family);
		expect(body.toString()).toContain(expected);
		expect(body.toString()).not.toBe(exposed.answer.body.toString());
	});

	test("drops a metric family", async () => {
		const { body } = await mutated(exposed, "drop a metric family", "zaps");
		expect(body.toString()).not.toContain("zaps");
	});
});

describe("the plan", () => {
	const check = `${createZap.id}: with members of its own`;

	test("has each mutation once for an operation and a status, with the checks that could tell", () => {
		const mutants = planMutants(
			[
				{ ...created, check },
				{ ...created, check: `${listZaps.id}: the first page` },
				{ ...refused, check: `${createZap.id}: with an empty name` },
			],
			contract,
		);
		const keys = mutants.map(
			({ target, status, mutation: { name, where } }) =>
				`${target} ${status} ${name} ${where}`,
		);
		expect(new Set(keys).size).toBe(keys.length);
		const ofSuccess = mutants.filter(({ status }) => status === 201);
		expect(ofSuccess.length).toBeGreaterThan(0);
		for (const { checks } of ofSuccess) expect([...checks]).toEqual([check]);
	});

	test("keeps to the operations asked for", () => {
		const mutants = planMutants([{ ...created, check }, listed], contract, [
			listZaps.id,
		]);
		expect(new Set(mutants.map(({ target }) => target))).toEqual(
			new Set([listZaps.id]),
		);
	});
});

describe("a survivor", () => {
	const changedOf = (exchange: Exchange, answer: Answer) => ({
		tried: 1,
		changed: [{ ...exchange, answer }],
	});
	const judged = async (exchange: Exchange, name: string, where: string) => {
		const mutation = find(exchange, name, where);
		const { target, answer } = exchange;
		return judgeSurvivor(
			{ target, status: answer.status, mutation, checks: new Set() },
			changedOf(exchange, await mutated(exchange, name, where)),
			contract,
		).kind;
	};

	test("is equivalent where the document's validators accept the whole exchange", async () => {
		expect(
			await judged(refused, "break its format: an empty text", "$.type"),
		).toBe("equivalent");
	});

	test.each([
		["whose body they refuse", created, "drop a member", "$.id"],
		[
			"whose status is not listed",
			created,
			"swap the status within its class: 201 to 200",
			"status",
		],
		[
			"whose request is of another status",
			refused,
			"swap the status within its class: 400 to 415",
			"status",
		],
		[
			"whose content type they refuse",
			created,
			"drop the content type",
			"header content-type",
		],
		["whose meaning they cannot see", listed, "reverse a page", "$.items"],
		["which is not what was sent", created, "drop a member", "$.colour"],
	])("is not equivalent %s", async (_, exchange, name, where) => {
		expect(await judged(exchange, name, where)).toBe("survived");
	});

	test("of another meaning is equivalent only where nothing came out otherwise", () => {
		const mutation = find(listed, "reverse a page", "$.items");
		const mutant = {
			target: listZaps.id,
			status: 200,
			mutation,
			checks: new Set<string>(),
		};
		const judge = (tried: number) =>
			judgeSurvivor(mutant, { tried, changed: [] }, contract).kind;
		expect(judge(1)).toBe("equivalent");
		expect(judge(0)).toBe("survived");
	});
});
