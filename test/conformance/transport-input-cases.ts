import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { postJson, readProblem } from "./requests.ts";
import type { OpenTransport } from "./transports.ts";

const MIB = 1_048_576;

/** Adds cases for valid and invalid requests. */
export function addInputCases(name: TransportName, open: OpenTransport): void {
	const { unknownPath } = capabilities[name];

	test("lists the assumptions that each response depends on", async () => {
		await using mock = await open();
		const readAssumptions = async (path: string, init?: RequestInit) =>
			(await mock.fetch(`${mock.baseUrl}${path}`, init)).headers.get(
				"mock-assumptions",
			);
		expect(await readAssumptions("/v1/health")).toBe("health.body");
		expect(await readAssumptions("/v1/zaps", { method: "HEAD" })).toBe(
			"zap.fields, zaps.page, methods.head",
		);
		expect(await readAssumptions("/v1/zaps", { method: "DELETE" })).toBe(
			"errors.method, errors.problem",
		);
	});

	test.each([
		"/v1/Zaps",
		"/v1/zaps/",
		"//v1/zaps",
		"/v1//zaps",
		"/v1%2fzaps",
		"/zaps",
		"/",
	])("does not match the path %s", async (path) => {
		await using mock = await open();
		const response = mock.fetch(`${mock.baseUrl}${path}`);
		if (unknownPath === "passed on") {
			const passedOn = await response.catch(() => undefined);
			expect(passedOn?.headers.get("mock-assumptions") ?? null).toBeNull();
			return;
		}
		expect(await readProblem(await response)).toMatchObject({
			status: 404,
			title: "Not Found",
			nearest: expect.any(Array),
		});
	});

	test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
		"rejects %s on a known path, and lists the allowed methods",
		async (method) => {
			await using mock = await open();
			const response = await mock.fetch(`${mock.baseUrl}/v1/zaps`, {
				method,
			});
			expect(response.headers.get("allow")?.split(", ").sort()).toEqual([
				"GET",
				"HEAD",
				"POST",
			]);
			expect(await readProblem(response)).toMatchObject({ status: 405 });
		},
	);

	test("responds to HEAD like GET, without the body", async () => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/health`, {
			method: "HEAD",
		});
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("application/json");
		expect(await response.text()).toBe("");
	});

	test.each(["a string", "a stream of unknown length"])(
		"rejects a body one byte over 1 MiB sent as %s, whatever its type",
		async (kind) => {
			await using mock = await open();
			const text = "x".repeat(MIB + 1);
			const body = kind === "a string" ? text : new Blob([text]).stream();
			const init = { method: "POST", body, duplex: "half" } as RequestInit;
			const response = await mock.fetch(`${mock.baseUrl}/v1/zaps`, init);
			expect(await readProblem(response)).toMatchObject({ status: 413 });
		},
	);

	test("accepts a body of 1 MiB", async () => {
		await using mock = await open();
		const frame = JSON.stringify({ name: "big", note: "" }).length;
		const response = await postJson(mock, "/v1/zaps", {
			name: "big",
			note: "x".repeat(MIB - frame),
		});
		expect(response.status).toBe(201);
	});

	test.each([
		undefined,
		"text/plain",
		"application/jsonx",
		"application/problem+json",
	])("rejects a body declared as %s before parsing it", async (type) => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/command`, {
			method: "POST",
			// A Uint8Array, because fetch declares strings as text/plain.
			body: new TextEncoder().encode("{"),
			...(type && { headers: { "content-type": type } }),
		});
		expect(await readProblem(response)).toMatchObject({ status: 415 });
	});

	test.each(["application/json; charset=utf-8", "Application/JSON"])(
		"accepts a body declared as %s",
		async (type) => {
			await using mock = await open();
			const response = await mock.fetch(`${mock.baseUrl}/v1/command`, {
				method: "POST",
				body: '{"command":"zap.run"}',
				headers: { "content-type": type },
			});
			expect(response.status).toBe(202);
		},
	);

	test("reports every invalid property of the body", async () => {
		await using mock = await open();
		const response = await postJson(mock, "/v1/zaps", {
			id: "mine",
			createdAt: "now",
		});
		expect(await readProblem(response)).toMatchObject({
			status: 400,
			errors: [
				{ pointer: "/name", detail: "is required" },
				{ pointer: "/id", detail: "is not allowed" },
				{ pointer: "/createdAt", detail: "is not allowed" },
			],
		});
	});

	test.each([
		"limit=0",
		"limit=101",
		"limit=5.0",
		"limit=+5",
		"limit=",
		"limit=1&limit=2",
		"cursor=",
		"cursor=never-issued",
		"cursor=%zz",
	])("rejects the query %s and names the parameter", async (query) => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/zaps?${query}`);
		expect(await readProblem(response)).toMatchObject({
			status: 400,
			errors: [{ parameter: query.split("=")[0] }],
		});
	});

	test("ignores unknown query parameters", async () => {
		await using mock = await open();
		const response = await mock.fetch(
			`${mock.baseUrl}/v1/zaps?page=2&page=&limit=1`,
		);
		expect(response.status).toBe(200);
	});
}
