import fc from "fast-check";
import { expect, test } from "vitest";
import { child, isNode, type Node } from "../../contracts/generate/document.ts";
import { createMock } from "../../src/index.ts";
import { readAnswer } from "./answers.ts";
import { MAX_LIMIT, paged, readPages } from "./paging.ts";
import { type Parts, toRequest } from "./parts.ts";
import { parseExposition } from "./prometheus.ts";
import { document, operations } from "./requests.ts";

const RUNS = 300;
const { resolve } = document;

/** Both as JSON text, which tells apart what the members of objects inherit and what they own. */
function expectSame(received: unknown, sent: unknown): void {
	expect(JSON.stringify(received)).toBe(JSON.stringify(sent));
}

const ownMember = (value: Node, name: string): unknown =>
	Object.hasOwn(value, name) ? value[name] : undefined;

/** Counts the members that came back as sent, having checked that no other came back. */
function expectEcho(
	request: Node,
	response: Node,
	sent: unknown,
	received: unknown,
): number {
	if (Array.isArray(sent) && Array.isArray(received)) {
		expect(received).toHaveLength(sent.length);
		const items = [
			resolve(child(request, "items")),
			resolve(child(response, "items")),
		] as const;
		return sent.reduce<number>(
			(echoed, item, index) =>
				echoed + expectEcho(...items, item, received[index]),
			0,
		);
	}
	if (!isNode(sent) || !isNode(received) || !isNode(response.properties)) {
		expectSame(received, sent);
		return 1;
	}
	const [asked, answered] = [
		child(request, "properties"),
		child(response, "properties"),
	];
	const keepsOthers =
		isNode(request.additionalProperties) &&
		isNode(response.additionalProperties);
	const isKept = (name: string): boolean =>
		keepsOthers ||
		(Object.hasOwn(asked, name) && Object.hasOwn(answered, name));
	const kept = Object.keys(sent).filter(isKept);
	expect(
		Object.keys(received)
			.filter((name) => !Object.hasOwn(answered, name))
			.sort(),
	).toEqual(kept.filter((name) => !Object.hasOwn(answered, name)).sort());
	return kept.reduce(
		(echoed, name) =>
			echoed +
			expectEcho(
				resolve(child(asked, name)),
				resolve(child(answered, name)),
				ownMember(sent, name),
				ownMember(received, name),
			),
		0,
	);
}

test.each(operations)(
	"every valid request of $id is answered with $success, as the document describes it",
	async ({ id, success, valid }) => {
		const mock = createMock();
		let seen = 0;
		const property = fc.asyncProperty(valid, async (parts) => {
			const { status, body } = await readAnswer(
				id,
				await mock.fetch(toRequest(parts)),
			);
			expect(status).toBe(success);
			if (typeof body === "string")
				expect(() => parseExposition(body)).not.toThrow();
			seen += 1;
		});
		await fc.assert(property, { numRuns: RUNS });
		expect(seen).toBeGreaterThanOrEqual(100);
	},
);

const echoing = operations.filter(({ schemas: { request, response } }) =>
	Object.keys(child(request, "properties")).some((name) =>
		Object.hasOwn(child(response, "properties"), name),
	),
);

test.each(echoing)(
	"$id gives back what was sent as it was sent, and nothing of what it ignores",
	async ({ id, valid, schemas }) => {
		const mock = createMock({ dataset: "empty" });
		let echoed = 0;
		const property = fc.asyncProperty(valid, async (parts) => {
			const { body } = await readAnswer(id, await mock.fetch(toRequest(parts)));
			echoed += expectEcho(
				schemas.request,
				schemas.response,
				JSON.parse(parts.body ?? ""),
				body,
			);
		});
		await fc.assert(property, { numRuns: RUNS });
		expect(echoed).toBeGreaterThanOrEqual(RUNS);
	},
);

test("what is created and accepted comes back as sent", () => {
	expect(echoing.map(({ id }) => id).sort()).toEqual([
		"createZap",
		"submitCommand",
		"submitPipeline",
	]);
});

test.each(operations.filter(({ method }) => method === "GET"))(
	"HEAD is answered as $id is, without a body",
	async ({ id, success, valid }) => {
		const mock = createMock();
		const property = fc.asyncProperty(valid, async (parts) => {
			const head = await mock.fetch(toRequest({ ...parts, method: "HEAD" }));
			const get = await mock.fetch(toRequest(parts));
			expect(head.status).toBe(success);
			expect(head.body).toBeNull();
			expect(head.headers.get("content-type")).toBe(
				get.headers.get("content-type"),
			);
			await readAnswer(id, get);
		});
		await fc.assert(property, { numRuns: 30 });
	},
);

test.each(operations.filter(({ method }) => method === "GET"))(
	"$id takes what follows # for no part of the request",
	async ({ id, success, valid }) => {
		const mock = createMock();
		const property = fc.asyncProperty(
			valid,
			fc.constantFrom("#", "#top", "#?limit=0", "#&limit=0", "#/../x"),
			async (parts, fragment) => {
				const { status } = await readAnswer(
					id,
					await mock.fetch(new Request(toRequest(parts).url + fragment)),
				);
				expect(status).toBe(success);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	},
);

const limit = fc.option(fc.integer({ min: 1, max: MAX_LIMIT }), {
	nil: undefined,
});

test.each(paged)(
	"$id accepts every cursor it issued, and leads through all items once",
	async (operation) => {
		const mock = createMock();
		const send = async (parts: Parts) =>
			readAnswer(operation.id, await mock.fetch(toRequest(parts)));
		const readIds = async (
			limits: (number | undefined)[],
		): Promise<unknown[]> => {
			const ids: unknown[] = [];
			for await (const { items, nextCursor, limit } of readPages(
				send,
				operation,
				limits,
			)) {
				expect(items.length).toBeLessThanOrEqual(limit);
				if (nextCursor !== null) expect(items).toHaveLength(limit);
				ids.push(...items.map(({ id }) => id));
			}
			return ids;
		};
		const all = await readIds([MAX_LIMIT]);
		expect(new Set(all).size).toBe(all.length);
		expect(all.length).toBeGreaterThanOrEqual(20);
		const property = fc.asyncProperty(
			fc.array(limit, { minLength: 1 }),
			async (limits) => {
				expect(await readIds(limits)).toEqual(all);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	},
);
