import { expect, test } from "vitest";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { describeRejection } from "../../../src/verification/learning/rejections/describe-rejection.ts";
import { readTrial } from "../../../src/verification/learning/rejections/read-trial.ts";
import {
	object,
	respond,
	TEXT,
	takes,
	withOperation,
} from "../../support/openapi.ts";
import { received } from "../../support/received.ts";
import { write } from "../behaviors/write-document.ts";

/** Judges the rejection of a request for which success is documented. */
async function judge(sent: object, rejection: object) {
	const book = object({ title: TEXT });
	const paths = { "/books": { post: { ...takes(book), ...respond(book) } } };
	const file = await write({ "api.json": { ...withOperation({}), paths } });
	const headers = { "content-type": "application/json" };
	const { deviations } = judgeResponse((await loadDocument(file)).describe(), {
		target: "POST /books",
		request: {
			...{ method: "POST", path: "/books", headers },
			body: Buffer.from(JSON.stringify(sent)),
		},
		response: received(422, JSON.stringify(rejection), headers),
		status: 200,
	});
	return deviations.map(({ actual }) => actual);
}

test("the reason of a rejection is told without the values of the request", async () => {
	const sent = { title: "Emma", tags: ["old", "novel"] };
	expect(
		await judge(sent, { detail: "Emma is taken, for old Emmas." }),
	).toEqual(["422 (… is taken, for … Emmas.)"]);
	expect(await judge(sent, { detail: "Bad", field: "/title" })).toEqual([
		"422 (Bad), which rejects title",
	]);
});

test("the reason of a rejection that repeats a long request is told", async () => {
	const tags = Array.from({ length: 60_000 }, (_, index) => `tag${index}x`);
	const detail = `No: ${JSON.stringify(tags)}`;
	const [actual] = await judge({ title: "Emma", tags }, { detail });
	expect(actual).toMatch(/^422 \(No: \["…",.{50,60}\)$/);
});

test("the reason of a rejection that repeats a text of the request very often is told", async () => {
	const tags = Array.from({ length: 300_000 }, () => "xyz");
	const detail = `x${"xyz".repeat(333)}x`;
	const [actual] = await judge({ title: "Emma", tags }, { detail });
	expect(actual).toBe(`422 (${detail.slice(0, 60)})`);
});

test("the rejected property of very many is told", async () => {
	const names = Array.from({ length: 60_000 }, (_, index) => `name${index}`);
	const sent = Object.fromEntries(names.map((name) => [name, name]));
	const fields = names.map((name) => `other ${name}`);
	const [actual] = await judge(sent, {
		...{ detail: "Bad", fields: [...fields, "/name59999"] },
	});
	expect(actual).toBe("422 (Bad), which rejects name59999");
});

test("the reason of a rejection with very many texts in each other is told", async () => {
	const texts = `${"[".repeat(450)}${Array(300_000).fill('""')}${"]".repeat(450)}`;
	const tags: unknown = JSON.parse(texts);
	const [actual] = await judge(
		{ title: "Emma", tags },
		{ detail: "Bad", tags },
	);
	expect(actual).toBe("422 (Bad)");
});

test.each([
	["an object", { name: "Emma", tags: [{ kind: "old" }] }],
	[
		"an object with a default",
		{ name: "Emma", tags: [{ kind: "old" }], pages: 0 },
	],
	["a text", '{"name":"Emma","tags":[{"kind":"old"}]}'],
])("a request that the rejection repeats as %s is no reason", (_, value) => {
	const body = JSON.stringify({ name: "Emma", tags: [{ kind: "old" }] });
	const response = received(422, JSON.stringify({ title: [{ value }] }));
	expect(describeRejection({ request: { body }, response })).toBe("422");
});

test("a rejection does not repeat a body without properties", () => {
	const response = received(422, '{"why":"Bad"}');
	expect(readTrial([], { title: undefined }, response).text).toContain("Bad");
});
