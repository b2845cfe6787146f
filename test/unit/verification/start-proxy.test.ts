import { expect, test } from "vitest";
import { startProxy } from "../../../src/verification/pact/start-proxy.ts";
import { received } from "../../support/received.ts";

test.each([
	["application/json", '{"a":400.0,"b":[-1.00,2.0]}', '{"a":400,"b":[-1,2]}'],
	["application/problem+json", '{"a":1.50,"b":1.0e3}', '{"a":1.50,"b":1.0e3}'],
	[
		"application/json",
		'{"a":"1.0","\\"2.0":"\\\\"}',
		'{"a":"1.0","\\"2.0":"\\\\"}',
	],
	["application/json", '{"é":1.0}', '{"é":1}'],
	["text/plain", "up 1.0\n", "up 1.0\n"],
])("Pact gets a body of %s that is %j as %j", async (type, text, passed) => {
	const response = received(200, text, { "content-type": type });
	await using proxy = await startProxy(async () => response);
	expect(await (await fetch(proxy.url)).text()).toBe(passed);
});
