import { describe, expect, test } from "vitest";
import { createMock } from "../../../src/index.ts";

describe("a mock below a base path", () => {
	test.each([
		["/v1/health", "the path lacks the beginning of /api/v1/health"],
		["/x/api/metrics", "the path has a prefix before /api/metrics"],
		[
			"/api/v1/audit",
			"the path ends before /api/v1/audit/search, and the method is POST",
		],
		[
			"/api/v1/health/",
			"the path has an extra slash; the operation is at /api/v1/health",
		],
	])("explains why %s does not match, with full paths", async (path, why) => {
		const mock = createMock({ basePath: "/api" });
		const response = await mock.fetch(new Request(`http://a.test${path}`));
		const { status, detail, nearest } = await response.json();
		const expected = [404, `No operation is defined at ${path}.`, why];
		expect([status, detail, nearest[0].why]).toEqual(expected);
	});

	test("ignores a trailing slash of the base path", async () => {
		const mock = createMock({ basePath: "/api/" });
		const request = new Request("http://a.test/api/v1/health");
		expect((await mock.fetch(request)).status).toBe(200);
	});

	test.each([
		[
			{ basePath: "api" },
			'Invalid base path "api". It must begin with a slash, like /api.',
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
