import type { Control } from "../control/control.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { plural } from "../values/plural.ts";

/** Captured at import, so that a test's fake timers do not affect it. */
const { now } = Date;

/** The property of a mock in another process that counts requests outside of its session. */
const COUNT_STRAYS: unique symbol = Symbol("countStrays");

type CountStrays = (operation: string) => Promise<number>;

/**
 * Returns a property for a mock in another process. From now on, requests of the code under test that do not name the
 * session belong to the default session.
 * @param control of the whole server
 */
export function countStraysOf(control: Control): object {
	const openedAt = now();
	const countStrays: CountStrays = async (operation) => {
		const { requests } = await control
			.session(DEFAULT_SESSION)
			.requests({ operation });
		return requests.filter(({ at }) => Date.parse(at) >= openedAt).length;
	};
	return { [COUNT_STRAYS]: countStrays };
}

/** Says how many requests of an operation did not name the session of the mock. */
export async function describeStrays(
	mock: { readonly requests: unknown; readonly [COUNT_STRAYS]?: CountStrays },
	operation: string,
): Promise<string[]> {
	const count = (await mock[COUNT_STRAYS]?.(operation)) ?? 0;
	if (count === 0) return [];
	return [
		`Meanwhile, the session ${DEFAULT_SESSION} of the server received ${plural(count, "request")} of ${operation}. Send requests to mock.url, or with mock.headers.`,
	];
}
