import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
	expect as baseExpect,
	test as baseTest,
	type Expect,
	type MatcherReturnType,
	type PlaywrightTestArgs,
	type PlaywrightTestOptions,
	type PlaywrightWorkerArgs,
	type PlaywrightWorkerOptions,
	type TestType,
} from "@playwright/test";
import { loadOperations } from "../config/load-test-config.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import { operationSpecs, type Registered } from "../service/shipped-service.ts";
import { describeLastExchanges } from "../testing/describe-received.ts";
import type { ReceivedArgs } from "../testing/expectation.ts";
import type { MockControl } from "../testing/mock-control.ts";
import {
	closeTestSession,
	createRemoteHost,
	openTestSession,
	type RemoteOptions,
	RUN_OPTION_NAMES,
	type RunOptions,
	type SessionMock,
} from "../testing/test-session.ts";
import {
	createToHaveReceived,
	type MatcherContext,
} from "../testing/to-have-received.ts";
import { type OptionNames, requireOptions } from "../values/require-options.ts";

/** How the session of a test starts, and where the mock is. */
export interface MockTestOptions<Types extends ServiceTypes = Registered>
	extends Partial<RemoteOptions>,
		Omit<RunOptions<Types>, "name"> {
	/**
	 * The URL of a running `understudy serve`; defaults to the environment variable `UNDERSTUDY_URL`, which `mockServer`
	 * sets, or else to `http://127.0.0.1:4010`.
	 */
	readonly url?: string;
}

const { name: _, ...RUN_NAMES } = RUN_OPTION_NAMES;
const OPTION_NAMES: OptionNames<MockTestOptions> = {
	...RUN_NAMES,
	url: true,
	token: true,
};

/** The mock as one test sees it. */
export type TestMock<Types extends ServiceTypes = Registered> =
	SessionMock<Types>;

/** The fixtures of each test: the mock and its options. */
export interface MockFixtures<Types extends ServiceTypes = Registered> {
	mock: TestMock<Types>;
	mockOptions: MockTestOptions<Types>;
}

const DEFAULT_URL = "http://127.0.0.1:4010";

/**
 * Playwright's `test` with a mock in each test. The mock has its own state, requests, scenario and faults, in parallel
 * tests too. What the test sends with `page`, `context` and `request` has the header that names its session. If the
 * test fails, its requests are attached to the report.
 * @example
 * test("creates a zap", async ({ page, mock }) => {
 * 	await page.goto("/");
 * 	await expect(mock).toHaveReceived("listZaps", { times: 1 });
 * });
 */
export const test: TestType<
	PlaywrightTestArgs & PlaywrightTestOptions & MockFixtures,
	PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = baseTest.extend<MockFixtures>({
	mockOptions: [{}, { option: true }],
	mock: async ({ mockOptions }, use, testInfo) => {
		requireOptions("mockOptions", mockOptions, OPTION_NAMES);
		const { url, token, onUnhandled, ...options } = mockOptions;
		const server = {
			url: url ?? (process.env.UNDERSTUDY_URL || DEFAULT_URL),
			token,
		};
		const specs = await loadOperations();
		const host = await createRemoteHost(server, specs, onUnhandled);
		const name = testInfo.title;
		const session = await openTestSession<Registered>(host, {
			...options,
			name,
		});
		await use(session.mock);
		const journal = await session.mock.requests();
		const { error } = await closeTestSession(session);
		if (error || testInfo.status !== testInfo.expectedStatus) {
			await testInfo.attach("requests to the mock", {
				body: describeLastExchanges(journal),
				contentType: "text/plain",
			});
			await testInfo.attach("journal of the mock", {
				body: JSON.stringify(journal.requests, null, 2),
				contentType: "application/json",
			});
		}
		if (error) throw error;
	},
	// For the contexts that a test creates itself.
	extraHTTPHeaders: async ({ extraHTTPHeaders, mock }, use) =>
		use({ ...extraHTTPHeaders, ...mock.headers }),
	// A test that sets `extraHTTPHeaders` replaces those above.
	context: async ({ context, extraHTTPHeaders, mock }, use) => {
		await context.setExtraHTTPHeaders({ ...extraHTTPHeaders, ...mock.headers });
		await use(context);
	},
	request: async ({ playwright, extraHTTPHeaders, mock }, use) => {
		const request = await playwright.request.newContext({
			extraHTTPHeaders: { ...extraHTTPHeaders, ...mock.headers },
		});
		await use(request);
		await request.dispose();
	},
});

type ToHaveReceived = (
	mock: Pick<MockControl<ServiceTypes>, "requests">,
	...expected: ReceivedArgs<Registered>
) => Promise<MatcherReturnType>;

const toHaveReceived = createToHaveReceived(operationSpecs, () => []);
const POLL_MS = 100;

/** Waits for the requests of the page, as other assertions of Playwright do. */
async function waitToHaveReceived(
	this: MatcherContext & { readonly timeout: number },
	...args: Parameters<typeof toHaveReceived>
): Promise<MatcherReturnType> {
	const end = performance.now() + this.timeout;
	for (;;) {
		const result = await toHaveReceived.apply(this, args);
		const isDone = result.pass !== (this.isNot ?? false);
		if (isDone || performance.now() >= end) return result;
		await setTimeout(POLL_MS);
	}
}

/**
 * Playwright's `expect` with `toHaveReceived`, which asserts that the mock received an operation with the expected values.
 * It waits until then, up to the timeout of `expect`.
 * @example
 * await expect(mock).toHaveReceived("createZap", { times: 1, body: { name: "A" } });
 */
export const expect: Expect<{ toHaveReceived: ToHaveReceived }> =
	baseExpect.extend({ toHaveReceived: waitToHaveReceived });

const CLI = fileURLToPath(new URL("../cli/main.js", import.meta.url));

/** A mock server as Playwright's option `webServer` starts it. */
export interface MockServer {
	readonly command: string;
	readonly wait: { readonly stdout: RegExp };
}

/**
 * Returns what Playwright's option `webServer` needs to start a mock server on a free port. Later servers and the tests
 * find its URL in the environment variable `UNDERSTUDY_URL`.
 * @param flags the flags of `understudy serve`, such as `--port 4010 --dataset empty`; defaults to none
 * @example
 * export default defineConfig({ webServer: [mockServer(), { command: "vite preview", port: 4173 }] });
 */
export const mockServer = (flags = ""): MockServer => ({
	command: `"${process.execPath}" "${CLI}" serve --port 0 --log json ${flags}`,
	wait: { stdout: /"url":"(?<UNDERSTUDY_URL>[^"]+)"/ },
});
