import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import {
	formatBanner,
	listNetworkUrls,
} from "../../../src/cli/log/format-banner.ts";
import { toLoggedExchange } from "../../../src/cli/log/log.ts";
import {
	formatExchange,
	formatReload,
	PRETTY_LOG,
} from "../../../src/cli/log/pretty-log.ts";
import { DEFAULT_FLAGS } from "../../../src/cli/options/serve-flags.ts";
import { operationSpecs as operations } from "../../../src/service/shipped-service.ts";
import { createRecord } from "../engine/journal/create-record.ts";

const violation = {
	...{ where: "$", expected: "a list", actual: "null", assumptions: [] },
	message: "$ is no list\u009b",
};
const nearest = [{ operation: "listZaps", why: "the path is /v1/zaps" }];
const errors = [
	{ parameter: "limit", detail: "must be at least 1" },
	{ pointer: "/steps", detail: "is required" },
];
const problem = (status: number, body: object) => ({
	status,
	responseBody: JSON.stringify(body),
});

test.each([
	[{}, "200 listZaps, 1.2 ms"],
	[{ session: "a" }, "200 listZaps, session a, 1.2 ms"],
	[
		{ status: 0, fault: "delay, reset" },
		"broken listZaps, fault delay, reset, 1.2 ms",
	],
	[
		{ operation: null, status: 404, nearest },
		"404 1.2 ms\n     close to listZaps, but the path is /v1/zaps",
	],
	[
		problem(400, { detail: "The request is invalid.", errors }),
		"400 listZaps, 1.2 ms: limit must be at least 1; /steps is required",
	],
	[
		{ forward: { violations: [violation, violation] } },
		"200 listZaps, forwarded, 1.2 ms\n     violates the OpenAPI document: $ is no list\\u{009b}; $ is no list\\u{009b}",
	],
	[
		problem(401, { detail: "No credentials." }),
		"401 listZaps, 1.2 ms: No credentials.",
	],
	[{ status: 404, responseBody: "<html>" }, "404 listZaps, 1.2 ms"],
	[
		problem(400, { errors: [{ detail: { toString: 1 } }] }),
		"400 listZaps, 1.2 ms",
	],
	[problem(500, { detail: "It failed." }), "500 listZaps, 1.2 ms"],
	[problem(400, { errors: [{ code: 1 }, {}] }), "400 listZaps, 1.2 ms"],
	[
		{ ...problem(400, { errors: [{}] }), reason: "limit is required" },
		"400 listZaps, 1.2 ms: limit is required",
	],
])("the log shows the exchange %j in a line: %s", (changes, rest) => {
	const record = createRecord("default", "/v1/zap\u009b");
	const exchange = toLoggedExchange({
		...record,
		durationMs: 1.24,
		...changes,
	});
	expect(stripVTControlCharacters(formatExchange(exchange))).toBe(
		`GET  /v1/zap\\u{009b} ${rest}`,
	);
});

test.each([
	["127.0.0.1", []],
	["0.0.0.0", ["http://192.0.2.5:4010/api"]],
	["::", ["http://192.0.2.5:4010/api", "http://[2001:db8::1]:4010/api"]],
])("with the host %s, other machines reach %j", (host, urls) => {
	const face = { netmask: "", mac: "", cidr: null, internal: false };
	const v4 = { ...face, family: "IPv4" as const };
	const v6 = { ...face, family: "IPv6" as const, scopeid: 0 };
	const interfaces = {
		lo: [{ ...v4, address: "127.0.0.1", internal: true }],
		eth0: [
			{ ...v4, address: "192.0.2.5" },
			{ ...v6, address: "2001:db8::1" },
			{ ...v6, address: "fe80::1" },
		],
	};
	expect(
		listNetworkUrls(host, "http://127.0.0.1:4010/api", interfaces),
	).toEqual(urls);
});

test("the banner names the addresses for other machines, and commands that find this one", () => {
	vi.stubEnv("UNDERSTUDY_URL", "");
	const format = (port: number, controlToken?: string) => {
		const token = controlToken && { controlToken };
		const flags = { ...DEFAULT_FLAGS, port, store: "sqlite:mock.db", ...token };
		const banner = formatBanner(
			{
				...{ flags, ledger: [], ledgerFile: "own.yaml" },
				...{ document: undefined, operations },
				...{ start: { dataset: "kept", seed: 7 }, ignoredFlags: ["--seed"] },
				lostHeaders: { b: ["x-key"] },
				unknownOperations: { b: ["getBook"] },
				config: { file: "own.config.ts", flags: {} },
				url: `http://127.0.0.1:${port}`,
			},
			["http://192.0.2.5"],
		);
		return stripVTControlCharacters(banner).split("\n");
	};
	const needsToken =
		"                 Other machines can open the page only with --control-token.";
	expect(format(4010)).toEqual(
		expect.arrayContaining([
			"  network        http://192.0.2.5",
			needsToken,
			"  configuration  own.config.ts",
			"  ledger         own.yaml",
			"  start          dataset kept, scenario normal, seed 7, clock system",
			"  store          mock.db",
			"                 --seed ignored: the store has its sessions.",
			"                 The forwarding of session b names unknown operations: getBook.",
			"  To see what they say, run `npx zaps-understudy assumptions`.",
		]),
	);
	expect(format(4010, "sesame")).not.toContain(needsToken);
	expect(format(4011)).toContain(
		"  To see what they say, run `npx zaps-understudy assumptions --url http://127.0.0.1:4011`.",
	);
	vi.unstubAllEnvs();
});

