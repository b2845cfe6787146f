import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { errorMessage } from "../../values/error-message.ts";
import { type CheckFailure, isCheckFailure } from "../judge.ts";
import { VerificationError } from "../verification-error.ts";
import type { StateHandler } from "./create-state-handler.ts";
import { textAt, toObject } from "./json-fields.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";
import type { ProviderState } from "./pact-files.ts";

export interface StateServer extends AsyncDisposable {
	readonly url: string;
	/** Returns why the state could not be set up, or undefined if it could be. */
	findFailure(state: ProviderState): CheckFailure | undefined;
}

/**
 * Starts a server for the state changes of Pact's verifier.
 * @param onSetup called before each setup
 */
export async function startStateServer(
	handle: StateHandler,
	onSetup: () => void,
): Promise<StateServer> {
	const failures: { state: ProviderState; failure: CheckFailure }[] = [];
	const findFailure = (state: ProviderState): CheckFailure | undefined =>
		failures.find((each) => isDeepStrictEqual(each.state, state))?.failure;

	async function changeState(request: IncomingMessage): Promise<string> {
		const body = toObject(await json(request));
		const isSetup = textAt(body, "action", "setup") === "setup";
		const state = {
			name: textAt(body, "state"),
			params: toObject(body.params),
		};
		if (isSetup) onSetup();
		// Pact requests a state with an empty name for an interaction without states. A failed state would fail again.
		if (state.name === "" || findFailure(state)) return "{}";
		try {
			const action = isSetup ? "setup" : "teardown";
			return JSON.stringify(await handle(action, state.name, state.params));
		} catch (error) {
			const failure = isCheckFailure(error)
				? error
				: new VerificationError(
						`The provider state could not be set up: ${errorMessage(error)}.`,
					);
			failures.push({ state, failure });
			return "{}";
		}
	}

	const server = await listenOnLoopback(async (request, response) => {
		// The response to a failure is a success too, because the verifier would otherwise retry with growing delays. Its
		// result for the interaction is ignored.
		const values = await changeState(request).catch(() => "{}");
		response.writeHead(200, { "content-type": "application/json" }).end(values);
	});
	return { ...server, url: `${server.url}/states`, findFailure };
}
