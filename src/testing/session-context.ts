import { AsyncLocalStorage } from "node:async_hooks";
import {
	type ActiveMock,
	type FindActive,
	requireOnUnhandled,
	verdictOn,
} from "../adapters/msw/unhandled-options.ts";
import { type ClosableSession, isRemoteOrigin } from "./test-session.ts";

/** Holds the session of a test or a run. Undefined until the session is open. */
export interface SessionScope<Session> {
	session: Session | undefined;
}

const SESSION_IN_PATH = /\/__session\/([^/?#]+)/;

const TEST_ENDED =
	"it was sent after its test had ended. Await everything that the test starts, or stop it before the test ends.";

const describeAmbiguity = (count: number): string =>
	`${count} tests run at once, and the request was sent outside of the async context of each, for example by a server that was started before them. Send mock.headers with the request, or put /__session/ and mock.session before the path.`;

/** Separates concurrent sessions by async context. */
export class SessionContext<Session extends { readonly id: string }> {
	readonly #storage = new AsyncLocalStorage<SessionScope<Session>>();
	readonly #scopes = new Set<SessionScope<Session>>();
	/**
	 * The ids of sessions that have ended. Requests that name them are rejected, because a late request would open the
	 * session again.
	 */
	readonly #endedIds = new Set<string>();

	openSessions(): readonly Session[] {
		return [...this.#scopes].flatMap(({ session }) => session ?? []);
	}

	/** Returns the scope of the running code. */
	currentScope(): SessionScope<Session> | undefined {
		return this.#storage.getStore();
	}

	/** Returns the session of the running code. Without async context, returns the only open session. */
	current(): Session | undefined {
		const scope = this.currentScope();
		if (scope) return scope.session;
		// A server that was started before the test keeps the context in which it was started.
		const sessions = this.openSessions();
		return sessions.length === 1 ? sessions[0] : undefined;
	}

	/**
	 * Finds the session that a request names, or from which it is sent. `refused` explains why the request must be
	 * rejected.
	 */
	findOwner({ headers, url }: Request): {
		session: Session | undefined;
		refused?: string;
	} {
		const id = headers.get("mock-session") ?? SESSION_IN_PATH.exec(url)?.[1];
		const scoped = this.currentScope()?.session;
		if (id === undefined && scoped && !this.#endedIds.has(scoped.id))
			return { session: scoped };
		const sessions = this.openSessions();
		const named = sessions.find((session) => session.id === id);
		if (named) return { session: named };
		const session = this.current();
		const wanted = id ?? session?.id;
		if (wanted !== undefined && this.#endedIds.has(wanted))
			return {
				session: session?.id === wanted ? session : undefined,
				refused: TEST_ENDED,
			};
		return !this.currentScope() && sessions.length > 1
			? { session, refused: describeAmbiguity(sessions.length) }
			: { session };
	}

	/** Runs a function in the scope. Everything that it starts belongs to the scope, too. */
	async run<Result>(
		scope: SessionScope<Session>,
		fn: () => Promise<Result>,
	): Promise<Result> {
		this.#scopes.add(scope);
		try {
			return await this.#storage.run(scope, fn);
		} finally {
			this.#scopes.delete(scope);
			if (scope.session) this.#endedIds.add(scope.session.id);
		}
	}
}

/** What to do with requests outside of sessions. */
interface OutsidePolicy
	extends Pick<ClosableSession, "onUnhandled" | "unhandled"> {
	/** The mock that responds to these requests. */
	readonly mock?: ActiveMock["mock"];
	/** All mocks. A request that one of them matches may have to be rejected. */
	readonly mocks?: ReadonlySet<ActiveMock["mock"]>;
	/** Returns why a request that no mock handles must be rejected; undefined to let it pass. */
	refuse?(request: Request): string | undefined;
}

/**
 * Returns a function that finds the mock and the policy for an intercepted request. It returns undefined for requests
 * that no mock should handle.
 * @throws RangeError for an unknown `onUnhandled`
 */
export function createRequestResolver(
	context: Pick<SessionContext<ClosableSession>, "findOwner">,
	outside: OutsidePolicy,
): FindActive {
	requireOnUnhandled(outside.onUnhandled);
	return (request) => {
		if (isRemoteOrigin(request)) return undefined;
		const { session, refused } = context.findOwner(request);
		const { onUnhandled, unhandled } = session ?? outside;
		const mock = session ? session.host.core : outside.mock;
		if (refused !== undefined) {
			const mocks = mock ? [mock] : [...(outside.mocks ?? [])];
			const isIntercepted =
				mocks.some((each) => each.intercepts(request)) ||
				verdictOn(onUnhandled, request) === "error";
			return isIntercepted ? { refused } : undefined;
		}
		if (mock)
			return {
				mock,
				onUnhandled,
				hint: session?.host.hint,
				onError: (each) => unhandled.push(each),
			};
		const reason = session ? undefined : outside.refuse?.(request);
		return reason === undefined ? undefined : { refused: reason };
	};
}

const NO_MOCK =
	'it was sent outside of a test with a mock. Import test from "zaps-understudy/vitest" instead of "vitest". If a hook sent it, use beforeEach instead of beforeAll.';

/**
 * Returns why a request below the base URL must be rejected if it comes from no test with a mock; undefined for other
 * URLs.
 */
export function refuseOutside(
	{ url }: Pick<Request, "url">,
	baseUrl: string | undefined,
): string | undefined {
	if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
	const base = new URL(baseUrl);
	const { origin, pathname } = new URL(url);
	const isBelow =
		origin === base.origin &&
		`${pathname}/`.startsWith(`${base.pathname.replace(/\/$/, "")}/`);
	return isBelow ? NO_MOCK : undefined;
}
