import fc from "fast-check";
import { expect, test } from "vitest";
import {
	limits,
	operations as specs,
	unmatchedResponses,
} from "../../../contracts/generated/operations.ts";
import { createMock } from "../../../src/entries/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { operations } from "./operations.ts";
import {
	anyBytes,
	anyContentType,
	anyFragment,
	anyMethod,
	anyPath,
	anyQuery,
} from "./raw-requests.ts";
import { sendAnyRequest } from "./responses.ts";

const ORIGIN = "http://zaps.test";
const { unknownPath, undefinedMethod } = unmatchedResponses;

/** Lists the methods that the OpenAPI document defines for this path. */
const listMethods = (path: string): string[] =>
	operations
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

test("any request to any path gets a response below 500 that lists its assumptions", async () => {
	const mock = createMock();
	const seen = new Set<number>();
	const property = fc.asyncProperty(
		anyPath,
		anyQuery,
		anyFragment,
		anyMethod,
		anyContentType,
		anyBytes,
		async (path, query, fragment, method, contentType, body) => {
			const request = new Request(`${ORIGIN}${path}${query}${fragment}`, {
				method,
				headers: contentType === null ? {} : { "content-type": contentType },
				...(!/^(get|head)$/i.test(method) && { body }),
			});
			const status = await sendAnyRequest(mock, request);
			const methods = listMethods(new URL(request.url).pathname);
			expect(status === unknownPath.status).toBe(methods.length === 0);
			expect(status === undefinedMethod.status).toBe(
				methods.length > 0 && !methods.includes(request.method),
			);
			seen.add(status);
		},
	);
	await fc.assert(property, { numRuns: countRuns(1500) });
	const { problems } = specs.submitCommand;
	for (const status of [
		specs.listZaps.success,
		problems.invalid,
		problems.unsupportedMedia,
		unknownPath.status,
		undefinedMethod.status,
	])
		expect(seen).toContain(status);
});

test("submitPipeline rejects a body of maximum size with as many errors as possible", async () => {
	const { path, method, problems } = specs.submitPipeline;
	const mock = createMock();
	const headers = { "content-type": "application/json" };
	const items = Math.floor(limits.maxBytes / 20);
	for (const item of ["{}", "0", '{"command":0}']) {
		const body = `{"steps":[${Array(items).fill(item).join()}]}`;
		const request = new Request(ORIGIN + path, { method, headers, body });
		expect(await sendAnyRequest(mock, request)).toBe(problems.invalid);
	}
});
