import fc from "fast-check";
import { expect, test } from "vitest";
import {
	limits,
	operations as specs,
	unmatchedResponses,
} from "../../../contracts/generated/operations.ts";
import { createMock, type Mock } from "../../../src/index.ts";
import { countRuns, EXHAUSTIVE } from "../../support/exhaustive.ts";
import { getOperation } from "./model/model-setup.ts";
import {
	type OperationRequests,
	operations,
	operationsWithBody,
} from "./requests/operation-requests.ts";
import {
	anyBytes,
	anyContentType,
	anyFragment,
	anyMethod,
	anyPath,
	anyQuery,
	byteMutation,
} from "./requests/raw-requests.ts";
import { toRequest } from "./requests/request-parts.ts";
import { countRecords } from "./responses/count-records.ts";
import { sendAnyRequest } from "./responses/send-any-request.ts";

const ORIGIN = "http://zaps.test";
const { unknownPath, undefinedMethod } = unmatchedResponses;

/** Lists the methods that the OpenAPI document defines for this path. */
const listMethods = (path: string): string[] =>
	operations
		.filter((operation) => operation.path === path)
		.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));

function isJson(body: Uint8Array): boolean {
	try {
		JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
		return true;
	} catch {
		return false;
	}
}

const postJson = (
	mock: Mock,
	{ path, method }: OperationRequests,
	body: BodyInit,
): Promise<number> => {
	const headers = { "content-type": "application/json" };
	const request = new Request(ORIGIN + path, { method, headers, body });
	return sendAnyRequest(mock, request);
};

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

test.each(operationsWithBody)(
	"$id rejects bytes that are not JSON and stores nothing",
	async (operation) => {
		const mock = createMock();
		const before = await countRecords(mock);
		const property = fc.asyncProperty(anyBytes, async (body) => {
			fc.pre(!isJson(body));
			const status = await postJson(mock, operation, body);
			expect(status).toBe(operation.invalidStatus);
		});
		await fc.assert(property, { numRuns: countRuns(150) });
		expect(await countRecords(mock)).toEqual(before);
	},
);

test.each(operationsWithBody)(
	"$id accepts a body with changed bytes, or rejects it and stores nothing",
	async ({ valid, successStatus, invalidStatus, writes }) => {
		const mock = createMock();
		const counts = { accepted: 0, rejected: 0 };
		const property = fc.asyncProperty(
			valid,
			fc.array(byteMutation, { minLength: 1, maxLength: 2 }),
			async (parts, mutations) => {
				const body = mutations.reduce(
					(mutated, mutate) => mutate(mutated),
					new TextEncoder().encode(parts.body),
				);
				const { url, method, headers } = toRequest(parts);
				const before = await countRecords(mock);
				const status = await sendAnyRequest(
					mock,
					new Request(url, { method, headers, body }),
				);
				const after = await countRecords(mock);

				expect(
					isJson(body) ? [successStatus, invalidStatus] : [invalidStatus],
				).toContain(status);
				const written = status === successStatus && writes ? 1 : 0;
				expect(after).toEqual({
					resources: before.resources + written,
					auditRecords: before.auditRecords + written,
				});
				counts[status === successStatus ? "accepted" : "rejected"] += 1;
			},
		);
		await fc.assert(property, { numRuns: countRuns(150) });
		// Few runs may by chance leave every body valid, or none.
		if (!EXHAUSTIVE) return;
		expect(counts.accepted).toBeGreaterThan(0);
		expect(counts.rejected).toBeGreaterThan(0);
	},
);

test("submitPipeline rejects a body of maximum size with as many errors as possible", async () => {
	const operation = getOperation("submitPipeline");
	const mock = createMock();
	const items = Math.floor(limits.maxBytes / 20);
	for (const item of ["{}", "0", '{"command":0}']) {
		const body = `{"steps":[${Array(items).fill(item).join()}]}`;
		expect(await postJson(mock, operation, body)).toBe(operation.invalidStatus);
	}
});
