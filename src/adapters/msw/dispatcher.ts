import type {
	BareCore as Core,
	Responder,
} from "../../engine/create-bare-core.ts";
import { verdictOn } from "../../engine/routing/on-unhandled.ts";
import { createMswHandler, type ExchangeHandler } from "./msw-handler.ts";
import {
	describeUnhandled,
	type RejectedRequest,
	type UnmatchedPolicy,
} from "./unhandled-strategy.ts";

/** Who answers, and what becomes of what it has no answer for. */
export interface ActiveMock extends UnmatchedPolicy {
	readonly mock: Pick<Core, "responders" | "recordUnmatched" | "nearest">;
}

/** Says so where a refusal of the mock's, like 404, answers a request that should not have been sent. */
function tellRefusal(
	{ mock, onUnhandled, onError }: ActiveMock,
	request: Request,
	status: number,
	warn: (message: string) => void,
): void {
	const verdict = verdictOn(onUnhandled, request);
	if (verdict === "bypass") return;
	const { method, url } = request;
	const nearest = mock.nearest(request);
	const unhandled = { method, url, status, nearest };
	if (verdict === "warn") warn(describeUnhandled(unhandled));
	else onError?.(unhandled);
}

/**
 * One handler for all operations of whichever mock is to answer. MSW asks its handlers one by one, and each takes a
 * while.
 * @param answering who answers, looked up for each request; undefined to leave it to others
 * @param warn how a warning is given
 */
export function createDispatcher(
	answering: (request: Request) => ActiveMock | RejectedRequest | undefined,
	warn: (message: string) => void,
): ExchangeHandler {
	const matched = new WeakMap<
		Request,
		{ answerer: ActiveMock; responder: Responder }
	>();
	return createMswHandler({
		header: "any operation",
		isUnmatched: false,
		matches(request) {
			const answerer = answering(request);
			if (!answerer || "refused" in answerer) return false;
			const responder = answerer.mock.responders.find((each) =>
				each.matches(request),
			);
			if (!responder) return false;
			matched.set(request, { answerer, responder });
			return true;
		},
		async respond(request) {
			const match = matched.get(request);
			if (!match) throw new Error("MSW asks for what did not match.");
			const { answerer, responder } = match;
			const response = await responder.respond(request);
			if (responder.isUnmatched)
				tellRefusal(answerer, request, response.status, warn);
			return response;
		},
	});
}
