import { expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";
import { also, respond } from "../../support/openapi.ts";
import { loadContent } from "./write-document.ts";

const UNAUTHORIZED = { "401": { description: "No credentials." } };
const LISTED = also(respond({}), UNAUTHORIZED);

/** Operations that list 401 or not, and require credentials, need none, or do not say. */
const CONTENT = {
	openapi: "3.1.0",
	components: { securitySchemes: { key: { type: "http", scheme: "basic" } } },
	paths: {
		"/listed": { get: LISTED },
		"/secured": { get: { security: [{ key: [] }], ...respond({}) } },
		"/silent": { get: respond({}) },
		"/open": { get: { security: [], ...LISTED } },
	},
};

/** Returns the status of each path. */
async function readAll(options: object, content: typeof CONTENT = CONTENT) {
	const document = await loadContent(content);
	const mock = createMock({ document, ...options });
	const entries = Object.keys(CONTENT.paths).map(async (path) => {
		const request = new Request(`http://a.test${path}`);
		return [path, (await mock.fetch(request)).status] as const;
	});
	return Object.fromEntries(await Promise.all(entries));
}

test.each([{ auth: "bearer" }, { scenario: "unauthorized" }])(
	"%o: operations that can require credentials do, and those with an empty security do not",
	async (options) => {
		expect(await readAll(options)).toEqual({
			...{ "/listed": 401, "/secured": 401, "/silent": 200, "/open": 200 },
		});
	},
);

test("rate-limited: every operation has 429, whether it lists it or not", async () => {
	const content = structuredClone(CONTENT);
	const { responses } = content.paths["/silent"].get;
	Object.assign(responses, { "429": { description: "Too many." } });
	expect(await readAll({ scenario: "rate-limited" }, content)).toEqual({
		...{ "/listed": 429, "/secured": 429, "/silent": 429, "/open": 429 },
	});
});
