import { type OnUnhandled, verdictOn } from "../engine/routing/on-unhandled.ts";

/**
 * Refuses a request that a mock would answer, or would refuse itself; undefined for others, which are none of its
 * business.
 * @param refused why, in words
 */
export function rejectRequest(
	request: Request,
	refused: string,
	mocks: readonly { intercepts(request: Request): boolean }[],
	onUnhandled: OnUnhandled,
): { readonly refused: string } | undefined {
	const isOurs =
		mocks.some((mock) => mock.intercepts(request)) ||
		verdictOn(onUnhandled, request) === "error";
	return isOurs ? { refused } : undefined;
}
