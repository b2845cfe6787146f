import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
	type Judgment,
	judgeResponse,
} from "../document/judgment/judge-response.ts";
import { findListProperty } from "../document/judgment/shape-values.ts";
import { tryParseJson } from "../values/json.ts";
import type {
	Check,
	Contract,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "./contract.ts";
import { createErrorIndex } from "./index-errors.ts";
import { findTarget } from "./operations.ts";

/** An exchange with the provider, and its check. */
export interface Observation extends ProviderExchange {
	/** The description of the check. */
	readonly check: string;
	/** The expected status. */
	readonly status: number;
	/** Whether the request set up a state for the check. */
	readonly isArrangement: boolean;
	/** The sent request, if its form differs from the documented one. */
	readonly adapted?: OutgoingRequest;
	/** The response to this request, before it was restored to the documented values. */
	readonly received?: ProviderResponse;
}

/** Adapts requests to the form that a service was found to accept. */
interface RequestAdapter {
	adapt(
		target: string,
		request: OutgoingRequest,
	):
		| {
				readonly request: OutgoingRequest;
				/** Returns the response that corresponds to the documented request. */
				restore(response: ProviderResponse): ProviderResponse;
		  }
		| undefined;
}

/** Sends the requests of checks, and keeps every exchange. */
export interface Observer {
	/** Returns a function that sends the request of a check. */
	sendFor(check: Pick<Check, "description" | "status">): Send;
	/** Returns a function that sets up a state for a check. It returns responses in the documented form. */
	arrangeFor(description: string): Send;
	readonly observations: readonly Observation[];
	/** Compares an exchange with the OpenAPI document. Uses the names that responses have shown so far. */
	compare(observation: Observation): Judgment;
	/** Returns the last exchange of the check itself. */
	findLast(description: string): Observation | undefined;
	/** The actual name by the documented name, from the responses so far. */
	readonly renamed: Map<string, string>;
	/** The texts that responses have shown. */
	readonly index: ReturnType<typeof createIndex>;
	readonly errors: ReturnType<typeof createErrorIndex>;
	/** The checks whose request found records only after a while. */
	readonly delayed: ReadonlySet<string>;
	/** Redacts credentials in a text. */
	readonly hide: ((text: string) => string) | undefined;
	/** Drops the exchanges of these checks. */
	forget(checks: Pick<ReadonlySet<string>, "has">): void;
}

/** A text in JSON that may be an id. */
const TEXT = /"[^"\\]{8,200}"/g;
const REPEAT_MS = 200;
const MAX_REPEATS = 3;
/** After this many consecutive pages that stayed empty, the service does not count as slow. */
const MAX_IN_VAIN = 3;

function isEmptyPage(
	{ documented }: Contract,
	{ target, status }: Observation,
	{ body }: ProviderResponse,
): boolean {
	const { schema } = documented.findResponse(target, status) ?? {};
	const list = schema && findListProperty(schema);
	if (list === undefined) return false;
	return isDeepStrictEqual(Object(tryParseJson(`${body}`))[list], []);
}

/** Collects the texts of responses, with the operations that have shown them in their order. */
function createIndex() {
	const targets = new Map<string, Set<string>>();
	let left: Pick<Observation, "target" | "response">[] = [];
	return {
		note: (exchange: Pick<Observation, "target" | "response">): void => {
			if (exchange.response.status < 300) left.push(exchange);
		},
		find(text: string): readonly string[] {
			for (const { target, response } of left)
				for (const [each] of `${response.body}`.matchAll(TEXT)) {
					const known = targets.get(each) ?? new Set();
					targets.set(each, known.add(target));
				}
			left = [];
			return [...(targets.get(JSON.stringify(text)) ?? [])];
		},
	};
}

interface ObserverOptions {
	/**
	 * The observer of the first run. The observer of the second run gives checks responses in the documented form, and
	 * reads empty pages again.
	 */
	readonly first?: Observer;
	/** Adapts the requests of the second run. */
	readonly adapter?: RequestAdapter | undefined;
	/** Redacts credentials that a rejection repeats; defaults to that of the first observer. */
	readonly hide?: Observer["hide"];
}

/** Creates an observer of the provider. */
export function createObserver(
	contract: Contract,
	send: Send,
	{ first, adapter, hide = first?.hide }: ObserverOptions = {},
): Observer {
	const { documented, operations } = contract;
	const renamed = first?.renamed ?? new Map<string, string>();
	const delayed = new Set<string>();
	let observations: Observation[] = [];
	let inVain = 0;

	const index = first?.index ?? createIndex();
	const errors = first?.errors ?? createErrorIndex();
	const pathOf = (target: string): string | undefined =>
		operations.find(({ id }) => id === target)?.path;
	const compare = (observation: Observation): Judgment =>
		judgeResponse(documented, observation, {
			...{ renamed, ...(hide && { hide }) },
			errorTexts: errors.textsOf(observation.target),
			countUses(text) {
				const [first = "", ...others] = index.find(text);
				const isOwn = pathOf(first) === pathOf(observation.target);
				// The id of another record was shown elsewhere before.
				return isOwn || first === "" ? others.length : -1;
			},
		});

	/** Returns the response in the documented form. Usual responses are returned without an alignment. */
	function translate(observation: Observation): ProviderResponse {
		const { target, request, response, status } = observation;
		const conforms =
			response.status === status &&
			documented.findViolation(target, request, response) === undefined;
		const form = conforms ? undefined : compare(observation).documentedForm;
		if (!form) return response;
		const headers = { ...response.headers, "content-type": form.contentType };
		const body =
			form.body === undefined ? response.body : Buffer.from(form.body);
		return { status: form.status, headers, body };
	}

	const observe =
		(check: string, expected?: number): Send =>
		async (request) => {
			const isArrangement = expected === undefined;
			const target = findTarget(request, operations);
			const status =
				request.expects ??
				expected ??
				documented.expectStatus(target, request).status;
			const adapted = adapter?.adapt(target, request);
			const sent = {
				...{ check, target, request, status, isArrangement },
				...(adapted && { adapted: adapted.request }),
			};
			const exchange = async (): Promise<Observation> => {
				const received = await send(adapted?.request ?? request);
				const response = adapted?.restore(received) ?? received;
				const observation = {
					...{ ...sent, response },
					...(adapted && { received }),
				};
				observations.push(observation);
				index.note(observation);
				errors.note({ ...observation, request: adapted?.request ?? request });
				return observation;
			};
			const observation = await exchange();
			if (!first && !isArrangement) return observation.response;
			let translated = translate(observation);
			if (!first || inVain >= MAX_IN_VAIN) return translated;
			// Late records would hide every other difference of a search.
			const isEmpty = () => isEmptyPage(contract, observation, translated);
			let repeats = 0;
			for (; repeats < MAX_REPEATS && isEmpty(); repeats++) {
				await sleep(REPEAT_MS);
				translated = translate(await exchange());
			}
			if (repeats === 0) return translated;
			const isFound = !isEmpty();
			inVain = isFound ? 0 : inVain + 1;
			if (isFound && !isArrangement) delayed.add(check);
			return translated;
		};
	return {
		get observations() {
			return observations;
		},
		...{ renamed, delayed, index, errors, compare, hide },
		findLast: (description) =>
			observations.findLast(
				({ check, isArrangement }) => check === description && !isArrangement,
			),
		forget(checks) {
			observations = observations.filter(({ check }) => !checks.has(check));
		},
		sendFor: ({ description, status }) => observe(description, status),
		arrangeFor: (description) => observe(description),
	};
}
