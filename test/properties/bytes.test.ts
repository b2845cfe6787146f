import fc from "fast-check";
import { expect, test } from "vitest";
import {
	limits,
	operations as specs,
	unmatchedResponses,
} from "../../contracts/generated/operations.ts";
import { createMock } from "../../src/index.ts";
import { answered, kept } from "./any-answer.ts";
import {
	bytes,
	contentType,
	fragment,
	method,
	mutation,
	path,
	query,
} from "./noise.ts";
import { toRequest } from "./parts.ts";
import { operations } from "./requests.ts";
import { operationNamed } from "./stage.ts";

const ORIGIN = "http://zaps.test";
const { unknownPath, undefinedMethod } = unmatchedResponses;
const bodied = operations.filter(({ schemas }) => "type" in schemas.request);

/** The methods defined for exactly this path, by the document. */
const methodsOf = (exact: string): string[] =>
	operations
		.filter((operation) => operation.path === exact)
		.flatMap(({ method: defined }) =>
			defined === "GET" ? ["GET", "HEAD"] : [defined],
		);

function isJson(body: Uint8Array): boolean {
	try {
		JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		return true;
	} catch {
		return false;
	}
}

test("whatever is sent to whatever path, the answer is no failure and says what it rests on", async () => {
	const mock = createMock();
	const seen = new Set<number>();
	const property = fc.asyncProperty(
		path,
		query,
		fragment,
		method,
		contentType,
		bytes,
		async (where, sought, part, verb, type, body) => {
			const request = new Request(`${ORIGIN}${where}${sought}${part}`, {
				method: verb,
				headers: type === null ? {} : { "content-type": type },
				...(!/^(get|head)$/i.test(verb) && { body }),
			});
			const status = await answered(mock, request);
			const methods = methodsOf(new URL(request.url).pathname);
			expect(status === unknownPath.status).toBe(methods.length === 0);
			expect(status === undefinedMethod.status).toBe(
				methods.length > 0 && !methods.includes(request.method),
			);
			seen.add(status);
		},
	);
	await fc.assert(property, { numRuns: 1500 });
	const { problems } = specs.submitCommand;
	const { invalid, unsupportedMedia } = problems;
	for (const status of [
		specs.listZaps.success,
		invalid,
		unsupportedMedia,
		unknownPath.status,
		undefinedMethod.status,
	])
		expect(seen).toContain(status);
});

test.each(bodied)(
	"$id refuses bytes that are no JSON, and keeps nothing of them",
	async ({ path: where, method: verb, invalid }) => {
		const mock = createMock();
		const before = await kept(mock);
		const headers = { "content-type": "application/json" };
		const property = fc.asyncProperty(bytes, async (body) => {
			fc.pre(!isJson(body));
			expect(
				await answered(
					mock,
					new Request(ORIGIN + where, { method: verb, headers, body }),
				),
			).toBe(invalid);
		});
		await fc.assert(property, { numRuns: 150 });
		expect(await kept(mock)).toEqual(before);
	},
);

test.each(bodied)(
	"$id takes a body with some bytes changed, or refuses it and keeps nothing",
	async ({ valid, success, invalid, writes }) => {
		const mock = createMock();
		const count = { taken: 0, refused: 0 };
		const property = fc.asyncProperty(
			valid,
			fc.array(mutation, { minLength: 1, maxLength: 2 }),
			async (parts, mutations) => {
				const body = mutations.reduce(
					(mutated, mutate) => mutate(mutated),
					new TextEncoder().encode(parts.body),
				);
				const { url, method: verb, headers } = toRequest(parts);
				const before = await kept(mock);
				const status = await answered(
					mock,
					new Request(url, { method: verb, headers, body }),
				);
				const after = await kept(mock);

				expect(isJson(body) ? [success, invalid] : [invalid]).toContain(status);
				const written = status === success && writes ? 1 : 0;
				expect(after).toEqual({
					resources: before.resources + written,
					auditRecords: before.auditRecords + written,
				});
				count[status === success ? "taken" : "refused"] += 1;
			},
		);
		await fc.assert(property, { numRuns: 150 });
		expect(count.taken).toBeGreaterThan(0);
		expect(count.refused).toBeGreaterThan(0);
	},
);

test("a body with as many mistakes as it can hold is refused", async () => {
	const {
		method: verb,
		path: where,
		invalid,
	} = operationNamed("submitPipeline");
	const mock = createMock();
	const mistakes = Math.floor(limits.maxBytes / 20);
	for (const item of ["{}", "0", '{"command":0}']) {
		const body = `{"steps":[${Array(mistakes).fill(item).join()}]}`;
		const headers = { "content-type": "application/json" };
		expect(
			await answered(
				mock,
				new Request(ORIGIN + where, { method: verb, headers, body }),
			),
		).toBe(invalid);
	}
});
