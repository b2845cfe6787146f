import type { UnhandledRequestCallback } from "msw";
import type { Mock } from "../mock/create-mock.ts";

/** What becomes of a request that no handler matches: refused, let through with a warning, or let through silently. */
export type OnUnhandled = "error" | "warn" | "bypass";

function describe(request: Request, mock: Pick<Mock, "nearest">): string {
	const nearest = mock
		.nearest(request)
		.map(({ operation, why }) => `\n  ${operation}: ${why}`);
	const near =
		nearest.length > 0 ? ` It came closest to:${nearest.join("")}` : "";
	return `No handler matches ${request.method} ${request.url}.${near}\nPass onUnhandled: "bypass" to let such requests through.`;
}

/** @param warn how a warning is given */
export function unhandledStrategy(
	mock: Pick<Mock, "nearest">,
	strategy: OnUnhandled,
	warn: (message: string) => void,
): UnhandledRequestCallback {
	return (request) => {
		if (strategy === "bypass") return;
		const message = describe(request, mock);
		if (strategy === "warn") return warn(message);
		// MSW answers other errors with 500, as if the service had failed; those with code and errno break the connection.
		throw Object.assign(new Error(message), {
			code: "ERR_UNHANDLED_REQUEST",
			errno: 0,
		});
	};
}
