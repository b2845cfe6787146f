import { expect, test } from "vitest";
import { capabilities, type TransportName } from "./capabilities.ts";
import { listZapNames, postJson, readProblem } from "./requests.ts";
import type { OpenTransport } from "./transports.ts";

const inSession = (id: string) => ({ "mock-session": id });

/** Adds cases for sessions. */
export function addSessionCases(
	name: TransportName,
	open: OpenTransport,
): void {
	if (capabilities[name].sessionState)
		test("isolates concurrent sessions, which the header or the path names", async () => {
			await using mock = await open({ dataset: "empty" });
			const sessions = Array.from({ length: 10 }, (_, index) => `s${index}`);
			await postJson(mock, "/v1/zaps", { name: "of default" });
			await Promise.all(
				sessions.map(async (id) => {
					const byPath = { name: `${id} by path` };
					await postJson(mock, `/__session/${id}/v1/zaps`, byPath);
					const byHeader = { name: `${id} by header` };
					await postJson(mock, "/v1/zaps", byHeader, inSession(id));
				}),
			);
			for (const id of sessions) {
				const names = [`${id} by header`, `${id} by path`];
				expect(await listZapNames(mock, inSession(id))).toEqual(names);
				expect(await listZapNames(mock, {}, `/__session/${id}`)).toEqual(names);
			}
			for (const headers of [{}, inSession("default")])
				expect(await listZapNames(mock, headers)).toEqual(["of default"]);
		});

	test("responds the same way below the path of a session", async () => {
		await using mock = await open();
		const url = `${mock.baseUrl}/__session/a`;
		const page = await mock.fetch(`${url}/v1/zaps?limit=1`);
		const { nextCursor } = await page.json();
		const next = await mock.fetch(
			`${url}/v1/zaps?limit=1&cursor=${nextCursor}`,
		);
		expect(next.status).toBe(200);
		const head = await mock.fetch(`${url}/metrics`, { method: "HEAD" });
		expect(head.status).toBe(200);
		const removed = await mock.fetch(`${url}/v1/zaps`, { method: "DELETE" });
		expect(await readProblem(removed)).toMatchObject({
			status: 405,
			detail: expect.stringContaining(" /v1/zaps"),
		});
		if (capabilities[name].unknownPath === "passed on") return;
		for (const path of ["/v1/Zaps", "", "/"])
			expect(
				await readProblem(await mock.fetch(`${url}${path}`)),
			).toMatchObject({ status: 404 });
	});
}
