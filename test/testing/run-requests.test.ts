import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type ZapsClient } from "../../contracts/client.ts";
import { setupMock, UnhandledRequestError } from "../../src/node.ts";

const BASE = "http://zaps.test/api";
const mock = setupMock({ baseUrl: BASE, dataset: "empty" });
let client: ZapsClient;
beforeAll(() => {
	mock.listen();
	client = createClient({ baseUrl: BASE });
});
afterAll(() => mock.close());

const create = (name: string) => client.POST("/v1/zaps", { body: { name } });

describe("requests that no operation matches", () => {
	test("fail the run, whatever the code made of them", async () => {
		const run = mock.run(async () => {
			await fetch(`${BASE}/v1/zap`);
			await fetch(`${BASE}/v1/zaps`, { method: "DELETE" });
			await fetch("http://other.test/v1/zaps").catch(() => {});
		});
		await expect(run).rejects.toThrow(UnhandledRequestError);
		await expect(run).rejects.toThrowErrorMatchingInlineSnapshot(`
			[UnhandledRequestError: 3 requests matched no operation:
			  GET http://zaps.test/api/v1/zap was answered with 404
			    listZaps: the path is /api/v1/zaps
			    createZap: the path is /api/v1/zaps, and the method is POST
			  DELETE http://zaps.test/api/v1/zaps was answered with 405
			    listZaps: the method is GET
			    createZap: the method is POST
			  GET http://other.test/v1/zaps was refused
			    listZaps: the mock answers only below http://zaps.test/api
			    createZap: the mock answers only below http://zaps.test/api
			Correct them, or pass onUnhandled: "warn" or "bypass" where such requests are meant.]
		`);
	});

	test("do not hide what the code itself failed with", async () => {
		const warned = new Promise<Error>((resolve) =>
			process.once("warning", resolve),
		);
		const run = mock.run(async () => {
			await fetch(`${BASE}/v1/zap`);
			throw new Error("no zap");
		});
		await expect(run).rejects.toThrow("no zap");
		expect((await warned).message).toContain("listZaps: the path is");
	});

	test("are let through where they are meant", async () => {
		const server = createServer((_, response) => response.end("elsewhere"));
		await new Promise<void>((resolve) =>
			server.listen(0, "127.0.0.1", resolve),
		);
		const { port } = server.address() as AddressInfo;
		const elsewhere = `http://127.0.0.1:${port}/`;
		const onUnhandled = ({ url }: { url: string }) =>
			url.startsWith(elsewhere) ? "bypass" : "error";
		const text = await mock.run({ onUnhandled }, async () =>
			(await fetch(elsewhere)).text(),
		);
		expect(text).toBe("elsewhere");
		const wrong = mock.run({ onUnhandled }, () => fetch(`${BASE}/v1/zap`));
		await expect(wrong).rejects.toThrow("was answered with 404");
		server.close();
	});
});

describe("a request that has lost its async context", () => {
	const app = createServer(async (request, response) => {
		const session = request.headers["mock-session"];
		const answer = fetch(`${BASE}/v1/zaps`, {
			headers: typeof session === "string" ? { "Mock-Session": session } : {},
		});
		response.end(
			await answer.then(
				(answered) => answered.text(),
				({ message }) => JSON.stringify({ message }),
			),
		);
	});
	let url = "";
	beforeAll(async () => {
		await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
		url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
	});
	afterAll(() => app.close());
	const viaApp = async (
		headers: Record<string, string> = {},
	): Promise<unknown> => {
		const answer = await fetch(url, { headers });
		const { items, message } = await answer.json();
		return message ?? items.map(({ name }: { name: string }) => name);
	};
	const onUnhandled = "bypass";

	test("belongs to the only run there is", async () => {
		await mock.run({ onUnhandled }, async () => {
			await create("A");
			expect(await viaApp()).toEqual(["A"]);
		});
	});

	test("belongs to the run whose session it names", async () => {
		await mock.run({ onUnhandled }, async ({ headers }) => {
			await create("A");
			await mock.run({ onUnhandled }, async () => {
				expect(await viaApp({ ...headers })).toEqual(["A"]);
			});
		});
	});

	test("is refused where it could belong to several, and changes nobody's state", async () => {
		await mock.run({ onUnhandled }, () =>
			mock.run({ onUnhandled }, async () => {
				expect(await viaApp()).toMatch(
					/GET http:\/\/zaps\.test\/api\/v1\/zaps was refused: 2 tests run at once, and the request was sent outside of the async context of each, .* Name the session by mock\.headers, or by \/__session\/ and mock\.session before the path\.$/,
				);
			}),
		);
		expect(await mock.countRequests()).toBe(0);
	});
});

describe("a request that is sent after its run has ended", () => {
	const LATE =
		"was refused: it was sent after its test had ended. Let the test wait for all that it starts, or stop it before the test ends.";
	const sessions = async () =>
		(await mock.control.sessions()).map(({ id }) => id);

	/** Does something in a run, once it is over. */
	async function afterItsRun<Result>(
		act: () => Promise<Result>,
		options: { onUnhandled?: "bypass" } = {},
	) {
		let release = (): void => {};
		const isOver = new Promise<void>((resolve) => {
			release = resolve;
		});
		let done: Promise<Result> | undefined;
		await mock.run(options, () => {
			done = isOver.then(act);
		});
		release();
		return done;
	}

	test.each(["/v1/zaps", "/v1/zap"])(
		"is refused at %s, and opens no session",
		async (path) => {
			const late = afterItsRun(() => fetch(BASE + path));
			await expect(late).rejects.toThrow(`GET ${BASE}${path} ${LATE}`);
			expect(await sessions()).toEqual(["default"]);
		},
	);

	test("is refused where it only names the session, and is not held against the run under way", async () => {
		const { headers } = await mock.run((own) => own);
		await mock.run(async () => {
			const late = fetch(`${BASE}/v1/zap`, { headers });
			await expect(late).rejects.toThrow(LATE);
		});
		expect(await sessions()).toEqual(["default"]);
	});

	test("is let through to elsewhere where that is meant", async () => {
		const other = createServer((_, response) => response.end("elsewhere"));
		await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
		const { port } = other.address() as AddressInfo;
		const late = afterItsRun(
			async () => (await fetch(`http://127.0.0.1:${port}/`)).text(),
			{ onUnhandled: "bypass" },
		);
		expect(await late).toBe("elsewhere");
		other.close();
	});
});
