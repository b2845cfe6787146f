import type { Address } from "./address.ts";
import type { Engine } from "./engine.ts";
import { createEnter } from "./enter.ts";
import type { Incoming } from "./incoming.ts";

/** Writes into the journal what somebody else answered in place of the mock. */
export function createWitness(
	engine: Engine,
	readAddress: (incoming: Incoming) => Address,
	maxBytes: number,
): (incoming: Incoming, response: Response, begun: number) => Promise<void> {
	const { journal } = engine;
	const enter = createEnter(engine);
	return async (incoming, response, begun) => {
		const durationMs = performance.now() - begun;
		const address = readAddress(incoming);
		const { session } = enter(incoming, address, begun);
		const bytes = await incoming.receive(maxBytes);
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
			responseBody: await response.text(),
			nearest: undefined,
		});
	};
}
