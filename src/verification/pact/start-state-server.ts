import type { IncomingMessage, ServerResponse } from "node:http";
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

const toFailure = (error: unknown): CheckFailure =>
	isCheckFailure(error)
		? error
		: new VerificationError(
				`The provider state could not be set up: ${errorMessage(error)}.`,
			);

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
		const action =
			textAt(body, "action", "setup") === "setup" ? "setup" : "teardown";
		const name = textAt(body, "state");
		const params = toObject(body.params);
		if (action === "setup") onSetup();
		// Pact requests a state with an empty name for an interaction without states. A failed state would fail again.
		if (name === "" || findFailure({ name, params })) return "{}";
		try {
			return JSON.stringify(await handle(action, name, params));
		} catch (error) {
			failures.push({ state: { name, params }, failure: toFailure(error) });
			throw error;
		}
	}

	async function respond(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		// The response to a failure is a success too, because the verifier would otherwise retry with growing delays. Its
		// result for the interaction is ignored.
		const values = await changeState(request).catch(() => "{}");
		response.writeHead(200, { "content-type": "application/json" }).end(values);
	}
	const server = await listenOnLoopback(
		(request, response) => void respond(request, response),
	);
	return { ...server, url: `${server.url}/states`, findFailure };
}
