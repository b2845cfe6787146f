import { expect, test } from "vitest";
import { askWithoutCredentials } from "../../../src/verification/run/ask-without-credentials.ts";
import { contract } from "../../support/shipped-contract.ts";

const operations = contract.operations.filter(({ id }) =>
	["getHealth", "listZaps"].includes(id),
);

/** Asks a service that is open at these paths only. */
async function ask(headerNames: readonly string[], ...open: string[]) {
	let requests = 0;
	const differences = await askWithoutCredentials(
		operations,
		async ({ path }) => {
			requests += 1;
			const status = open.includes(path.split("?")[0] ?? "") ? 200 : 401;
			return { status, headers: {}, body: Buffer.from("{}") };
		},
		headerNames,
	);
	const found = differences.map(
		({ operation, where, expected, actual }) =>
			`${operation} ${where} ${expected} ${actual}`,
	);
	return { requests, found };
}

test("operations that require the credentials of the run are found", async () => {
	const { found } = await ask(["authorization"], "/v1/health");
	expect(found).toEqual([
		"listZaps request header authorization 200 401",
		"getHealth request header authorization 404 to an unknown path 401",
	]);
});

test("an open service is asked once for each operation", async () => {
	const open = await ask(["authorization"], "/v1/health", "/v1/zaps");
	expect(open).toEqual({ requests: 2, found: [] });
});

test("a run without credentials asks nothing", async () => {
	expect(await ask(["x-trace"])).toEqual({ requests: 0, found: [] });
});
