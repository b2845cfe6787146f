import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { errorMessage } from "../../values/error-message.ts";
import { tryParseJson } from "../../values/try-parse-json.ts";
import type { Call, Contract } from "../contract.ts";
import { VerificationError } from "../verification-error.ts";
import { type JsonObject, toObject } from "./json-fields.ts";

/** Sets up a provider state and returns the values to insert into requests, or cleans up after it. */
export type StateHandler = (
	action: "setup" | "teardown",
	name: string,
	params: JsonObject,
) => Promise<JsonObject>;

type StateFunction = (params: JsonObject) => unknown;

/** A setup function, or a function for each action, by name of the provider state. */
export type StateModule = Readonly<
	Record<
		string,
		StateFunction | { setup?: StateFunction; teardown?: StateFunction }
	>
>;

/** Sends Pact's standard state changes to a hook of the provider. */
function createHookHandler(url: string, timeoutMs: number): StateHandler {
	return async (action, state, params) => {
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
			throw new VerificationError(
				`The provider state "${state}" could not be set up at ${url}: ${errorMessage(error)}. Check the hook, or pass another --states.`,
			);
		}
	};
}

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

/**
 * Creates the handler of provider states.
 * @param states the value of `--states`: a module, its path, or the URL of a hook
 * @param shipped sets up every other state through the service's own operations, which leaves nothing to clean up
 */
export async function createStateHandler(
	states: string | StateModule | undefined,
	shipped: Contract["states"],
	call: Call,
	timeoutMs: number,
): Promise<StateHandler> {
	if (typeof states === "string" && /^https?:\/\//.test(states))
		return createHookHandler(states, timeoutMs);
	const module =
		typeof states === "string" ? await loadModule(states) : (states ?? {});
	return async (action, name, params) => {
		const own = Object.hasOwn(module, name) ? module[name] : undefined;
		const arrange = Object.hasOwn(shipped, name) ? shipped[name] : undefined;
		if (own === undefined && arrange)
			return action === "setup" ? arrange(params, call) : {};
		if (own === undefined)
			throw new VerificationError(
				`The provider state "${name}" has no handler. Pass one with --states, as a module or the URL of a hook.`,
			);
		const handlers = typeof own === "function" ? { setup: own } : own;
		try {
			const values = toObject(await handlers[action]?.(params));
			// Fails here, where the message names the state, if a value cannot be serialized.
			return toObject(JSON.parse(JSON.stringify(values)));
		} catch (error) {
			throw new VerificationError(
				`The handler of the provider state "${name}" failed: ${errorMessage(error)}. Fix it in the module passed with --states.`,
			);
		}
	};
}
