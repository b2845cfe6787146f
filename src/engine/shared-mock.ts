import type { Journal } from "../journal/journal.ts";
import type { InitialState } from "../store/backing.ts";
import type { Store, StoreOptions } from "../store/store.ts";
import type { Changes } from "./changes.ts";
import type { AddedCredentials } from "./forwarding/added-credentials.ts";
import type { MockRequest } from "./request/request.ts";
import type { MockResponse } from "./response/response.ts";
import type { Match } from "./routing/router.ts";
import type { SessionsOptions } from "./sessions/session.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** What knows the credentials of a mock. */
export interface CredentialContext {
	readonly redact: Set<string>;
	readonly addedCredentials: AddedCredentials;
}

/** The parts of a mock that shares all that users see with other mocks. Their code loads only with a shared store. */
export interface SharedMock {
	/** What the first mock of the store started from. */
	readonly initial: InitialState;
	readonly changes: Changes;
	createJournal(entries: number): Journal;
	createStore(options: StoreOptions): Store;
	createSessions(options: SessionsOptions): Sessions;
	/** Called once with what hides credentials in the journal. */
	attach(context: CredentialContext): void;
	/** Begins the default session, and reads all others. @throws StoreUnavailableError */
	start(): Promise<void>;
	/** Reads the session of a request, or creates it, so that `resolveSession` finds it. @throws StoreUnavailableError */
	enter(request: MockRequest, match: Match): Promise<void>;
	/** Waits until the store has what was recorded. @param besides what else to wait for */
	settle(besides?: Promise<void>): Promise<void>;
	/** Returns the response. It ends when the store has what was recorded when `written` resolved. */
	endAfter(response: MockResponse, written: Promise<void>): MockResponse;
	/** Runs an exchange. If the store fails, responds with 503. */
	respond(
		request: MockRequest,
		run: () => Promise<MockResponse>,
	): Promise<MockResponse>;
	/** Returns the control whose methods see what the other mocks did, and repeat what conflicts with it. */
	share<Control extends object>(control: Control): Control;
}
