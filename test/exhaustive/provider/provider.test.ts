import { expect, test } from "vitest";
import { CONTRARY } from "../../provider/differences.ts";
import { startService } from "../../provider/server.ts";

test("the contrary service differs from the ordinary one wherever the OpenAPI document allows it", async () => {
	await using service = await startService({ differences: CONTRARY });
	const send = async (path: string, body?: object) => {
		const init = body && {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		};
		return (await fetch(service.url + path, init)).text();
	};
	expect(await send("/v1/zaps", { name: "é/\u{1f600}" })).toMatch(
		/^\r\n\{\n.*"createdAt": "[^.]+Z".*"name": "\\u00E9\\\/\\uD83D\\uDE00".*"revision"/s,
	);
	await send("/v1/command", { command: "é/" });
	const { items } = JSON.parse(await send("/v1/audit/search", { text: "É/" }));
	expect(items).toMatchObject([
		{ action: "command.submitted", at: expect.stringMatching(/\.\d{6}Z$/) },
		{ detail: { revision: 1 } },
	]);
	expect(items[0]).not.toHaveProperty("detail");
	expect(await send("/metrics")).toContain("build_info");
	const rejected = await fetch(`${service.url}/v1/zaps`, { method: "DELETE" });
	expect(rejected.statusText).toBe("");
	expect(rejected.headers.get("transfer-encoding")).toBe("chunked");
	expect(await rejected.text()).toContain("errors.example");
});
