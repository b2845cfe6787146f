import { expect, test } from "vitest";
import type { Send } from "../../../src/verification/contract.ts";
import { askWithoutCredentials } from "../../../src/verification/run/probe-surface.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const operations = contract.operations.filter(({ id }) =>
	["getHealth", "listZaps", "createZap"].includes(id),
);

/** Asks a service that is open at these paths only. */
async function ask(headerNames: readonly string[], open: readonly string[]) {
	let requests = 0;
	const send: Send = async ({ path }) => {
		requests += 1;
		const status = open.includes(path.split("?")[0] ?? "") ? 200 : 401;
		return received(status, "{}");
	};
	const differences = await askWithoutCredentials(
		contract.documented,
		operations,
		send,
		headerNames,
	);
	const found = differences.map(
		({ operation, where, expected, actual }) =>
			`${operation} ${where} ${expected} ${actual}`,
	);
	const assumptions = new Set(differences.flatMap((each) => each.assumptions));
	return { requests, found, assumptions: [...assumptions] };
}

test("operations that require the credentials of the run are found, and what the service looks at later", async () => {
	const { found, assumptions } = await ask(["authorization"], ["/v1/health"]);
	expect(assumptions).toEqual(["auth.none"]);
	expect(found).toEqual([
		"listZaps request header authorization 200 401",
		"createZap request header authorization 201 401",
		"getHealth request header authorization 404 to an unknown path 401",
		"createZap request header authorization 415 to a body that is not declared as JSON 401",
		"createZap request header authorization 400 to a body that is no JSON 401",
	]);
});

test("an open service is asked once for each operation", async () => {
	const open = await ask(["authorization"], ["/v1/health", "/v1/zaps"]);
	expect(open).toMatchObject({ requests: 3, found: [] });
});

test("a run without credentials asks nothing", async () => {
	expect(await ask(["x-trace"], [])).toMatchObject({ requests: 0, found: [] });
});
