import type { HttpHandler } from "msw";
import type { Engine } from "../../engine/engine.ts";
import { findSender } from "./find-sender.ts";
import { createMswHandler } from "./msw-handler.ts";
import {
	describeUnhandled,
	type RejectedRequest,
	type UnmatchedPolicy,
	verdictOn,
} from "./unhandled-options.ts";

/** The mock that responds to a request, and what to do if no operation matches. */
export interface ActiveMock extends UnmatchedPolicy {
	readonly mock: Pick<
		Engine,
		"intercepts" | "match" | "fetch" | "recordUnmatched" | "nearest"
	>;
}

/** Reports a response such as 404 to a request that no operation matches. */
function reportUnmatched(
	{ mock, onUnhandled, onError }: ActiveMock,
	request: Request,
	status: number,
	warn: (message: string) => void,
): void {
	const verdict = verdictOn(onUnhandled, request);
	if (verdict === "bypass") return;
	const { method, url } = request;
	const nearest = mock.nearest(request);
	const unhandled = { method, url, status, sentFrom: findSender(), nearest };
	if (verdict === "warn") warn(describeUnhandled(unhandled));
	else onError?.(unhandled);
}

/**
 * Creates one handler for all operations of whichever mock is active: MSW asks its handlers one by one, and each costs
 * time.
 * @param activeMock called for each request; undefined to leave the request to other handlers
 * @param warn prints a warning
 */
export function createDispatcher(
	activeMock: (request: Request) => ActiveMock | RejectedRequest | undefined,
	warn: (message: string) => void,
): HttpHandler {
	const actives = new WeakMap<Request, ActiveMock>();
	return createMswHandler(
		"any operation",
		(request) => {
			const active = activeMock(request);
			if (!active || "refused" in active) return false;
			if (!active.mock.intercepts(request)) return false;
			actives.set(request, active);
			return true;
		},
		async (request) => {
			const active = actives.get(request);
			if (!active) throw new Error("MSW called a handler that did not match.");
			const { mock } = active;
			const response = await mock.fetch(request);
			if (mock.match(request).route.kind !== "operation")
				reportUnmatched(active, request, response.status, warn);
			return response;
		},
	);
}
