import type { Journal } from "../journal/journal.ts";
import type { InitialState } from "../store/backing.ts";
import type { Store, StoreOptions } from "../store/store.ts";
import type { RedactedNames } from "../values/redact.ts";
import type { Changes } from "./changes.ts";
import type { AddedCredentials } from "./forwarding/added-credentials.ts";
import type { MockRequest } from "./request/request.ts";
import type { MockResponse } from "./response/response.ts";
import type { Match } from "./routing/router.ts";
import type { SessionsOptions } from "./sessions/session.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** A method of a control. */
export type SharedMethod = (...args: never[]) => unknown;

/** The journal that all mocks of a store share, and their events, in the same order in each of them. */
export interface SharedJournal extends Journal {
	readonly changes: Changes;
	/** Announces all events from now on. @throws StoreUnavailableError */
	follow(): Promise<void>;
}

type Run = () => Promise<MockResponse>;

/** The parts of a mock that shares all that users see with other mocks. Their code loads only with a shared store. */
export interface SharedMock {
	/** What the first mock of the store started from. */
	readonly initial: InitialState;
	createJournal(maxEntries: number, redact: RedactedNames): SharedJournal;
	createStore(options: StoreOptions): Store;
	createSessions(options: SessionsOptions, added: AddedCredentials): Sessions;
	/** Begins the default session, and reads all others. @throws StoreUnavailableError */
	start(): Promise<void>;
	/** Reads the session of a request, or creates it, so that `resolveSession` finds it. @throws StoreUnavailableError */
	enter(request: MockRequest, match: Match): Promise<void>;
	/** Waits until the store has what was recorded. */
	settle(): Promise<void>;
	/** Returns the response. It ends when the store has what was recorded when `written` resolved. */
	endAfter(response: MockResponse, written: Promise<void>): MockResponse;
	/** Runs an exchange, after it has entered the session. If the store fails, responds with 503. */
	respond(request: MockRequest, match: Match, run: Run): ReturnType<Run>;
	/** Returns methods that see what the other mocks did, and repeat what conflicts with it. */
	share<Methods extends object>(methods: Methods): Methods;
}
