import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { postJson, readProblem } from "./requests.ts";
import {
	type OpenTransport,
	type TransportMock,
	transports,
} from "./transports.ts";

const MIB = 1_048_576;

/** The requests of a transcript. Those with a body are a POST. */
const EXCHANGES: readonly (readonly [path: string, body?: object])[] = [
	["/v1/health"],
	["/v1/zaps?limit=7"],
	["/v1/zaps", { name: "One", nested: { deep: [1] } }],
	["/v1/command", { command: "zap.run" }],
	["/v1/pipeline", { steps: [{ command: "a" }] }],
	["/v1/zaps", { id: 1 }],
	["/v1/audit/search", { text: "ZAP", limit: 9 }],
	["/v1/zaps?limit=2"],
	["/metrics"],
];

/** Returns the status, type and body of each response, and the assumptions if they are compared. */
async function recordTranscript(
	mock: TransportMock,
	hasAssumptions: boolean,
): Promise<string[]> {
	const lines: string[] = [];
	for (const [path, sent] of EXCHANGES) {
		const response = await (sent
			? postJson(mock, path, sent)
			: mock.fetch(`${mock.baseUrl}${path}`));
		const { status, headers } = response;
		const type = headers.get("content-type");
		const assumptions = hasAssumptions && headers.get("mock-assumptions");
		expect(headers.get("mock-violations")).toBeNull();
		lines.push(`${status} ${type} [${assumptions}] ${await response.text()}`);
	}
	return lines;
}

/** Adds cases for requests, for their journal entries, and for requests of pages of other origins. */
export function addRequestCases(
	name: TransportName,
	open: OpenTransport,
): void {
	const { unknownPath, assumptions, control, cors } = capabilities[name];

	test("sends the same bytes as every other transport, for the same seed and requests", async () => {
		await using mock = await open({ seed: 7 });
		await using reference = await transports.fetch({ seed: 7 });
		await using other = await transports.fetch({ seed: 8 });
		const recorded = await recordTranscript(mock, assumptions);
		const expected = await recordTranscript(reference, assumptions);
		expect(recorded).toEqual(expected);
		const others = await recordTranscript(other, assumptions);
		expect(recorded).not.toEqual(others);
	});

	test("does not match a similar path", async () => {
		await using mock = await open();
		const paths = "/v1/Zaps /v1/zaps/ //v1/zaps /v1//zaps /v1%2fzaps /zaps /";
		for (const path of paths.split(" ")) {
			const url = `${mock.baseUrl}${path}`;
			const response = await mock.fetch(url).catch(() => undefined);
			if (unknownPath === "passed on")
				expect(response?.headers.get("mock-assumptions") ?? null).toBeNull();
			else
				expect(await readProblem(response ?? Response.error())).toMatchObject({
					status: 404,
					title: "Not Found",
					nearest: expect.any(Array),
				});
		}
	});

	test("rejects other methods on a known path, and lists the allowed ones", async () => {
		await using mock = await open();
		for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
			const url = `${mock.baseUrl}/v1/zaps`;
			const response = await mock.fetch(url, { method });
			const allowed = response.headers.get("allow")?.split(", ").sort();
			expect(allowed).toEqual(["GET", "HEAD", "POST"]);
			expect(await readProblem(response)).toMatchObject({ status: 405 });
		}
	});

	test("responds to HEAD like GET, without the body", async () => {
		await using mock = await open();
		const url = `${mock.baseUrl}/v1/zaps`;
		const response = await mock.fetch(url, { method: "HEAD" });
		const { status, headers } = response;
		expect([status, await response.text()]).toEqual([200, ""]);
		expect(headers.get("content-type")).toBe("application/json");
		expect(headers.get("mock-assumptions")).toBe(
			assumptions ? "zap.fields, zaps.page, methods.head" : null,
		);
	});

	test("accepts a body of 1 MiB, and rejects a longer one, whatever its type", async () => {
		await using mock = await open();
		const name = "x".repeat(200);
		const frame = JSON.stringify({ name, note: "" }).length;
		const note = "x".repeat(MIB - frame);
		const zap = JSON.stringify({ name, note });
		const send = (body: BodyInit, headers = {}) => {
			const init = { method: "POST", headers, body, duplex: "half" };
			return mock.fetch(`${mock.baseUrl}/v1/zaps`, init);
		};
		const json = { "content-type": "application/json" };
		for (const body of [zap, new Blob([zap]).stream()])
			expect((await send(body, json)).status).toBe(201);
		const text = "x".repeat(MIB + 1);
		for (const body of [text, new Blob([text]).stream()])
			expect(await readProblem(await send(body))).toMatchObject({
				status: 413,
			});
	});

	test("requires credentials, and says which", async () => {
		await using mock = await open({ auth: "api-key" });
		const rejected = await mock.fetch(`${mock.baseUrl}/v1/zaps`);
		expect(rejected.headers.get("www-authenticate")).toBe("ApiKey");
		expect(await readProblem(rejected)).toMatchObject({ status: 401 });
	});

	if (control)
		test("records the request and the response of an exchange, also without JSON", async () => {
			await using mock = await open({ dataset: "empty" });
			const body = { name: "Kept", deep: [{ é: null }] };
			const created = await postJson(mock, "/v1/zaps?x=1&y=2&x=3", body, {
				"X-Trace": "abc",
				authorization: "Bearer secret",
			});
			const { requests, total, dropped } = await mock.control.requests();
			expect([total, dropped]).toEqual([1, 0]);
			const json = { "content-type": "application/json" };
			const redacted = { "x-trace": "abc", authorization: "[redacted]" };
			expect(requests).toMatchObject([
				{
					session: "default",
					operation: "createZap",
					method: "POST",
					query: { x: ["1", "3"], y: "2" },
					status: 201,
					matched: true,
					fault: null,
					request: { headers: { ...json, ...redacted }, body },
					response: { headers: json, body: await created.json() },
				},
			]);
			expect(requests[0]?.path).toMatch(/^(\/api)?\/v1\/zaps$/);
			expect(requests[0]).not.toHaveProperty("nearest");
			expect(JSON.stringify(requests)).not.toContain("secret");
			const metrics = await mock.fetch(`${mock.baseUrl}/metrics`);
			const [newest] = (await mock.control.requests({ limit: 1 })).requests;
			expect(newest).toMatchObject({
				request: { body: null },
				response: { body: await metrics.text() },
			});
		});

	if (!cors) return;
	const origin = "http://localhost:5173";

	test("allows pages of any origin, with credentials", async () => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/zap`, {
			headers: { origin },
		});
		expect(response.status).toBe(404);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"access-control-allow-origin": origin,
			"access-control-allow-credentials": "true",
			vary: "Origin",
		});
		const exposed = response.headers.get("access-control-expose-headers");
		// A document may add others.
		expect(exposed?.split(", ")).toEqual(
			expect.arrayContaining(
				"Mock-Assumptions Mock-Error Mock-Forwarded Mock-Violations Mock-Lost-Headers Mock-Session-Restarted Preference-Applied Retry-After WWW-Authenticate Allow".split(
					" ",
				),
			),
		);
	});

	test("allows the method and headers of a preflight request", async () => {
		await using mock = await open();
		const response = await mock.fetch(`${mock.baseUrl}/v1/zaps`, {
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
