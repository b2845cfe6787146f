import { expect, test } from "vitest";
import { isForeignPage } from "../../../src/engine/request/request.ts";

test.each<[isForeign: boolean, headers: Record<string, string>]>([
	[false, {}],
	[false, { origin: "http://localhost:5173", "sec-fetch-site": "cross-site" }],
	[false, { origin: "http://app.localhost:5173" }],
	[false, { origin: "http://127.0.0.1:3000" }],
	[false, { origin: "http://[::1]:3000" }],
	[false, { origin: "https://mock.example" }],
	[
		false,
		{ referer: "http://localhost:5173/a", "sec-fetch-site": "cross-site" },
	],
	[false, { "sec-fetch-site": "none" }],
	[true, { origin: "https://other.example" }],
	[true, { origin: "http://localhost.other.example" }],
	[true, { origin: "null" }],
	[true, { referer: "https://other.example/page" }],
	[true, { "sec-fetch-site": "cross-site" }],
])("%s for a request to mock.example with %o", (isForeign, headers) => {
	const sent = new Headers({ host: "mock.example", ...headers });
	const header = (name: string) => sent.get(name);
	expect(isForeignPage({ header })).toBe(isForeign);
});