test("the banner shows method and path of an operation without operationId once", () => {
	const [first] = operations;
	if (!first) throw new Error("There is no operation.");
	const id = "GET /boats";
	const unnamed = { ...first, id, method: "GET", path: "/boats", summary: "" };
	const banner = formatBanner({
		...{ flags: DEFAULT_FLAGS, ledger: [], ledgerFile: undefined },
		...{ document: undefined, operations: [unnamed] },
		...{ start: { dataset: "default", seed: 7 }, ignoredFlags: [] },
		...{ lostHeaders: {}, unknownOperations: {} },
		...{ config: undefined, url: "http://127.0.0.1:4010" },
	});
	expect(banner.split("/boats")).toHaveLength(2);
});

test.each([
	[
		undefined,
		[],
		"the document of the package. The state is unchanged; `npx zaps-understudy reset` starts it",
	],
	[
		"openapi.yaml",
		["a"],
		"openapi.yaml: 0 operations. Reset session a, whose records of books have another schema now.",
	],
	[
		"openapi.yaml",
		["a", "b", "c", "d"],
		"openapi.yaml: 0 operations. Reset sessions a, b, c and 1 more, whose",
	],
])(
	"one line says what a reload of %s did to the sessions %j",
	(file, sessions, line) => {
		const document =
			file === undefined
				? undefined
				: { file, plans: [], refused: ["getBook: no."] };
		const unknownOperations = { a: ["getBook"] };
		const change = { collections: ["books"], sessions, unknownOperations };
		const [first, ...rest] = stripVTControlCharacters(
			formatReload(document, change),
		).split("\n");
		expect(first).toContain(`Reloaded ${line}`);
		expect(rest).toEqual([
			...(document ? ["  Not served: getBook: no."] : []),
			"  The forwarding of session a names unknown operations: getBook.",
		]);
	},
);

test("a reload of the document has no line of the configuration, unless that needs a restart", () => {
	const printed: unknown[] = [];
	const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
		printed.push(text);
		return true;
	});
	for (const isOther of [true, false])
		PRETTY_LOG.configLoaded?.("a.config.ts", false, isOther);
	PRETTY_LOG.configLoaded?.("b.config.ts", true, true);
	write.mockRestore();
	const shown = stripVTControlCharacters(printed.join(""));
	expect(shown.trim().split("\n")).toEqual([
		expect.stringContaining("Reloaded a.config.ts. The state is unchanged;"),
		"Reloaded b.config.ts. Its flags have changed: restart the server to apply them.",
	]);
});

test("the banner shows the first operations of many, and aligns their methods", () => {
	const [operation] = operations;
	if (!operation) throw new Error("no operation");
	const format = (count: number) => {
		const many = Array.from({ length: count }, (_, index) => ({
			...operation,
			method: index === 0 ? "DELETE" : "GET",
			path: `/books/${index}`,
		}));
		const server = {
			...{ flags: DEFAULT_FLAGS, ledger: [], ledgerFile: undefined },
			document: { document: {}, file: "books.yaml", plans: [], refused: [] },
			...{ operations: many, start: { dataset: "default", seed: 1 } },
			...{ ignoredFlags: [], lostHeaders: {}, unknownOperations: {} },
			...{ config: undefined, url: "http://127.0.0.1:4010" },
		};
		return stripVTControlCharacters(formatBanner(server, [])).split("\n");
	};
	const few = format(40);
	expect(few.filter((line) => line.includes("  /books/"))).toHaveLength(40);
	expect(few).toContainEqual(
		expect.stringMatching(/^ {2}DELETE {2}\/books\/0 /),
	);
	expect(few).toContainEqual(expect.stringMatching(/^ {2}GET {5}\/books\/1 /));
	expect(format(42)).toContain(
		"  and 2 more, which `npx zaps-understudy document books.yaml --only /` lists",
	);
});
