import {
	interceptInPage,
	type WorkerInterception,
} from "./adapters/msw/worker.ts";
import {
	type OnUnhandled,
	requireOnUnhandled,
} from "./engine/routing/on-unhandled.ts";
import { createMock, type MockOptions } from "./index.ts";
import { createMockControl, type MockControl } from "./testing/mock-control.ts";
import { knownOperations, type Zaps } from "./typed-operations.ts";

export type { WorkerInterception } from "./adapters/msw/worker.ts";
export type { OnUnhandled } from "./engine/routing/on-unhandled.ts";

export interface SetupMockOptions
	extends Omit<MockOptions, "basePath" | "Response"> {
	/** What becomes of a request that no handler matches; `bypass` when absent, since pages load much else. */
	readonly onUnhandled?: OnUnhandled;
}

/** The mock inside a page. */
export interface MockInPage extends WorkerInterception, MockControl<Zaps> {}

/**
 * The mock inside this page.
 * @example
 * await setupMock({ baseUrl: location.origin }).start();
 * @throws as `createMock` does
 */
export function setupMock({
	onUnhandled = "bypass",
	...options
}: SetupMockOptions = {}): MockInPage {
	const mock = createMock(options);
	const interception = interceptInPage(mock, requireOnUnhandled(onUnhandled));
	const control = createMockControl<Zaps>(mock.control, knownOperations);
	return Object.assign(interception, {
		...control,
		resetAll() {
			interception.resetHandlers();
			return control.resetAll();
		},
	});
}
