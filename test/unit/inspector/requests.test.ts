import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Item } from "../../../src/inspector/model/journal.ts";
import {
	toCurl,
	toFetch,
	toMswHandler,
} from "../../../src/inspector/requests/copy-as.ts";
import {
	type Filter,
	selectItems,
} from "../../../src/inspector/requests/filter.ts";
import { reasonsOf } from "../../../src/inspector/requests/format.ts";
import { splitAtDifference } from "../../../src/inspector/requests/split-at-difference.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";

const entryWith = (given: Partial<JournalEntry>): JournalEntry => ({
	id: "1",
	at: "2026-01-01T00:00:00.000Z",
	session: "default",
	operation: "createZap",
	method: "POST",
	path: "/v1/zaps",
	query: {},
	status: 201,
	durationMs: 1,
	matched: true,
	fault: null,
	request: {
		headers: {
			host: "127.0.0.1:4010",
			"user-agent": "Mozilla",
			"content-type": "application/json",
		},
		body: { name: "It's $HOME" },
	},
	response: {
		headers: {
			"content-type": "application/json",
			"mock-assumptions": "zap.fields, zap.request",
		},
		body: { id: "zap_1" },
	},
	...given,
});

const itemOf = (
	number: number,
	entry: Partial<JournalEntry>,
	text = "",
): Item => ({
	number,
	entry: entryWith(entry),
	text,
});

test.each<[Filter, number[]]>([
	[{}, [4, 3, 2, 1]],
	[{ session: "mine" }, [2]],
	[{ operation: "listZaps" }, [3]],
	[{ status: "5" }, [3]],
	[{ status: "0" }, [4]],
	[{ only: "unmatched" }, [2]],
	[{ only: "faults" }, [4]],
	[{ only: "violations" }, [1]],
	[{ only: "forwarded" }, [1]],
	[{ only: "unknown" }, [4, 3, 2, 1]],
	[{ assumption: "zap.request" }, [4, 3, 2, 1]],
	[{ assumption: "zap" }, []],
	[{ text: " WELCOME ", status: "2" }, [1]],
	[{ text: '{ "a": 1, "b"' }, [4]],
])("the filter %j selects %j", (filter, expected) => {
	const violation = {
		where: "status",
		expected: "201",
		actual: "200",
		message: "",
		assumptions: [],
	};
	const items = [
		itemOf(1, { forwarded: true, violations: [violation] }, "a welcome mail"),
		itemOf(2, { matched: false, session: "mine", status: 404 }),
		itemOf(3, { operation: "listZaps", status: 503 }, "welcome"),
		itemOf(4, { status: 0, fault: "reset" }, '{"a":1,"b":2}'),
	];
	expect(selectItems(items, filter).map(({ number }) => number)).toEqual(
		expected,
	);
});

test("copies a request as a curl command that sends the same body, whatever it contains", async () => {
	const command = toCurl(
		entryWith({ session: "mine", query: { a: ["1", "x y"] } }),
		"http://host",
	);
	const shown = command.replace(/^curl/, "printf '%s\\n'");
	const { stdout } = await promisify(execFile)("sh", ["-c", shown]);
	expect(stdout.split("\n").slice(0, -1)).toEqual([
		"http://host/v1/zaps?a=1&a=x+y",
		"-H",
		"mock-session: mine",
		"-H",
		"content-type: application/json",
		"--data-raw",
		`{"name":"It's $HOME"}`,
	]);
	const odd = entryWith({
		method: "GET",
		path: "/v1/{a}/../b",
		request: { headers: { "x-empty": "" }, body: "a\u001b[201~\u0015'\\n" },
	});
	// The whole text is what a terminal would get, so it must not have any control character.
	expect(toCurl(odd, "http://host")).toBe(
		String.raw`curl --globoff --path-as-is -X GET 'http://host/v1/{a}/../b' -H 'x-empty;' --data-raw $'a\u001b[201~\u0015\'\\n'`,
	);
	const { request } = entryWith({});
	expect(
		toCurl(
			entryWith({
				method: "GET",
				request: { ...request, headers: {}, body: null },
			}),
			"http://host",
		),
	).toBe("curl http://host/v1/zaps");
	expect(
		toCurl(
			entryWith({
				method: "DELETE",
				request: { ...request, headers: {}, body: null },
			}),
			"http://host",
		),
	).toBe("curl -X DELETE http://host/v1/zaps");
});

test("copies a request as a call of fetch", async () => {
	const sent: unknown[] = [];
	const run = new Function(
		"fetch",
		`return (async () => { ${toFetch(entryWith({}), "http://host")} })()`,
	);
	await run((...args: unknown[]) => sent.push(args));
	expect(sent).toEqual([
		[
			"http://host/v1/zaps",
			{
				method: "POST",
				headers: { "content-type": "application/json" },
				body: `{"name":"It's $HOME"}`,
			},
		],
	]);
	const body = JSON.parse('{"__proto__": 1}');
	expect(toFetch(entryWith({ request: { headers: {}, body } }), "")).toContain(
		'["__proto__"]: 1',
	);
	const plain = entryWith({
		method: "GET",
		request: { headers: {}, body: null },
	});
	expect(toFetch(plain, "http://host")).toBe(
		'const response = await fetch("http://host/v1/zaps");',
	);
});

test.each<[string, Partial<JournalEntry>]>([
	[
		`http.post("*/v1/zaps", () =>
  HttpResponse.json({
    "id": "zap_1"
  }, { status: 201 }),
);`,
		{},
	],
	[
		`http.post(new RegExp("/v1/\\\\{a\\\\}$"), () =>
  HttpResponse.json({
    "id": "zap_1"
  }),
);`,
		{ path: "/v1/{a}", status: 200 },
	],
	[
		`http.all("*/v1/zaps", () =>
  new HttpResponse("no", { headers: { "content-type": "text/plain" } }),
);`,
		{
			method: "PROPFIND",
			status: 200,
			response: { headers: { "content-type": "text/plain" }, body: "no" },
		},
	],
	[
		`http.post("*/v1/zaps", () =>
  HttpResponse.error(),
);`,
		{ status: 0, response: { headers: {}, body: null } },
	],
])("copies a response as a handler of MSW: %s", (expected, given) => {
	expect(toMswHandler(entryWith(given))).toBe(
		`import { http, HttpResponse } from "msw";\n\nexport const handler = ${expected}`,
	);
});

test("finds the reasons of a rejection", () => {
	const body = {
		detail: "Invalid.",
		errors: [{ pointer: "/name", detail: "is required" }, 7],
	};
	const response = { headers: {}, body };
	expect(reasonsOf(entryWith({ status: 400, response }))).toEqual([
		"/name is required",
	]);
	const other = { headers: {}, body: { detail: "Down." } };
	expect(reasonsOf(entryWith({ status: 503, response: other }))).toEqual([
		"Down.",
	]);
	expect(reasonsOf(entryWith({ status: 200, response }))).toEqual([]);
});

test.each([
	["/v1/zap", "/v1/zaps", ["/v1/zap", "", ""]],
	["/v1/zaps", "/v1/zap", ["/v1/zap", "s", ""]],
	["/v2/zaps", "/v1/zaps", ["/v", "2", "/zaps"]],
	["/a/a", "/a", ["/a", "/a", ""]],
])("marks where %s differs from %s", (text, other, parts) => {
	expect(splitAtDifference(text, other)).toEqual(parts);
});
