import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { judgeResponse } from "../../document/judgment/judge-response.ts";
import { findListProperty } from "../../document/judgment/shape-values.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { Contract, ProviderResponse, Send } from "../contract.ts";
import { type Observation, translateResponse } from "../observation.ts";
import { findTarget } from "../operations.ts";
import type { CheckSender, VerificationContext } from "../verify-options.ts";

/** Sends the requests of checks, and keeps every exchange. */
export interface Observer extends CheckSender {
	readonly observations: readonly Observation[];
	/** The actual name by the documented name, as far as the responses have shown. */
	readonly renamed: Map<string, string>;
	/** The checks whose request found records only after a while. */
	readonly delayed: ReadonlySet<string>;
	/** Drops the exchanges of these checks. */
	forget(checks: Pick<ReadonlySet<string>, "has">): void;
}

/** A context whose observer keeps every exchange. */
export interface RunContext extends VerificationContext {
	readonly observer: Observer;
}

const REPEAT_MS = 200;
const MAX_REPEATS = 3;
/** After so many pages in a row that stayed empty, the service is not slow. */
const MAX_IN_VAIN = 3;

/** Translates a response, the usual one without the work of an alignment. */
function translate(
	{ documented }: Contract,
	observation: Observation,
	renamed: Map<string, string>,
): ProviderResponse {
	const { target, request, response, status } = observation;
	const conforms =
		response.status === status &&
		documented.findViolation(target, request, response) === undefined;
	return conforms
		? response
		: translateResponse(
				response,
				judgeResponse(documented, observation, { renamed }).documentedForm,
			);
}

function isEmptyPage(
	{ documented }: Contract,
	{ target, status }: Observation,
	{ body }: ProviderResponse,
): boolean {
	const { schema } = documented.findResponse(target, status) ?? {};
	const list = schema && findListProperty(schema);
	const value = list === undefined ? {} : tryParseJson(body.toString("utf8"));
	return (
		isObject(value) && list !== undefined && isDeepStrictEqual(value[list], [])
	);
}

/**
 * Creates an observer of the provider.
 * @param isTranslating whether checks receive responses in the documented form, too, and empty pages are read again
 * @param renamed the actual names that are already known
 */
export function createObserver(
	contract: Contract,
	send: Send,
	isTranslating = false,
	renamed: Map<string, string> = new Map(),
): Observer {
	let observations: Observation[] = [];
	const delayed = new Set<string>();
	let inVain = 0;

	const observe =
		(check: string, translates: boolean, expected?: number): Send =>
		async (request) => {
			const response = await send(request);
			const target = findTarget(request, contract.operations);
			const status =
				expected ?? contract.documented.expectStatus(target, request).status;
			const isArrangement = expected === undefined;
			const observation = {
				check,
				target,
				request,
				response,
				status,
				isArrangement,
			};
			observations.push(observation);
			if (!translates) return response;
			let translated = translate(contract, observation, renamed);
			if (!isTranslating || inVain >= MAX_IN_VAIN) return translated;
			// Records that appear late would hide every other difference of a search.
			let repeats = 0;
			while (
				isEmptyPage(contract, observation, translated) &&
				repeats < MAX_REPEATS
			) {
				repeats += 1;
				await sleep(REPEAT_MS);
				const later = { ...observation, response: await send(request) };
				observations.push(later);
				translated = translate(contract, later, renamed);
			}
			if (repeats === 0) return translated;
			const isFound = !isEmptyPage(contract, observation, translated);
			inVain = isFound ? 0 : inVain + 1;
			if (isFound && !isArrangement) delayed.add(check);
			return translated;
		};
	return {
		get observations() {
			return observations;
		},
		renamed,
		delayed,
		forget(checks) {
			observations = observations.filter(({ check }) => !checks.has(check));
		},
		sendFor: ({ description, status }) =>
			observe(description, isTranslating, status),
		arrangeFor: (description) => observe(description, true),
	};
}
