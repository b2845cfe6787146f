import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/entries/index.ts";

describe("a mock below a base path", () => {
	test("explains why another path does not match, and ignores a trailing slash of the base path", async () => {
		const mock = createMock({ basePath: "/api/" });
		const response = await mock.fetch(
			new Request("http://a.test/api/v1/audit"),
		);
		const why =
			"the path ends before /api/v1/audit/search, and the method is POST";
		expect(await response.json()).toMatchObject({
			status: 404,
			detail: "No operation is defined at /api/v1/audit.",
			nearest: [{ why }],
		});
	});

	test.each([
		[
			{ basePath: "api" },
			'Invalid base path "api". It must begin with a slash, like /api, and no',
		],
		[{ basePath: "/a b" }, 'Invalid base path "/a b"'],
		[{ basePath: "/api", baseUrl: "http://a.test" }, "cannot be combined"],
	])("rejects %j", (options, message) => {
		expect(() => createMock(options)).toThrow(message);
	});
});

test("marks the handler for unknown paths, so that a page can exclude it for its own files", () => {
	const { handlers } = createMock({ baseUrl: "http://a.test" });
	const marked = handlers.filter(
		({ answersUnknownPaths }) => answersUnknownPaths,
	);
	expect(marked).toEqual([handlers.at(-1)]);
	expect(marked[0]?.info.header).toBe("any other path of http://a.test");
});
