import { expect, test } from "vitest";
import { createStage } from "./stage.ts";

const SECRET = "s3cret-value";

test.each(["Authorization", "PROXY-AUTHORIZATION", "cookie", "X-Api-Key"])(
	"tells that a request had the header %s, and not its value",
	async (name) => {
		await using stage = createStage();
		await stage.get("/v1/health", { [name]: `Bearer ${SECRET}` });
		await stage.get("/v1/none", { [name]: SECRET });
		const { requests } = await stage.control.requests();
		for (const { request } of requests)
			expect(request.headers[name.toLowerCase()]).toBe("[redacted]");
		const everything = JSON.stringify([
			requests,
			await stage.control.unmatchedRequests(),
		]);
		expect(everything).not.toContain(SECRET);
	},
);

test("tells no cookie that was set", async () => {
	await using stage = createStage();
	await stage.control.setFaults([
		{
			operation: "getHealth",
			kind: "status",
			status: 503,
			headers: { "Set-Cookie": `id=${SECRET}` },
		},
	]);
	const { headers } = await stage.get("/v1/health");
	expect(headers.get("set-cookie")).toContain(SECRET);
	const { requests } = await stage.control.requests();
	expect(requests[0]?.response.headers["set-cookie"]).toBe("[redacted]");
	expect(JSON.stringify(requests)).not.toContain(SECRET);
});

test("keeps more headers to itself where it was told to, in whatever case", async () => {
	await using stage = createStage({ redact: ["X-Tenant", "x-other"] });
	await stage.get("/v1/health", {
		"x-tenant": SECRET,
		"X-OTHER": SECRET,
		"x-trace": "told",
		authorization: SECRET,
	});
	const { requests } = await stage.control.requests();
	expect(requests[0]?.request.headers).toMatchObject({
		"x-tenant": "[redacted]",
		"x-other": "[redacted]",
		"x-trace": "told",
	});
	expect(JSON.stringify(requests)).not.toContain(SECRET);
});

test("tells no value of a parameter of the query that is a credential, or was named", async () => {
	await using stage = createStage({ redact: ["X-Tenant"] });
	await stage.get(
		`/v1/zaps?limit=1&access_token=${SECRET}&API_KEY=${SECRET}&x-tenan%74=${SECRET}&token=${SECRET}&token=${SECRET}&text=a%26b&token`,
	);
	await stage.get(`/v1/none?token=${SECRET}`);
	const { requests } = await stage.control.requests();
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

test("redacts in the events too", async () => {
	await using stage = createStage({ redact: ["x-tenant"] });
	const enough = new AbortController();
	const read = await stage.control.events(enough.signal);
	const events = read[Symbol.asyncIterator]();
	const first = events.next();
	await stage.get("/v1/health", { "x-tenant": SECRET, cookie: SECRET });
	const { value } = await first;
	expect(value.request.headers["x-tenant"]).toBe("[redacted]");
	expect(JSON.stringify(value)).not.toContain(SECRET);
	enough.abort();
});
