import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client.ts";
import { capabilities, type TransportName } from "./capabilities.ts";
import { postJson, readProblem } from "./requests.ts";
import { transcript } from "./transcript.ts";
import { type Open, transports } from "./transports.ts";

const MIB = 1_048_576;

function addStateCases(open: Open): void {
	test("lists a created zap first", async () => {
		await using staged = await open();
		const client = createClient(staged);
		const created = await client.POST("/v1/zaps", {
			body: { name: "Newest", enabled: true },
		});
		expect(created.response.status).toBe(201);
		const { data } = await client.GET("/v1/zaps", {
			params: { query: { limit: 1 } },
		});
		expect(data?.items).toEqual([created.data]);
		expect(data?.nextCursor).toEqual(expect.any(String));
	});

	test("finds a submitted command by audit search, and counts it in the metrics", async () => {
		await using staged = await open();
		const client = createClient(staged);
		const before = await client.GET("/metrics", { parseAs: "text" });
		const { data: receipt } = await client.POST("/v1/command", {
			body: { command: "zap.run", args: [1, null] },
		});
		const { data } = await client.POST("/v1/audit/search", {
			body: { subjectId: receipt?.id ?? "", limit: 5 },
		});
		expect(data?.items).toEqual([
			expect.objectContaining({
				action: "command.submitted",
				subject: { type: "command", id: receipt?.id },
			}),
		]);
		const after = await client.GET("/metrics", { parseAs: "text" });
		const commands = (text: string | undefined) =>
			Number(/^commands_total (\d+)$/m.exec(text ?? "")?.[1]);
		expect(commands(after.data)).toBe(commands(before.data) + 1);
		expect(after.response.headers.get("content-type")).toBe(
			"text/plain; version=0.0.4; charset=utf-8",
		);
	});

	test("accepts all steps of a pipeline, in order, or none", async () => {
		await using staged = await open({ dataset: "empty" });
		const client = createClient(staged);
		const steps = [{ command: "a", args: 1 }, { command: "b" }];
		const { data } = await client.POST("/v1/pipeline", { body: { steps } });
		expect(data?.steps).toMatchObject(steps);
		const refused = await postJson(staged, "/v1/pipeline", {
			steps: [{ command: "a" }, { command: "" }],
		});
		expect(await readProblem(refused)).toMatchObject({
			status: 400,
			errors: [{ pointer: "/steps/1/command" }],
		});
		const { data: audit } = await client.POST("/v1/audit/search", {
			body: { limit: 5 },
		});
		expect(audit?.items).toHaveLength(1);
	});

	test("starts from the dataset again when it is opened again", async () => {
		const clock = "2026-01-01T00:00:00.000Z";
		const names = async (): Promise<unknown> => {
			await using staged = await open({ clock });
			const { data } = await createClient(staged).GET("/v1/zaps");
			await postJson(staged, "/v1/zaps", { name: "Gone with the process" });
			return data?.items;
		};
		expect(await names()).toEqual(await names());
	});

	test("gives the same bytes as every other way in, for the same seed and requests", async () => {
		await using staged = await open({ seed: 7 });
		await using reference = await transports.fetch({ seed: 7 });
		await using other = await transports.fetch({ seed: 8 });
		const played = await transcript(staged);
		expect(played).toEqual(await transcript(reference));
		expect(played).not.toEqual(await transcript(other));
	});
}

