import { expect, test } from "vitest";
import { createClient } from "../../contracts/client.ts";
import { recordTranscript } from "./record-transcript.ts";
import { postJson, readProblem } from "./requests.ts";
import { type OpenTransport, transports } from "./transports.ts";

/** Adds cases for reading what was written. */
export function addStateCases(open: OpenTransport): void {
	test("lists a created zap first", async () => {
		await using mock = await open();
		const client = createClient(mock);
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

	test("finds a submitted command in the audit search, and counts it in the metrics", async () => {
		await using mock = await open();
		const client = createClient(mock);
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
		await using mock = await open({ dataset: "empty" });
		const client = createClient(mock);
		const steps = [{ command: "a", args: 1 }, { command: "b" }];
		const { data } = await client.POST("/v1/pipeline", { body: { steps } });
		expect(data?.steps).toMatchObject(steps);
		const rejected = await postJson(mock, "/v1/pipeline", {
			steps: [{ command: "a" }, { command: "" }],
		});
		expect(await readProblem(rejected)).toMatchObject({
			status: 400,
			errors: [{ pointer: "/steps/1/command" }],
		});
		const { data: audit } = await client.POST("/v1/audit/search", {
			body: { limit: 5 },
		});
		expect(audit?.items).toHaveLength(1);
	});

	test("starts from the dataset again when reopened", async () => {
		const clock = "2026-01-01T00:00:00.000Z";
		const names = async (): Promise<unknown> => {
			await using mock = await open({ clock });
			const { data } = await createClient(mock).GET("/v1/zaps");
			await postJson(mock, "/v1/zaps", { name: "Gone with the process" });
			return data?.items;
		};
		expect(await names()).toEqual(await names());
	});

	test("sends the same bytes as every other transport, for the same seed and requests", async () => {
		await using mock = await open({ seed: 7 });
		await using reference = await transports.fetch({ seed: 7 });
		await using other = await transports.fetch({ seed: 8 });
		const recorded = await recordTranscript(mock);
		expect(recorded).toEqual(await recordTranscript(reference));
		expect(recorded).not.toEqual(await recordTranscript(other));
	});
}
