import {
	type OnUnhandled,
	requireOnUnhandled,
} from "../adapters/msw/unhandled-options.ts";
import {
	interceptInPage,
	type WorkerInterception,
} from "../adapters/msw/worker.ts";
import type { ServiceTypes } from "../engine/model/service-types.ts";
import {
	createCore,
	MOCK_OPTION_NAMES,
	type MockOptions,
	readConfigured,
} from "../service/create-mock.ts";
import { listMswHandlers } from "../service/defined-handler.ts";
import { type Registered, serviceOf } from "../service/shipped-service.ts";
import {
	createMockControl,
	type MockControl,
} from "../testing/mock-control.ts";
import { requireOptions } from "../values/require-options.ts";

export type { OnUnhandled } from "../adapters/msw/unhandled-options.ts";
export type { WorkerInterception } from "../adapters/msw/worker.ts";

export interface SetupMockOptions<Types extends ServiceTypes = Registered>
	extends Omit<MockOptions<Types>, "basePath"> {
	/**
	 * What to do with requests that match no operation. Defaults to `warn`, because pages may use other services, too.
	 * Requests for scripts, styles, images and other files pass.
	 */
	readonly onUnhandled?: OnUnhandled;
	/** The same as in Node, but the default is `system`. */
	readonly clock?: MockOptions["clock"];
}

const { basePath: _, ...MOCK_NAMES } = MOCK_OPTION_NAMES;
const OPTION_NAMES = { ...MOCK_NAMES, onUnhandled: true } as const;

/** A mock in a page. */
export interface MockInPage<Types extends ServiceTypes = Registered>
	extends WorkerInterception,
		MockControl<Types> {}

/**
 * Creates a mock that intercepts the requests of this page.
 * @example
 * await setupMock({ baseUrl: location.origin }).start();
 * @throws the same errors as `createMock`
 */
export function setupMock<Types extends ServiceTypes = Registered>(
	given?: SetupMockOptions<Types>,
): MockInPage<Types>;
// `ReturnType` takes the last overload.
export function setupMock(given?: SetupMockOptions): MockInPage;
export function setupMock<Types extends ServiceTypes>(
	given: SetupMockOptions<Types> = {},
): MockInPage<Types> {
	requireOptions("setupMock", given, OPTION_NAMES);
	const { onUnhandled = "warn", clock = "system", ...others } = given;
	const options = readConfigured("setupMock", { ...others, clock });
	const mock = createCore(options);
	const interception = interceptInPage(
		mock,
		requireOnUnhandled(onUnhandled),
		listMswHandlers(options.handlers),
	);
	const control = createMockControl<Types>(
		mock.control,
		serviceOf(options).operations.map(({ spec }) => spec),
	);
	return Object.assign(interception, {
		...control,
		resetAll() {
			interception.resetHandlers();
			return control.resetAll();
		},
	});
}
