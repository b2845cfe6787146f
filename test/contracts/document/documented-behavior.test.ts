import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { examples } from "../../../contracts/generated/examples.ts";
import { operations } from "../../../contracts/generated/operations.ts";
import { loadDocument } from "../../../src/service/load-document.ts";
import { packageRoot } from "../../../src/service/package-info.ts";
import { documentPath } from "../../../src/service/shipped-service.ts";
import { receivedJson } from "../../support/received.ts";

const shipped = await loadDocument(join(packageRoot, documentPath));
const documented = shipped.describe();
const { listZaps } = operations;

/** The violation of a request for a page, with the example response of the OpenAPI document. */
const findViolation = (query: string): string | undefined =>
	documented.findViolation(
		listZaps.id,
		{ method: listZaps.method, path: `${listZaps.path}${query}` },
		receivedJson(examples.listZaps?.[listZaps.success], listZaps.success),
	);

describe("a successful response to a query", () => {
	test.each(["", "?limit=2", "?limit=2&cursor=c1", "?cursor=c1&page=2"])(
		"conforms to the document: %j",
		(query) => {
			expect(findViolation(query)).toBeUndefined();
		},
	);

	test.each([
		...["?limit=0", "?limit=101", "?limit=ten", "?limit=1.5", "?limit="],
		...["?limit=1&limit=2", "?cursor=", "?limit=2&cursor="],
	])("violates the document: %j", (query) => {
		const parameter = query.includes("cursor") ? "cursor" : "limit";
		expect(findViolation(query)).toContain(`query parameter ${parameter}`);
	});
});
