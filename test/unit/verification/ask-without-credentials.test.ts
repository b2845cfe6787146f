import { expect, test } from "vitest";
import type { Send } from "../../../src/verification/contract.ts";
import { askWithoutCredentials } from "../../../src/verification/run/probe-surface.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const operations = contract.operations.filter(({ id }) =>
	["getHealth", "listZaps", "createZap"].includes(id),
);

/** Asks a service that is open at these paths only. */
async function ask(
	credentials: Readonly<Record<string, string>>,
	open: readonly string[],
) {
	let requests = 0;
	const send: Send = async ({ path, headers = {} }) => {
		requests += 1;
		if (open.includes(path.split("?")[0] ?? "")) return received(200, "{}");
		const { authorization = "" } = headers;
		if (/^(bearer|token) own$/i.test(authorization)) return received(200, "[]");
		if (authorization === "Basic own")
			return received(400, '{"why":"Odd scheme"}');
		return authorization === ""
			? received(401, "{}")
			: received(401, '{"why":"Bad token given"}', {
					"www-authenticate": "Bearer",
				});
	};
	const differences = await askWithoutCredentials(
		contract.documented,
		operations,
		send,
		credentials,
	);
	const found = differences.map(
		({ operation, where, expected, actual }) =>
			`${operation} ${where} ${expected} ${actual}`,
	);
	const assumptions = new Set(differences.flatMap((each) => each.assumptions));
	return { requests, found, assumptions: [...assumptions] };
}

test("operations that require the credentials of the run are found, and what the service looks at later", async () => {
	const headers = { authorization: "Bearer own" };
	const { found, assumptions } = await ask(headers, ["/v1/health"]);
	expect(assumptions).toEqual(["auth.none"]);
	expect(found).toEqual([
		"listZaps request header authorization 200 401",
		"listZaps header www-authenticate www-authenticate with 401 missing",
		"createZap request header authorization 201 401",
		"createZap header www-authenticate www-authenticate with 401 missing",
		"listZaps request header authorization 200 with another value 401 (Bad token given), www-authenticate: Bearer",
		'listZaps request header authorization 200 with "Basic" as scheme 400 (Odd scheme)',
		"listZaps request header authorization not documented has the scheme Bearer or token",
		"createZap request header authorization not documented has the scheme Bearer or token",
		"getHealth request header authorization 404 to an unknown path 401",
		"listZaps request header authorization 405 to an undefined method 401",
		"createZap request header authorization 415 to a body that is not declared as JSON 401",
		"createZap request header authorization 400 to a body that is no JSON 401",
	]);
});

test("a service may reject missing credentials with any status", async () => {
	const send: Send = async ({ path, headers = {} }) => {
		if (path !== "/v1/zaps") return received(404, '{"why":"No path here"}');
		const { authorization } = headers;
		if (authorization === undefined)
			return received(400, '{"why":"The key is missing"}');
		return received(422, '{"why":"Your request is odd"}');
	};
	const differences = await askWithoutCredentials(
		...([contract.documented, operations, send] as const),
		{ authorization: "own" },
	);
	expect(
		differences.map(
			(each) => `${each.operation} ${each.expected} ${each.actual}`,
		),
	).toEqual([
		"listZaps 200 400 (The key is missing)",
		"createZap 201 400 (The key is missing)",
		"listZaps 405 to an undefined method 400 (The key is missing)",
		"createZap 415 to a body that is not declared as JSON 400 (The key is missing)",
	]);
	expect(new Set(differences.flatMap((each) => each.assumptions))).toEqual(
		new Set(["auth.none"]),
	);
});

test("an open service is asked once for each operation", async () => {
	const headers = { authorization: "Bearer own" };
	const open = await ask(headers, ["/v1/health", "/v1/zaps"]);
	expect(open).toMatchObject({ requests: 3, found: [] });
});

test("a run without credentials asks nothing", async () => {
	expect(await ask({ "x-trace": "1" }, [])).toMatchObject({
		...{ requests: 0, found: [] },
	});
});
