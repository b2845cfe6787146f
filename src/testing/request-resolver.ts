import type { ActiveMock } from "../adapters/msw/dispatcher.ts";
import {
	type RejectedRequest,
	requireOnUnhandled,
	verdictOn,
} from "../adapters/msw/unhandled-options.ts";
import type { SessionContext } from "./session-context.ts";
import { isRemoteOrigin } from "./session-host.ts";
import type { ClosableSession } from "./test-session.ts";

type RequestPolicy = Pick<ClosableSession, "onUnhandled" | "unhandled">;

/** What to do with requests outside of sessions. */
interface OutsidePolicy extends RequestPolicy {
	/** Returns why a request that no mock handles must be rejected; undefined to let it pass. */
	refuse?(request: Request): string | undefined;
}

/**
 * Returns a function that finds the mock and the policy for an intercepted request. It returns undefined for requests
 * that no mock should handle.
 * @param findMock returns the mock that responds to requests of the session
 * @param listMocks returns all mocks, one of which may match a request that must be rejected
 * @throws RangeError for an unknown `onUnhandled`
 */
export function createRequestResolver<Session extends RequestPolicy>(
	context: SessionContext<Session>,
	outside: OutsidePolicy,
	findMock: (session: Session | undefined) => ActiveMock["mock"] | undefined,
	listMocks: () => readonly ActiveMock["mock"][],
): (request: Request) => ActiveMock | RejectedRequest | undefined {
	requireOnUnhandled(outside.onUnhandled);
	return (request) => {
		if (isRemoteOrigin(request)) return undefined;
		const { session, refused } = context.findOwner(request);
		const { onUnhandled, unhandled } = session ?? outside;
		const mock = findMock(session);
		if (refused === undefined) {
			if (mock)
				return { mock, onUnhandled, onError: (each) => unhandled.push(each) };
			const reason = session ? undefined : outside.refuse?.(request);
			return reason === undefined ? undefined : { refused: reason };
		}
		const isIntercepted =
			(mock ? [mock] : listMocks()).some((each) => each.intercepts(request)) ||
			verdictOn(onUnhandled, request) === "error";
		return isIntercepted ? { refused } : undefined;
	};
}

const NO_MOCK =
	'it was sent outside of a test with a mock. Import test from "zaps-understudy/vitest" instead of "vitest". If a hook sent it, use beforeEach instead of beforeAll.';

/** Returns why a request below the base URL must be rejected if no test with a mock sent it; undefined for other URLs. */
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
