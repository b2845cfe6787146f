import { expect, test } from "vitest";
import {
	createRedactedNames,
	listUrlCredentials,
	redactTarget,
	redactUrls,
} from "../../../src/values/redact.ts";

test.each([
	["/a?token=x&b=1", "/a?token=[redacted]&b=1"],
	["/a@b", "/a@b"],
	["ftp://u:secret@host/f?token=x", "ftp://[redacted]@host/f?token=[redacted]"],
	["http://u:se@cret@host/f", "http://[redacted]@host/f"],
	["u:secret@host:443", "[redacted]@host:443"],
	["http://host/a@b", "http://host/a@b"],
])("the target %s is shown as %s", (target, shown) => {
	expect(redactTarget(target, createRedactedNames([]))).toBe(shown);
});

test.each([
	[
		"https://a.test/b?token=x%26y&page=2#top",
		"https://a.test/b?token=[redacted]&page=2#top",
	],
	[
		"/b?page=2#access_token=x&type=bearer",
		"/b?page=2#access_token=[redacted]&type=bearer",
	],
	[
		'</b?api%5Fkey=x&c=2>; rel="next"',
		'</b?api%5Fkey=[redacted]&c=2>; rel="next"',
	],
	["0; url='/b?TOKEN=it's,x;y'", "0; url='/b?TOKEN=[redacted]'"],
	[
		"http://u:secret@host/b, http://host/a@b",
		"http://[redacted]@host/b, http://host/a@b",
	],
	["/b?x-tenant=x", "/b?x-tenant=[redacted]"],
	["/b?page=2, a=b; token=x", "/b?page=2, a=b; token=x"],
])("the header %s is shown as %s", (value, shown) => {
	expect(redactUrls(value, createRedactedNames(["X-Tenant"]))).toBe(shown);
});

test("lists the credentials of URLs in a header", () => {
	const value = '</b?token=x%26y&c=2>, <#access_token=z>; rel="next"';
	expect(listUrlCredentials(value, createRedactedNames([]))).toEqual([
		["token", "x&y"],
		["access_token", "z"],
	]);
});
