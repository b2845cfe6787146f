import { operations as models } from "../../../contracts/generated/operations.ts";
import type { OperationModel } from "../../../src/document/model.ts";
import { contract } from "../../support/shipped-contract.ts";

const ORIGIN = "http://zaps.test";

/** The operations of the document of the package. */
export const operations: readonly OperationModel[] = Object.values(models);

/** The operations that return pages, each with the names of the parts of its pages. */
export const pagedOperations = operations.flatMap((operation) => {
	const names = contract.documented.pages[operation.id];
	return names ? [{ ...operation, names }] : [];
});

/** Creates a request of an operation with a JSON body. */
export const createJsonRequest = (
	{ method, path }: Pick<OperationModel, "method" | "path">,
	body: unknown,
): Request =>
	new Request(ORIGIN + path, {
		method,
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	});

/** Creates a request with these values in the query or the body, wherever the operation expects them. */
export function createPageRequest(
	operation: OperationModel,
	values: Readonly<Record<string, string | number>>,
): Request {
	if (operation.bodies.length > 0) return createJsonRequest(operation, values);
	const pairs = Object.entries(values).map(([name, value]) => [
		...[name, String(value)],
	]);
	return new Request(
		`${ORIGIN}${operation.path}?${new URLSearchParams(pairs)}`,
	);
}
