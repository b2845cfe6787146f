import fc from "fast-check";
import { expect, test } from "vitest";
import {
	child,
	isNode,
	type Node,
} from "../../../contracts/generate/document.ts";
import { createMock } from "../../../src/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { document, operations } from "./requests/operation-requests.ts";
import {
	MAX_LIMIT,
	pagedOperations,
	readPages,
} from "./requests/read-pages.ts";
import { type RequestParts, toRequest } from "./requests/request-parts.ts";
import { parseResponse } from "./responses/parsed-response.ts";

const RUNS = countRuns(300);
const { resolve } = document;

/** Compares JSON texts, because `toEqual` does not distinguish an own `__proto__` from the prototype. */
function expectSameJson(received: unknown, sent: unknown): void {
	expect(JSON.stringify(received)).toBe(JSON.stringify(sent));
}

const readOwnProperty = (value: Node, name: string): unknown =>
	Object.hasOwn(value, name) ? value[name] : undefined;

/** Expects the response to repeat the properties of the request that it should and no others, and counts them. */
function expectEchoed(
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
				echoed + expectEchoed(...items, item, received[index]),
			0,
		);
	}
	if (!isNode(sent) || !isNode(received) || !isNode(response.properties)) {
		expectSameJson(received, sent);
		return 1;
	}
	const [requestProperties, responseProperties] = [
		child(request, "properties"),
		child(response, "properties"),
	];
	const echoesUnknown =
		isNode(request.additionalProperties) &&
		isNode(response.additionalProperties);
	const isEchoed = (name: string): boolean =>
		echoesUnknown ||
		(Object.hasOwn(requestProperties, name) &&
			Object.hasOwn(responseProperties, name));
	const echoedNames = Object.keys(sent).filter(isEchoed);
	expect(
		Object.keys(received)
			.filter((name) => !Object.hasOwn(responseProperties, name))
			.sort(),
	).toEqual(
		echoedNames
			.filter((name) => !Object.hasOwn(responseProperties, name))
			.sort(),
	);
	return echoedNames.reduce(
		(echoed, name) =>
			echoed +
			expectEchoed(
				resolve(child(requestProperties, name)),
				resolve(child(responseProperties, name)),
				readOwnProperty(sent, name),
				readOwnProperty(received, name),
			),
		0,
	);
}

test.each(operations)(
	"$id responds to every valid request with $successStatus, as the OpenAPI document describes",
	async ({ id, successStatus, valid }) => {
		const mock = createMock();
		let runs = 0;
		const property = fc.asyncProperty(valid, async (parts) => {
			const { status } = await parseResponse(
				id,
				await mock.fetch(toRequest(parts)),
			);
			expect(status).toBe(successStatus);
			runs += 1;
		});
		await fc.assert(property, { numRuns: RUNS });
		expect(runs).toBeGreaterThanOrEqual(RUNS / 3);
	},
);

const echoingOperations = operations.filter(
	({ schemas: { request, response } }) =>
		Object.keys(child(request, "properties")).some((name) =>
			Object.hasOwn(child(response, "properties"), name),
		),
);

test.each(echoingOperations)(
	"$id returns the sent values unchanged, without ignored properties",
	async ({ id, valid, schemas }) => {
		const mock = createMock({ dataset: "empty" });
		let echoed = 0;
		const property = fc.asyncProperty(valid, async (parts) => {
			const { body } = await parseResponse(
				id,
				await mock.fetch(toRequest(parts)),
			);
			echoed += expectEchoed(
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

test("the operations that create resources return the sent values", () => {
	expect(echoingOperations.map(({ id }) => id).sort()).toEqual([
		"createZap",
		"submitCommand",
		"submitPipeline",
	]);
});

test.each(operations.filter(({ method }) => method === "GET"))(
	"HEAD gets the status and content type of $id without a body",
	async ({ id, successStatus, valid }) => {
		const mock = createMock();
		const property = fc.asyncProperty(valid, async (parts) => {
			const head = await mock.fetch(toRequest({ ...parts, method: "HEAD" }));
			const get = await mock.fetch(toRequest(parts));
			expect(head.status).toBe(successStatus);
			expect(head.body).toBeNull();
			expect(head.headers.get("content-type")).toBe(
				get.headers.get("content-type"),
			);
			await parseResponse(id, get);
		});
		await fc.assert(property, { numRuns: 30 });
	},
);

test.each(operations.filter(({ method }) => method === "GET"))(
	"$id ignores the URL fragment",
	async ({ id, successStatus, valid }) => {
		const mock = createMock();
		const property = fc.asyncProperty(
			valid,
			fc.constantFrom("#", "#top", "#?limit=0", "#&limit=0", "#/../x"),
			async (parts, fragment) => {
				const { status } = await parseResponse(
					id,
					await mock.fetch(new Request(toRequest(parts).url + fragment)),
				);
				expect(status).toBe(successStatus);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	},
);

const limit = fc.option(fc.integer({ min: 1, max: MAX_LIMIT }), {
	nil: undefined,
});

test.each(pagedOperations)(
	"$id accepts every cursor that it issued and returns each item once",
	async (operation) => {
		const mock = createMock();
		const send = async (parts: RequestParts) =>
			parseResponse(operation.id, await mock.fetch(toRequest(parts)));
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
