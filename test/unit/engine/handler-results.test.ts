import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { serveOverride } from "./serve-override.ts";

const used = new HttpResponse("x");
await used.text();

test.each<[unknown, string]>([
	["text", "its return value is no Response. Return one"],
	[5, "its return value is no Response. Return one"],
	[["text"], "its return value is no Response. Return one"],
	[{ a: 1 }, "its return value is no Response. Return one"],
	[{ headers: {} }, "its return value is no Response. Return one"],
	[used, "it returned a Response whose body is used. Create"],
	[
		new HttpResponse(null, { status: 101 }),
		"it returned a Response with the status 101. Use a status from 200 to 599",
	],
])("names the handler that returned %o", async (value, reason) => {
	const reasons: string[] = [];
	const onError = (error: unknown): unknown => reasons.push(`${error}`);
	// Values that a handler can return in JavaScript.
	const handler = (): never => value as never;
	await using served = await serveOverride(handler, "*/own", { onError });
	// The failure response of these tests is a broken connection.
	await expect(fetch(`${served.url}/own`)).rejects.toThrow();
	expect(reasons).toEqual([
		expect.stringContaining(`The handler /.+/ */own failed: ${reason}`),
	]);
});
