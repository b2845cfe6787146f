import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { verify } from "zaps-understudy/verify";
import { startService } from "../../provider/server.ts";
import { startStub } from "../../support/stub-server.ts";

test("times that cannot be read are a difference, for which few records are created", async () => {
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
		const text = (await answer.text()).replaceAll(/T\d\d:\d\d:/g, "T25:61:");
		const type = answer.headers.get("content-type") ?? "";
		response.writeHead(answer.status, { "content-type": type }).end(text);
	});
	const only = ["searchAudit"];
	const { report } = await verify(proxy.url, { only, deadlineS: 100 });
	expect(report.differences).not.toEqual([]);
	expect(created).toBeLessThan(200);
}, 120_000);
