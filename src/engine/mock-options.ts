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
	/** `system` for real time, `test` for the time that a test sets, or the RFC 3339 time to start at, which advances by 1 ms at each accepted write; defaults to `2026-01-01T00:00:00.000Z`. */
	readonly clock?: ClockOption | undefined;
	/** The name of the scenario that sessions start in; defaults to `normal`. */
	readonly scenario?: string | undefined;
	/** Restricts the mock to this origin and path, like `http://localhost:3000/api`; defaults to any origin. */
	readonly baseUrl?: string | undefined;
	/** The path before the paths of the operations, like `/api`, at any origin. Cannot be combined with `baseUrl`. */
	readonly basePath?: string | undefined;
	/** The credentials to require, of operations that list a 401 or have `security`, unless it is empty; defaults to none. */
	readonly auth?: Credentials | undefined;
	/** The requests per second that each session may send; defaults to no limit. */
	readonly rateLimit?: number | undefined;
	/** How many exchanges of each session the journal keeps; defaults to 1,000. */
	readonly journal?: number | undefined;
	/** Names of headers and query parameters whose values the journal hides, in addition to those that carry credentials. */
	readonly redact?: readonly string[] | undefined;
	/** The maximum number of sessions in memory beside the default one, and of those that only pages of other origins use; defaults to 1,000. */
	readonly sessions?: number | undefined;
	/** Milliseconds without a request after which a session is dropped; defaults to 30 minutes. */
	readonly sessionIdleMs?: number | undefined;
	/** Returns the session of the running code, for requests that name none; undefined for the default session. */
	readonly currentSession?: (() => string | undefined) | undefined;
	/** Datasets and scenarios to use instead of the service's own. */
	readonly presets?: Presets | undefined;
	/** The status of each assumption, by id; defaults to those of the package. */
	readonly statuses?: Readonly<Record<string, AssumptionStatus>> | undefined;
	/** The operations that a real service responds to, at first in each session; defaults to none. */
	readonly forward?: ForwardSettings | undefined;
	/** Loads the code that forwards; required for `forward`. `zaps-understudy/node` exports it. */
	readonly loadForwarder?: LoadForwarder | undefined;
	/** The origins of pages, like `https://app.example`, that may use the headers that forwarding adds, beside those of this machine; defaults to none. */
	readonly allowOrigin?: readonly string[] | undefined;
	/** The token with which other machines may use the headers that forwarding adds; defaults to none. */
	readonly controlToken?: string | undefined;
	/** Called with each error of the mock itself, which it answers with 500; defaults to ignoring them. */
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
