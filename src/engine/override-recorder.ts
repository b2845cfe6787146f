import type { Engine } from "./engine.ts";
import { createEnter } from "./enter.ts";
import type { MockRequest } from "./request/request.ts";
import { tee } from "./response/tee.ts";
import type { Address } from "./routing/address.ts";

/** Has the journal tell of an answer, which goes on in the one that it gives. */
export type RecordResponse = (response: Response) => Promise<Response>;

/**
 * Writes into the journal what somebody else answers in place of the mock.
 * @returns what takes a request, before it is answered; that gives undefined where the mock has to refuse it itself
 */
export function createOverrideRecorder(
	engine: Engine,
	readAddress: (incoming: MockRequest) => Address,
	maxBytes: number,
): (incoming: MockRequest) => RecordResponse | undefined {
	const { journal } = engine;
	const enter = createEnter(engine);
	return (incoming) => {
		const begun = performance.now();
		const address = readAddress(incoming);
		const { session, refused } = enter(incoming, address, begun);
		if (refused) return undefined;
		return async (response) => {
			const durationMs = performance.now() - begun;
			const bytes = await incoming.readBody(maxBytes);
			const write = (responseBody?: string): void => {
				// The journal's next session of that name is not this one.
				if (session.isDropped) return;
				journal.write({
					at: Date.now(),
					session: session.id,
					operation: null,
					matched: true,
					method: incoming.method,
					target: address.path + address.search,
					status: response.status,
					durationMs,
					fault: null,
					requestHeaders: incoming.headers(),
					requestBody: typeof bytes === "string" ? undefined : bytes,
					responseHeaders: Object.fromEntries(response.headers),
					responseBody,
					nearest: undefined,
				});
			};
			if (response.body)
				return new Response(tee(response.body, write), response);
			write();
			return response;
		};
	};
}
