import { expect, test } from "vitest";
import type { Send } from "../../../src/verification/contract.ts";
import { askWithoutCredentials } from "../../../src/verification/run/ask-without-credentials.ts";
import { contract } from "../../support/shipped-contract.ts";

const operations = contract.operations.filter(({ id }) =>
	["getHealth", "listZaps", "createZap"].includes(id),
);

const DOCUMENTED =
	"401; WWW-Authenticate; application/problem+json; an object with type, title, status, detail";

/** Asks a service that is open at these paths only. */
async function ask(
	headerNames: readonly string[],
	open: readonly string[],
	unknown: Readonly<Record<string, string>> = {},
	missing: Readonly<Record<string, string>> = {},
	openToUnknown: readonly string[] = open,
) {
	let requests = 0;
	const send =
		(
			headers: Readonly<Record<string, string>>,
			paths: readonly string[] = open,
		): Send =>
		async ({ path }) => {
			requests += 1;
			const status = paths.includes(path.split("?")[0] ?? "") ? 200 : 401;
			const body = Buffer.from(JSON.stringify({ why: headers.why ?? "no" }));
			return { status, headers, body };
		};
	const differences = await askWithoutCredentials(
		...([
			operations,
			send(missing),
			send(unknown, openToUnknown),
			headerNames,
		] as const),
		contract.documented,
	);
	const found = differences.map(
		({ operation, where, expected, actual }) =>
			`${operation} ${where} ${expected} ${actual}`,
	);
	return { requests, found };
}

test("operations that require the credentials of the run are found, and what the service looks at later", async () => {
	const { found } = await ask(["authorization"], ["/v1/health"]);
	expect(found).toEqual([
		"listZaps request header authorization 200 401",
		"createZap request header authorization 201 401",
		"getHealth request header authorization 404 to an unknown path 401",
		`listZaps request header authorization ${DOCUMENTED} 401; WWW-Authenticate: missing; an object with why`,
		"createZap request header authorization 415 to a body that is not declared as JSON 401",
		"createZap request header authorization 400 to a body that is no JSON 401",
	]);
});

test("another denial of unknown credentials is found", async () => {
	const { found } = await ask(["authorization"], ["/v1/health"], {
		"www-authenticate": 'Bearer error="invalid_token"',
	});
	expect(found).toContain(
		'listZaps request header authorization 401; WWW-Authenticate: missing; an object with why 401; WWW-Authenticate: Bearer error="invalid_token"; an object with why, with unknown credentials',
	);
});

test("other values of a denial of unknown credentials are found", async () => {
	const { found } = await ask(["authorization"], [], { why: "WRONG" });
	expect(found).toContain(
		'getHealth request header authorization 401; WWW-Authenticate: missing; an object with why "no" 401; WWW-Authenticate: missing; an object with why "WRONG", with unknown credentials',
	);
});

test("an open operation that denies unknown credentials is found", async () => {
	const { found } = await ask(["authorization"], ["/v1/health"], {}, {}, []);
	expect(found).toContain(
		"getHealth request header authorization 200 to unknown credentials 401",
	);
});

test("an open service is asked once for each operation", async () => {
	const open = await ask(["authorization"], ["/v1/health", "/v1/zaps"]);
	expect(open).toEqual({ requests: 3, found: [] });
});

test("a run without credentials asks nothing", async () => {
	expect(await ask(["x-trace"], [])).toEqual({ requests: 0, found: [] });
});
