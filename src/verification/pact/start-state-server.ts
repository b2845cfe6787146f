import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { errorMessage } from "../../values/error-message.ts";
import { ArrangementFailure } from "../arrangement.ts";
import { NoResponseError } from "../send.ts";
import { VerificationError } from "../verification-error.ts";
import type { StateHandler } from "./create-state-handler.ts";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export type StateFailure =
	| ArrangementFailure
	| NoResponseError
	| VerificationError;

export interface StateServer extends AsyncDisposable {
	readonly url: string;
	/** Why a state could not be arranged, by its key. */
	readonly failures: ReadonlyMap<string, StateFailure>;
}

export const stateKey = (name: string, params: unknown): string =>
	JSON.stringify([name, sorted(params)]);

/** Pact sorts the members of parameters, a pact of another hand may not. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, member]) => [name, sorted(member)]),
	);
}

function asFailure(error: unknown): StateFailure {
	if (
		error instanceof ArrangementFailure ||
		error instanceof NoResponseError ||
		error instanceof VerificationError
	)
		return error;
	return new VerificationError(
		`A state could not be arranged: ${errorMessage(error)}.`,
	);
}

/** Answers the state changes that Pact's verifier asks for. */
export async function startStateServer(
	handle: StateHandler,
	onState: () => void,
): Promise<StateServer> {
	const failures = new Map<string, StateFailure>();

	async function change(request: IncomingMessage): Promise<unknown> {
		const asked = (await json(request)) as {
			action?: string;
			state?: string;
			params?: Record<string, unknown>;
		};
		const { action = "setup", state = "", params = {} } = asked;
		const isSetup = action === "setup";
		if (isSetup) onState();
		// Interactions without a state ask for one without a name.
		if (state === "") return {};
		const key = stateKey(state, params);
		// Another interaction that needs a state which failed would only wait for the same failure.
		const known = failures.get(key);
		if (known) throw known;
		try {
			return await handle(isSetup ? "setup" : "teardown", state, params);
		} catch (error) {
			const failure = asFailure(error);
			failures.set(key, failure);
			throw failure;
		}
	}

	async function answer(
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		try {
			const values = JSON.stringify(await change(request));
			response
				.writeHead(200, { "content-type": "application/json" })
				.end(values);
		} catch {
			// The verifier would ask for a failed state again and again, waiting ever longer; it is told of no failure, and
			// what it then makes of the interaction is not asked for.
			response.writeHead(200, { "content-type": "application/json" }).end("{}");
		}
	}
	const server = await listenOnLoopback(
		(request, response) => void answer(request, response),
	);
	return { ...server, url: `${server.url}/states`, failures };
}
