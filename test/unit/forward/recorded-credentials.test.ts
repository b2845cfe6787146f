import { expect, test } from "vitest";
import { startStub } from "../../support/stub-server.ts";
import { openMock } from "./open-mock.ts";

const KEY = `top/secret+key${"0".repeat(200)}`;

test.each([
	[
		"escaped by JSON",
		`{"a":"${KEY.replace("/", "\\/").replace("+", "\\u002b")}","b":"client\\/token"}`,
	],
	["in base64", btoa(`Bearer ${KEY}`)],
	["in a body that is cut", `${KEY} `.repeat(2_000)],
	["in a body that is not checked", `${KEY} `.repeat(10_000)],
])("does not record credentials that a service repeats %s", async (_, body) => {
	await using service = await startStub((_, res) => {
		res.end(body);
	});
	await using mock = await openMock({
		url: service.url,
		headers: { "X-Key": `Bearer ${KEY}` },
	});
	const headers = { authorization: "Bearer client/token" };
	await fetch(`${mock.url}/v1/health`, { headers }).then((each) => each.text());
	const shown = JSON.stringify((await mock.newest())?.response.body);
	expect(shown).toContain("[redacted]");
	expect(shown).not.toMatch(/top|secret|client|VG9w|dG9w|QmVh/);
});
