import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startService } from "../../provider/server.ts";
import { startStub } from "../../support/stub-server.ts";

test.each([
	["cannot be read", /T\d\d:\d\d:/g, "T25:61:"],
	["do not advance", /"at":"[^"]*"/g, '"at":"2026-01-01T00:00:00.000Z"'],
])(
	"times that %s are a difference, for which few records are created",
	async (_, from, to) => {
		await using service = await startService();
		let created = 0;
		await using proxy = await startStub(async (request, response) => {
			const { method = "", url = "", headers } = request;
			if (method === "POST" && url.startsWith("/v1/zaps")) created += 1;
			const body = await buffer(request);
			const answer = await fetch(service.url + url, {
				method,
				headers: { "content-type": headers["content-type"] ?? "" },
				...(method === "POST" && { body }),
			});
			const text = (await answer.text()).replaceAll(from, to);
			const type = answer.headers.get("content-type") ?? "";
			response.writeHead(answer.status, { "content-type": type }).end(text);
		});
		const only = ["searchAudit"];
		const { report } = await verify(proxy.url, { only, deadlineS: 100 });
		const places = report.differences.map(({ where }) => where);
		expect(places).toContainEqual(expect.stringMatching(/\.at$/));
		expect(created).toBeLessThan(200);
	},
	120_000,
);
