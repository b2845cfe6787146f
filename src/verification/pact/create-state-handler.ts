import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { errorMessage } from "../../values/error-message.ts";
import type { Arrange, Call, Contract } from "../contract.ts";
import { VerificationError } from "../verification-error.ts";

export type StateAction = "setup" | "teardown";

/** Brings a state about and gives the values that requests need, or cleans up after it. */
export type StateHandler = (
	action: StateAction,
	name: string,
	params: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

type Values = Readonly<Record<string, unknown>>;

const asValues = (value: unknown): Values =>
	typeof value === "object" && value !== null ? (value as Values) : {};

/** Posts Pact's standard state change to a hook of the provider. */
function remoteStates(url: string, timeoutMs: number): StateHandler {
	return async (action, state, params) => {
		const failed = (reason: string) =>
			new VerificationError(
				`The state "${state}" could not be arranged at ${url}: ${reason}. See --states.`,
			);
		const response = await fetch(url, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ action, state, params }),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		}).catch((error: Error) => Promise.reject(failed(error.message)));
		if (!response.ok) throw failed(`it answered ${response.status}`);
		return asValues(await response.json().catch(() => ({})));
	};
}

/** By the name of the state: a function that sets it up, or one for each action. */
export type StateModule = Readonly<
	Record<
		string,
		StateFunction | { setup?: StateFunction; teardown?: StateFunction }
	>
>;
type StateFunction = (params: Values) => unknown;

async function loadModule(path: string): Promise<StateModule> {
	const url = pathToFileURL(resolve(path)).href;
	try {
		const loaded: { default?: StateModule; states?: StateModule } =
			path.endsWith("ts") ? await importTypeScript(url) : await import(url);
		return loaded.default ?? loaded.states ?? (loaded as StateModule);
	} catch (error) {
		throw new VerificationError(
			`The states of ${path} cannot be loaded: ${errorMessage(error)}. Export an object of functions by the name of the state.`,
		);
	}
}

async function importTypeScript(
	url: string,
): Promise<{ default?: StateModule }> {
	const { createJiti } = await import("jiti");
	return createJiti(import.meta.url).import(url);
}

function moduleStates(
	states: StateModule,
	otherwise: StateHandler,
): StateHandler {
	return async (action, name, params) => {
		const given = Object.hasOwn(states, name) ? states[name] : undefined;
		if (given === undefined) return otherwise(action, name, params);
		const handler =
			typeof given === "function"
				? action === "setup"
					? given
					: undefined
				: given[action];
		try {
			return asValues(await handler?.(params));
		} catch (error) {
			throw new VerificationError(
				`The handler of the state "${name}" failed: ${errorMessage(error)}. Mend it in the module given with --states.`,
			);
		}
	};
}

/** Arranges states through the service's own public operations; there is nothing to clean up. */
function publicStates(states: Contract["states"], call: Call): StateHandler {
	return async (action, name, params) => {
		const arrange: Arrange | undefined = Object.hasOwn(states, name)
			? states[name]
			: undefined;
		if (!arrange)
			throw new VerificationError(
				`The state "${name}" has no handler. Give one with --states, as a module or the address of a hook.`,
			);
		return action === "setup" ? arrange(params, call) : {};
	};
}

/** @param given what was passed as `--states`: a module, an address, or nothing for the shipped arrangements */
export async function createStateHandler(
	given: string | StateModule | undefined,
	states: Contract["states"],
	call: Call,
	timeoutMs: number,
): Promise<StateHandler> {
	const shipped = publicStates(states, call);
	if (given === undefined) return shipped;
	if (typeof given === "string" && /^https?:\/\//.test(given))
		return remoteStates(given, timeoutMs);
	return moduleStates(
		typeof given === "string" ? await loadModule(given) : given,
		shipped,
	);
}
