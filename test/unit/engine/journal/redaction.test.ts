import { expect, test } from "vitest";
import { createTestMock } from "../test-mock.ts";

const SECRET = "s3cret-value";

test.each(["Authorization", "PROXY-AUTHORIZATION", "cookie", "X-Api-Key"])(
	"records that a request had the header %s, but not its value",
	async (name) => {
		await using mock = createTestMock();
		await mock.get("/v1/health", { [name]: `Bearer ${SECRET}` });
		await mock.get("/v1/none", { [name]: SECRET });
		const { requests } = await mock.requests();
		for (const { request } of requests)
			expect(request.headers[name.toLowerCase()]).toBe("[redacted]");
		const unmatched = await mock.unmatchedRequests();
		expect(JSON.stringify([requests, unmatched])).not.toContain(SECRET);
	},
);

test("does not record the value of a cookie", async () => {
	await using mock = createTestMock();
	const headers = { "Set-Cookie": `id=${SECRET}` };
	const fault = { operation: "*", kind: "status", status: 200 } as const;
	await mock.setFaults([{ ...fault, headers }]);
	const { headers: received } = await mock.get("/v1/health");
	expect(received.get("set-cookie")).toContain(SECRET);
	const { requests } = await mock.requests();
	expect(requests[0]?.response.headers["set-cookie"]).toBe("[redacted]");
	expect(JSON.stringify(requests)).not.toContain(SECRET);
});

test("redacts additional headers, whatever their case, in events too", async () => {
	await using mock = createTestMock({ redact: ["X-Tenant", "x-other"] });
	const events = await mock.events(new AbortController().signal);
	const sent = { "x-tenant": SECRET, "X-OTHER": SECRET, "x-trace": "visible" };
	await mock.get("/v1/health", { ...sent, authorization: SECRET });
	const { requests } = await mock.requests();
	expect(requests[0]?.request.headers).toMatchObject({
		"x-tenant": "[redacted]",
		"x-other": "[redacted]",
		"x-trace": "visible",
	});
	expect(JSON.stringify(requests)).not.toContain(SECRET);
	const { value } = await events[Symbol.asyncIterator]().next();
	expect(value).toEqual(requests[0]);
});

test("redacts query parameters that are credentials, or that `redact` names", async () => {
	await using mock = createTestMock({ redact: ["X-Tenant"] });
	const names = ["access_token", "API_KEY", "x-tenan%74", "token", "token"];
	const secrets = names.map((name) => `${name}=${SECRET}`).join("&");
	await mock.get(`/v1/zaps?limit=1&${secrets}&text=a%26b&token`);
	await mock.get(`/v1/none?token=${SECRET}`);
	const { requests } = await mock.requests();
	expect(requests[1]?.query).toEqual({
		limit: "1",
		access_token: "[redacted]",
		API_KEY: "[redacted]",
		"x-tenant": "[redacted]",
		token: ["[redacted]", "[redacted]", ""],
		text: "a&b",
	});
	expect(JSON.stringify(requests)).not.toContain(SECRET);
});
