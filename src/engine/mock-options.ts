import type { ClockOption } from "../store/clock.ts";
import type { OptionNames } from "../values/require-options.ts";
import type { ForwardSettings, LoadForwarder } from "./forwarding/forwarder.ts";
import type {
	AssumptionStatus,
	Credentials,
	Presets,
	Service,
} from "./model/service.ts";

export interface MockOptions {
	/** The OpenAPI document to follow, from `loadDocument`; defaults to that of the package. */
	readonly document?:
		| {
				readonly service: Service;
				readonly loadForwarder?: LoadForwarder;
				/** The OpenAPI document itself. */
				readonly document?: unknown;
		  }
		| undefined;
	/** The name of the dataset to start from; defaults to `default`. */
	readonly dataset?: string | undefined;
	/** The whole number that determines data, ids and random numbers; defaults to 1. */
	readonly seed?: number | undefined;
	/**
	 * `system` for real time, `test` for the time that a test sets, or the RFC 3339 time to start at. A fixed clock advances
	 * by 1 ms at each accepted write. Defaults to `2026-01-01T00:00:00.000Z`.
	 */
	readonly clock?: ClockOption | undefined;
	/** The name of the scenario that sessions start in; defaults to `normal`. */
	readonly scenario?: string | undefined;
	/** Restricts the mock to this origin and path, like `http://localhost:3000/api`; defaults to any origin. */
	readonly baseUrl?: string | undefined;
	/** The path before the paths of the operations, like `/api`, at any origin. Do not combine it with `baseUrl`. */
	readonly basePath?: string | undefined;
	/**
	 * The kind of credentials to require. Applies to operations that list 401, and to operations with a non-empty
	 * `security`. Defaults to none.
	 */
	readonly auth?: Credentials | undefined;
	/** The requests per second that each session may send; defaults to no limit. */
	readonly rateLimit?: number | undefined;
	/** How many exchanges of each session the journal keeps; defaults to 1,000. */
	readonly journal?: number | undefined;
	/**
	 * Names of headers and query parameters whose values the journal hides. The names of common credentials, such as
	 * `Authorization`, are always hidden.
	 */
	readonly redact?: readonly string[] | undefined;
	/**
	 * The maximum number of sessions in memory besides the default session. The same maximum applies separately to
	 * sessions that only pages of other origins use. Defaults to 1,000.
	 */
	readonly sessions?: number | undefined;
	/** Milliseconds without a request after which a session is dropped; defaults to 30 minutes. */
	readonly sessionIdleMs?: number | undefined;
	/**
	 * Returns the session of the running code. It is used for requests that name no session; undefined selects the
	 * default session.
	 */
	readonly currentSession?: (() => string | undefined) | undefined;
	/** Datasets and scenarios that replace those of the service. */
	readonly presets?: Presets | undefined;
	/** The status of each assumption, by id; defaults to the statuses in the package. */
	readonly statuses?: Readonly<Record<string, AssumptionStatus>> | undefined;
	/** The forwarding that each session starts with; defaults to none. */
	readonly forward?: ForwardSettings | undefined;
	/** Loads the code for forwarding; required for `forward`. `zaps-understudy/node` exports it. */
	readonly loadForwarder?: LoadForwarder | undefined;
	/**
	 * The origins of pages, like `https://app.example`, that may use the headers that forwarding adds. Pages of this
	 * machine always may. Defaults to none.
	 */
	readonly allowOrigin?: readonly string[] | undefined;
	/** The token with which other machines may use the headers that forwarding adds; defaults to none. */
	readonly controlToken?: string | undefined;
	/** Called with each error inside the mock. The client gets 500. By default, errors are ignored. */
	readonly onError?: ((error: unknown) => void) | undefined;
}

export const MOCK_OPTION_NAMES: OptionNames<MockOptions> = {
	document: true,
	dataset: true,
	seed: true,
	clock: true,
	scenario: true,
	baseUrl: true,
	basePath: true,
	auth: true,
	rateLimit: true,
	journal: true,
	redact: true,
	sessions: "undocumented",
	sessionIdleMs: "undocumented",
	currentSession: "undocumented",
	presets: "undocumented",
	statuses: "undocumented",
	forward: true,
	allowOrigin: true,
	controlToken: "undocumented",
	loadForwarder: "undocumented",
	onError: "undocumented",
};
