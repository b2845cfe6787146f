import type { IncomingMessage } from "node:http";
import { resolve } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { errorMessage } from "../../values/errors.ts";
import { showUrl } from "../../values/http.ts";
import { tryParseJson } from "../../values/json.ts";
import type { Call, Contract } from "../contract.ts";
import {
	type CheckFailure,
	isCheckFailure,
	VerificationError,
} from "../errors.ts";
import type { StateModule } from "../verify-options.ts";
import {
	isUrl,
	type JsonObject,
	type ProviderState,
	textAt,
	toObject,
} from "./pact-files.ts";
import { listenOnLoopback } from "./start-proxy.ts";

/** Sets up a provider state and returns the values to insert into requests, or cleans up afterwards. */
export type StateHandler = (
	action: "setup" | "teardown",
	name: string,
	params: JsonObject,
) => Promise<JsonObject>;

/** Sends Pact's standard state changes to a hook of the provider. */
const createHookHandler =
	(url: string, timeoutMs: number): StateHandler =>
	async (action, state, params) => {
		try {
			const response = await fetch(url, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ action, state, params }),
				redirect: "manual",
				signal: AbortSignal.timeout(timeoutMs),
			});
			if (!response.ok) throw new Error(`it responded with ${response.status}`);
			return toObject(tryParseJson(await response.text()));
		} catch (error) {
			const message = `The provider state "${state}" could not be set up at ${url}: ${errorMessage(error)}. Check the hook, or pass another --states.`;
			throw new VerificationError(message.replaceAll(url, showUrl(url)));
		}
	};

async function loadModule(path: string): Promise<StateModule> {
	const url = pathToFileURL(resolve(path)).href;
	try {
		const { createJiti } = await import("jiti");
		const loaded: StateModule & {
			readonly default?: StateModule;
			readonly states?: StateModule;
		} = path.endsWith("ts")
			? await createJiti(import.meta.url).import(url)
			: await import(url);
		return loaded.default ?? loaded.states ?? loaded;
	} catch (error) {
		throw new VerificationError(
			`Cannot load the provider states of ${path}: ${errorMessage(error)}. Export an object with a function for each state by its name.`,
		);
	}
}

const findOwn = <T>(
	values: Readonly<Record<string, T>>,
	name: string,
): T | undefined => (Object.hasOwn(values, name) ? values[name] : undefined);

/**
 * Creates the handler of provider states.
 * @param states the value of `--states`: a module, its path, or the URL of a hook
 * @param shipped sets up all other states by calling operations, so that no cleanup is necessary
 * @param createCall prepares the calls of one state
 */
export async function createStateHandler(
	states: string | StateModule | undefined,
	shipped: Contract["states"],
	createCall: () => Call,
	timeoutMs: number,
): Promise<StateHandler> {
	if (typeof states === "string" && isUrl(states))
		return createHookHandler(states, timeoutMs);
	const module =
		typeof states === "string" ? await loadModule(states) : (states ?? {});
	return async (action, name, params) => {
		const own = findOwn(module, name);
		const arrange = findOwn(shipped, name);
		if (own === undefined && arrange)
			return action === "setup" ? arrange(params, createCall()) : {};
		if (own === undefined)
			throw new VerificationError(
				`The provider state "${name}" has no handler. Pass one with --states, as a module or the URL of a hook.`,
			);
		const handlers = typeof own === "function" ? { setup: own } : own;
		try {
			const values = toObject(await handlers[action]?.(params));
			// If a value cannot be serialized, this fails here, where the message can name the state.
			return toObject(JSON.parse(JSON.stringify(values)));
		} catch (error) {
			throw new VerificationError(
				`The handler of the provider state "${name}" failed: ${errorMessage(error)}. Fix it in the module passed with --states.`,
			);
		}
	};
}

/** A server for the state changes of Pact's verifier. */
interface StateServer extends AsyncDisposable {
	readonly url: string;
	/** Returns why the state could not be set up; undefined if it was set up. */
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

	async function changeState(request: IncomingMessage): Promise<JsonObject> {
		const body = toObject(await json(request));
		const isSetup = textAt(body, "action", "setup") === "setup";
		const name = textAt(body, "state");
		const state = { name, params: toObject(body.params) };
		if (isSetup) onSetup();
		// For an interaction without states, Pact requests a state with an empty name. A failed state would fail again.
		if (name === "" || findFailure(state)) return {};
		try {
			return await handle(isSetup ? "setup" : "teardown", name, state.params);
		} catch (error) {
			const failure = isCheckFailure(error)
				? error
				: new VerificationError(
						`The provider state could not be set up: ${errorMessage(error)}.`,
					);
			failures.push({ state, failure });
			return {};
		}
	}

	const server = await listenOnLoopback(async (request, response) => {
		// After a failure, the response is still a success, because the verifier would otherwise retry with growing delays.
		// Its result for the interaction is ignored.
		const values = await changeState(request).catch(() => ({}));
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify(values));
	});
	return { ...server, url: `${server.url}/states`, findFailure };
}
