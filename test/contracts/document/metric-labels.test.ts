import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createMock } from "zaps-understudy";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { serveMock } from "../../support/serve-mock.ts";

const LABELS = "labels: { verb: method, route: path, code: status }";

test("a service with other labels and without buckets and help passes with a document that says so", async () => {
	await using folder = await scratchFolder();
	const shipped = await readFile("contracts/openapi.yaml", "utf8");
	const text = shipped
		.replace(/( {12}requests:\n)/, `$1              ${LABELS}\n`)
		.replace(/( {12}durations:\n)/, `$1              ${LABELS}\n`)
		.replace("type: histogram", "type: summary")
		.replace(/( {14}help: ).*/g, '$1""');
	const document = await loadDocument(await folder.file("own.yaml", text));
	async function listFailed(mock: ReturnType<typeof createMock>) {
		await using server = await serveMock(mock);
		const only = ["createZap", "getMetrics"];
		const { report } = await verify(server.url, { document, only });
		return report.interactions
			.filter(({ passed }) => !passed)
			.map(({ description, mismatches }) => [description, mismatches]);
	}
	expect(await listFailed(createMock({ document }))).toEqual([]);
	const names = ["http_requests_total", "http_request_duration_seconds_count"];
	expect(await listFailed(createMock())).toMatchObject([
		[
			"getMetrics: each family has its type and counts events",
			[
				{ expected: "# TYPE http_request_duration_seconds summary" },
				...names.map((name) => ({
					expected: `${name} has the labels verb, route, code`,
					actual: `${name} has the labels operation, status`,
				})),
			],
		],
	]);
});
