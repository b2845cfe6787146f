import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
	toCurl,
	toFetch,
	toMswHandler,
} from "../../../src/inspector/requests/copy-as.ts";
import {
	type Filter,
	reasonsOf,
	selectItems,
} from "../../../src/inspector/requests/exchanges.ts";
import type { JournalEntry } from "../../../src/journal/entry.ts";
import { createEntry } from "./create-entry.ts";

const JSON_TYPE = { "content-type": "application/json" };
const EMPTY = { headers: {}, body: null };

const entryWith = (given: Partial<JournalEntry>): JournalEntry =>
	createEntry({
		method: "POST",
		path: "/v1/zaps",
		operation: "createZap",
		status: 201,
		request: {
			headers: { host: "127.0.0.1", "user-agent": "Mozilla", ...JSON_TYPE },
			body: { name: "It's $HOME" },
		},
		response: {
			headers: { ...JSON_TYPE, "mock-assumptions": "zap.fields, zap.request" },
			body: { id: "zap_1" },
		},
		...given,
	});

const itemOf = (number: number, entry: Partial<JournalEntry>, text = "") => ({
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
	const difference = { where: "status", expected: "201", actual: "200" };
	const violation = { ...difference, message: "", assumptions: [] };
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
	const shown = command.replace(/^curl -i/, "printf '%s\\n'");
	const { stdout } = await promisify(execFile)("sh", ["-c", shown]);
	expect(stdout.split("\n").slice(0, -1)).toEqual([
		"http://host/v1/zaps?a=1&a=x+y",
		"-H",
		"mock-session: mine",
		"-H",
		"content-type: application/json",
		"-d",
		`{"name":"It's $HOME"}`,
	]);
	const odd = entryWith({
		method: "GET",
		path: "/v1/{a}/../b",
		request: { headers: { "x-empty": "" }, body: "a\u001b[201~\u0015'\\n" },
	});
	// The whole text is what a terminal would get, so it must not have any control character.
	expect(toCurl(odd, "http://host")).toBe(
		String.raw`curl -i --globoff --path-as-is -X GET 'http://host/v1/{a}/../b' -H 'x-empty;' -H 'content-type:' -d $'a\u001b[201~\u0015\'\\n'`,
	);
	const exact = { headers: {}, body: { a: 2 }, text: '{"a":1,"a":2}' };
	expect(toCurl(entryWith({ request: exact }), "http://host")).toBe(
		`curl -i 'http://host/v1/zaps' -H 'content-type:' -d '{"a":1,"a":2}'`,
	);
	const file = { headers: {}, body: "@file" };
	expect(toCurl(entryWith({ request: file }), "http://host")).toBe(
		"curl -i 'http://host/v1/zaps' -H 'content-type:' --data-raw '@file'",
	);
	for (const [method, expected] of [
		["GET", "curl -i 'http://host/v1/zaps'"],
		["DELETE", "curl -i -X DELETE 'http://host/v1/zaps'"],
	] as const) {
		const entry = entryWith({ method, request: EMPTY });
		expect(toCurl(entry, "http://host")).toBe(expected);
	}
});

test("copies a request as a call of fetch", async () => {
	const sent: unknown[] = [];
	const run = new Function(
		"fetch",
		`return (async () => { ${toFetch(entryWith({}), "http://host")} })()`,
	);
	await run((...args: unknown[]) => sent.push(...args));
	const body = `{"name":"It's $HOME"}`;
	expect(sent).toEqual([
		"http://host/v1/zaps",
		{ method: "POST", headers: JSON_TYPE, body },
	]);
	const plain = entryWith({ method: "GET", request: EMPTY });
	expect(toFetch(plain, "http://host")).toBe(
		'const response = await fetch("http://host/v1/zaps");',
	);
});

const TEXT = { headers: { "content-type": "text/plain" }, body: "no" };
const ID = 'HttpResponse.json({\n    "id": "zap_1"\n  }';

test.each<[string, string, Partial<JournalEntry>]>([
	['post("*/v1/zaps"', `${ID}, { status: 201 })`, {}],
	[
		String.raw`post(new RegExp("/v1/\\{a\\}$")`,
		`${ID})`,
		{ path: "/v1/{a}", status: 200 },
	],
	[
		'all("*/v1/zaps"',
		'new HttpResponse("no", { headers: { "content-type": "text/plain" } })',
		{ method: "PROPFIND", status: 200, response: TEXT },
	],
	['post("*/v1/zaps"', "HttpResponse.error()", { status: 0, response: EMPTY }],
])("copies a response as the MSW handler %s, %s", (call, reply, given) => {
	expect(toMswHandler(entryWith(given))).toBe(
		`import { http, HttpResponse } from "msw";\n\nexport const handler = http.${call}, () =>\n  ${reply},\n);`,
	);
});

const error = { pointer: "/name", detail: "is required" };

test.each<[number, unknown, string[], Partial<JournalEntry>]>([
	[400, { detail: "Invalid.", errors: [error, 7] }, ["/name is required"], {}],
	[400, null, ["limit is required"], { reason: "limit is required" }],
	[503, { detail: "Down." }, ["Down."], {}],
	[200, { detail: "Invalid.", errors: [error] }, [], {}],
])(
	"a response with %i and %j has the reasons %j",
	(status, body, reasons, more) => {
		const response = { headers: {}, body };
		const entry = entryWith({ status, response, ...more });
		expect(reasonsOf(entry)).toEqual(reasons);
	},
);
