import { expect, test } from "vitest";
import { adviseLoadConfig } from "../../../src/config/named-presets.ts";
import { setupMock as setupMockInPage } from "../../../src/entries/browser.ts";
import { mockMiddleware } from "../../../src/entries/express.ts";
import { createHandlers } from "../../../src/entries/handlers.ts";
import { createMock } from "../../../src/entries/index.ts";
import { connectMock, setupMock } from "../../../src/entries/node.ts";
import { mutate, verify } from "../../../src/entries/verify.ts";
import usedAssumptionsReporter from "../../../src/entries/vitest-reporter.ts";

const URL = "http://127.0.0.1:1";
const takers: readonly [string, (options: object) => unknown][] = [
	["createMock", createMock],
	["createHandlers", createHandlers],
	["mockMiddleware", mockMiddleware],
	["setupMock", setupMock],
	["setupMock", setupMockInPage],
	["connectMock", (options: object) => connectMock({ url: URL, ...options })],
	["run", (options: object) => setupMock().run(options, () => {})],
];

test.each(takers)(
	"%s rejects an unknown option, and names the nearest one",
	async (name, take) => {
		await expect(async () => take({ datset: "empty" })).rejects.toThrow(
			`Unknown option "datset" of ${name}. Did you mean "dataset"? Available: `,
		);
	},
);

test("options that a function excludes are unknown to it", () => {
	const options: object = { basePath: "/api" };
	const message = 'Unknown option "basePath" of';
	expect(() => mockMiddleware(options)).toThrow(message);
	expect(() => setupMock(options)).toThrow(message);
});

test("connectMock says that it needs a URL, and functions that they take an object", async () => {
	// @ts-expect-error
	await expect(connectMock({})).rejects.toThrow(
		"The option url is required. Pass the URL of a running understudy serve, like http://127.0.0.1:4010.",
	);
	// @ts-expect-error
	expect(() => setupMock(URL)).toThrow(
		"Invalid options of setupMock. Pass an object. Available: document, dataset, seed,",
	);
});

test("an error names the documented options only", () => {
	const options: object = { onErorr: () => {} };
	expect(() => setupMock(options)).toThrow(
		/^Unknown option "onErorr" of setupMock\. Available: document, dataset, seed, clock, scenario, baseUrl, auth, rateLimit, journal, redact, forward, allowOrigin, config, datasets, scenarios, fixtures, handlers, ledger, onUnhandled\.$/,
	);
});

test.each<[object, string]>([
	[{ config: "a.ts" }, 'setupMock({ ...(await loadConfig("a.ts")) }).'],
	[{ dataset: "shop" }, '...(await loadConfig()), dataset: "shop" }).'],
	[{ scenario: "slwo" }, 'Did you mean "slow"? Available: normal,'],
])("for %j, setupMock names loadConfig", (options, advice) => {
	expect(() => adviseLoadConfig(options, "understudy.config.ts")).toThrow(
		advice,
	);
	const allowed = { dataset: "mine.json", scenario: "slow" };
	adviseLoadConfig(allowed, "understudy.config.ts");
});

test("the Vitest reporter rejects an unknown option", () => {
	const create = (options: object) => () => usedAssumptionsReporter(options);
	const owner = "zaps-understudy/vitest/reporter";
	expect(create({ detials: true })).toThrow(
		`Unknown option "detials" of ${owner}. Did you mean "details"?`,
	);
});

test.each([
	"openapi.yaml",
	{ openapi: "3.1.0", paths: {} },
	Promise.resolve({}),
	null,
	5,
])("%j is no document, and none is followed instead", async (document) => {
	const verifiers = [verify, mutate].map((each): (typeof takers)[number] => [
		each.name,
		(options) => each(URL, options),
	]);
	for (const [name, take] of [...takers, ...verifiers])
		if (name !== "run")
			await expect(async () => take({ document }), name).rejects.toThrow(
				"Invalid document. Pass the result of `await loadDocument(file)` or",
			);
});