function addInputCases(name: TransportName, open: Open): void {
	const { unknownPath } = capabilities[name];

	test("says of every answer what it rests on", async () => {
		await using staged = await open();
		const restsOn = async (path: string, init?: RequestInit) =>
			(await staged.fetch(`${staged.baseUrl}${path}`, init)).headers.get(
				"mock-assumptions",
			);
		expect(await restsOn("/v1/health")).toBe("health.body");
		expect(await restsOn("/v1/zaps", { method: "HEAD" })).toBe(
			"zap.fields, zaps.page, methods.head",
		);
		expect(await restsOn("/v1/zaps", { method: "DELETE" })).toBe(
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
	])("does not take %s for a path of the service", async (path) => {
		await using staged = await open();
		const response = staged.fetch(`${staged.baseUrl}${path}`);
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
		"refuses %s on a known path, and says what is allowed",
		async (method) => {
			await using staged = await open();
			const response = await staged.fetch(`${staged.baseUrl}/v1/zaps`, {
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

	test("answers HEAD as GET, without the body", async () => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/health`, {
			method: "HEAD",
		});
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("application/json");
		expect(await response.text()).toBe("");
	});

	test.each(["a string", "a stream of unknown length"])(
		"refuses a body of 1 MiB and one byte sent as %s, whatever its type",
		async (kind) => {
			await using staged = await open();
			const text = "x".repeat(MIB + 1);
			const body = kind === "a string" ? text : new Blob([text]).stream();
			const init = { method: "POST", body, duplex: "half" } as RequestInit;
			const response = await staged.fetch(`${staged.baseUrl}/v1/zaps`, init);
			expect(await readProblem(response)).toMatchObject({ status: 413 });
		},
	);

	test("reads a body of 1 MiB", async () => {
		await using staged = await open();
		const frame = JSON.stringify({ name: "big", note: "" }).length;
		const response = await postJson(staged, "/v1/zaps", {
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
	])("refuses a body declared as %s before looking into it", async (type) => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/command`, {
			method: "POST",
			// A Uint8Array, since fetch declares strings as text/plain by itself.
			body: new TextEncoder().encode("{"),
			...(type && { headers: { "content-type": type } }),
		});
		expect(await readProblem(response)).toMatchObject({ status: 415 });
	});

	test.each(["application/json; charset=utf-8", "Application/JSON"])(
		"reads a body declared as %s",
		async (type) => {
			await using staged = await open();
			const response = await staged.fetch(`${staged.baseUrl}/v1/command`, {
				method: "POST",
				body: '{"command":"zap.run"}',
				headers: { "content-type": type },
			});
			expect(response.status).toBe(202);
		},
	);

	test("names every place of the body that is wrong", async () => {
		await using staged = await open();
		const response = await postJson(staged, "/v1/zaps", {
			id: "mine",
			createdAt: "now",
		});
		expect(await readProblem(response)).toMatchObject({
			status: 400,
			errors: [
				{ pointer: "/name", detail: "must be there" },
				{ pointer: "/id", detail: "may not be sent" },
				{ pointer: "/createdAt", detail: "may not be sent" },
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
	])("refuses the query %s and names the parameter", async (query) => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/zaps?${query}`);
		expect(await readProblem(response)).toMatchObject({
			status: 400,
			errors: [{ parameter: query.split("=")[0] }],
		});
	});

	test("ignores query parameters it does not know", async () => {
		await using staged = await open();
		const response = await staged.fetch(
			`${staged.baseUrl}/v1/zaps?page=2&page=&limit=1`,
		);
		expect(response.status).toBe(200);
	});
}

function addCorsCases(open: Open): void {
	const origin = "http://localhost:5173";

	test("lets a page of any origin call, with credentials", async () => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/zap`, {
			headers: { origin },
		});
		expect(response.status).toBe(404);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			"access-control-expose-headers":
				"Mock-Assumptions, Preference-Applied, Retry-After, Allow",
			vary: "Origin",
		});
	});

	test("answers a preflight with what it asks for", async () => {
		await using staged = await open();
		const response = await staged.fetch(`${staged.baseUrl}/v1/zaps`, {
			method: "OPTIONS",
			headers: {
				origin,
				"access-control-request-method": "POST",
				"access-control-request-headers": "content-type, prefer",
			},
		});
		expect(response.status).toBe(204);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-methods": "POST",
			"access-control-allow-headers": "content-type, prefer",
		});
	});
}

/** The cases that every way in has to pass. */
export function addTransportCases(name: TransportName): void {
	const open = transports[name];
	describe(name, () => {
		addStateCases(open);
		addInputCases(name, open);
		if (capabilities[name].cors) addCorsCases(open);
	});
}
