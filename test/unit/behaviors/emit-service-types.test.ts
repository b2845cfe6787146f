import { expect, test } from "vitest";
import { emitServiceTypes } from "../../../src/behaviors/emit-service-types.ts";
import { list, object, respond, TEXT } from "../../support/openapi.ts";
import { openPaths } from "./open-paths.ts";

const BOOK = object({ id: TEXT });

test("the type of a record is that of a path where its operation has no id, and of a class of statuses where only that is listed", async () => {
	const { responses } = respond(BOOK);
	const add = (status: string, others: object = {}) => ({
		post: { responses: { [status]: responses["200"] }, ...others },
	});
	await using mock = await openPaths({
		"/books": { ...add("201"), get: { operationId: "list", ...list(BOOK) } },
		"/pens": add("2XX", { operationId: "addPen" }),
		"/cups": add("default"),
	});
	const names = { datasets: [], scenarios: [] };
	const types = emitServiceTypes(mock.document.plans, names);
	const content = '["content"]["application/json"]';
	for (const [name, owner] of [
		["books", 'paths["/books"]["post"]["responses"][201]'],
		["pens", 'operations["addPen"]["responses"]["2XX"]'],
		["cups", 'paths["/cups"]["post"]["responses"]["default"]'],
	])
		expect(types).toContain(`"${name}": ${owner}${content};`);
});
