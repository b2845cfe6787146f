import { expect, test } from "vitest";
import { operations } from "../../../contracts/generated/operations.ts";
import { createTestMock, inSession } from "./test-mock.ts";

const prefer = (preference: string) => ({ prefer: preference });

test.each(Object.entries(operations))(
	"responds to %s with each status that the OpenAPI document lists, if preferred",
	async (_, { method, path, responses }) => {
		await using mock = createTestMock({ dataset: "empty" });
		for (const [status, { mediaType }] of Object.entries(responses)) {
			const headers = prefer(`code=${status}`);
			const response = await (method === "GET"
				? mock.get(path, headers)
				: mock.post(path, "", headers));
			expect(response.status).toBe(Number(status));
			expect(response.headers.get("content-type")).toBe(mediaType);
			expect(response.headers.get("preference-applied")).toBe(headers.prefer);
			if (mediaType.includes("json"))
				expect(response.body).toBeTypeOf("object");
			else expect(response.body).not.toBe("");
			expect(response.headers.has("retry-after")).toBe(status === "429");
			expect(response.headers.has("www-authenticate")).toBe(status === "401");
		}
		const { zaps, commands, pipelines, audit } = await mock.control.state();
		expect([zaps, commands, pipelines, audit].flat()).toEqual([]);
	},
);

test("forces a server error that the OpenAPI document does not list, if preferred", async () => {
	await using mock = createTestMock();
	const { status, headers, body } = await mock.get(
		"/v1/health",
		prefer("code=599"),
	);
	expect(status).toBe(599);
	expect(Object.fromEntries(headers)).toEqual({
		"content-type": "application/problem+json",
		"preference-applied": "code=599, forced",
	});
	expect(body).toEqual({
		type: "about:blank",
		title: "Status 599",
		status: 599,
		detail: "The Prefer header of the request asked the mock for 599.",
	});
});

test.each([
	["code=404", /createZap.*201, 400, 401, 413, 415, 429/],
	["code=default", /201, 400/],
	["scenario=nowhere", /normal, empty/],
	["scenario=toString", /normal, empty/],
	["delay=soon", /milliseconds/],
	["delay=-1", /milliseconds/],
	["delay=1e3", /milliseconds/],
	["delay=600001", /600000/],
])("rejects %j, and names valid values", async (preference, remedy) => {
	await using mock = createTestMock({ dataset: "empty" });
	const zap = { name: "No" };
	const { status, headers, body } = await mock.post(
		"/v1/zaps",
		zap,
		prefer(preference),
	);
	expect(status).toBe(400);
	expect(headers.get("preference-applied")).toBeNull();
	expect(headers.get("mock-assumptions")).toBeNull();
	expect(body).toMatchObject({ detail: expect.stringMatching(remedy) });
	expect(await mock.names()).toEqual([]);
});

test("applies a preferred scenario to one request of the session", async () => {
	await using mock = createTestMock();
	const empty = await mock.get("/v1/zaps", prefer("scenario=empty"));
	expect(empty.body).toEqual({ items: [], nextCursor: null });
	expect(empty.headers.get("preference-applied")).toBe("scenario=empty");
	const broken = await mock.get("/v1/zaps", prefer("scenario=broken"));
	expect(broken.status).toBe(500);
	const normal = { ...inSession("a"), ...prefer("scenario=normal") };
	await mock.post("/v1/zaps", { name: "Kept" }, normal);
	expect(await mock.names("a")).toHaveLength(21);
	expect(await mock.names()).toHaveLength(20);
});
