import { expect, test } from "vitest";
import { setupMock as setupMockInPage } from "../../../src/browser.ts";
import { mockMiddleware } from "../../../src/express.ts";
import { createHandlers } from "../../../src/handlers.ts";
import { createMock } from "../../../src/index.ts";
import { connectMock, setupMock } from "../../../src/node.ts";

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
		"Invalid options of setupMock. Pass an object. Available: dataset, seed,",
	);
});
