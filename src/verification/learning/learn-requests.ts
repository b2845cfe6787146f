import { tryRecursion } from "../../document/judgment/find-sources.ts";
import { isJsonType } from "../../values/http.ts";
import { isObject, mapValues, tryParseJson } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type {
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { createObserver, type Observation } from "../observer.ts";
import { buildRequest, createExchanges } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import { learnBody } from "./learn-body.ts";
import {
	type AdaptedRequest,
	adaptConditions,
	type LearntLists,
	learnLists,
} from "./learn-lists.ts";
import { type LearntBody, measureRules } from "./measure-rules.ts";
import { isFormRejected } from "./read-trial.ts";
import { applyRepairs, type Repair } from "./repairs.ts";

/** What a service takes in another form than the document says. */
export interface LearntRequests {
	/** By operation id. */
	readonly bodies: ReadonlyMap<string, LearntBody>;
	/** The conditions of lists and searches. */
	readonly lists: LearntLists;
	/** How many requests were sent to learn it, by operation id. */
	readonly requests: ReadonlyMap<string, number>;
	/** Returns the request in the form that the service accepts; undefined if that is the documented one. */
	adapt(target: string, request: OutgoingRequest): AdaptedRequest | undefined;
}

/** How many requests one operation may take. */
const MAX_REQUESTS = 80;
/** How many the conditions of a list or a search may take. */
const MAX_CONDITIONS = 240;
/** How many the rules of one operation may take, too. */
const MAX_MEASURED = 320;
/** How many operations may be tried in vain. */
const MAX_VAIN = 12;
const MAX_SEEN = 3;
const MAX_ARRANGED = 4;

/** Collects the values of responses by name, the latest first. */
function createMemory() {
	const values = new Map<string, unknown[]>();
	const collect = (value: unknown, name = ""): void => {
		if (Array.isArray(value)) for (const each of value) collect(each, name);
		else if (isObject(value))
			for (const [inner, each] of Object.entries(value)) collect(each, inner);
		else if (value !== null && name !== "")
			values.set(
				name,
				[...new Set([value, ...(values.get(name) ?? [])])].slice(0, MAX_SEEN),
			);
	};
	return {
		note: ({ status, body }: ProviderResponse): void => {
			if (status < 300)
				tryRecursion(() => collect(tryParseJson(body.toString("utf8"))));
		},
		seen: (name: string): readonly unknown[] => values.get(name) ?? [],
	};
}

const takesJson = ({ bodies }: ContractOperation): boolean =>
	bodies.some(isJsonType);

/** Whether the service rejects the form of a request that is valid by the document. */
const isUnaccepted = ({ status, response }: Observation): boolean =>
	status < 400 && isFormRejected(response);

/** Returns a body with the kinds of its values, and the kinds of characters that its texts have. */
function shapeOf(body: unknown): unknown {
	if (Array.isArray(body)) return body.map(shapeOf);
	if (typeof body === "string")
		return body.replaceAll(/[a-z]+/g, "a").replaceAll(/[A-Z]+/g, "A");
	return isObject(body) ? mapValues(body, shapeOf) : typeof body;
}

/** Returns the text with other words, since a service may require that they are unique. */
const renew = (text: string): string =>
	text.replaceAll(/understudy[a-z]{8,}/g, uniqueWord);

/** Returns names that others put around a body: that of the resource, as the path ends with it. */
function listWrappers({ path }: ContractOperation): string[] {
	const name = path
		.split("/")
		.filter((each) => /^\w+$/.test(each))
		.at(-1);
	return name === undefined
		? ["data"]
		: [...new Set([name.replace(/s$/, ""), name, "data"])];
}

function restoreValues(
	response: ProviderResponse,
	replaced: ReadonlyMap<unknown, readonly unknown[]>,
): ProviderResponse {
	const body = replaced.size > 0 ? tryParseJson(`${response.body}`) : undefined;
	if (typeof body !== "object") return response;
	// Several values may be sent as one, which a response repeats in their order.
	const next = new Map<unknown, number>();
	const restore = (value: unknown): unknown => {
		const documented = replaced.get(value);
		if (!documented) return value;
		const index = next.get(value) ?? 0;
		next.set(value, index + 1);
		return documented[index % documented.length];
	};
	const text = tryRecursion(() =>
		JSON.stringify(body, (_, value: unknown) => restore(value)),
	);
	return text === undefined
		? response
		: { ...response, body: Buffer.from(text) };
}

/**
 * Learns how the service takes the requests that it rejects although they are valid by the document. What it accepts
 * for one operation may help with another, such as the id of a record.
 */
export async function learnRequests(
	{
		contract,
		observer,
		signal,
	}: Pick<VerificationContext, "contract" | "observer" | "signal">,
	send: (request: OutgoingRequest) => Promise<ProviderResponse>,
): Promise<LearntRequests> {
	const memory = createMemory();
	for (const { response } of observer.observations) memory.note(response);
	const rejected = new Set(
		observer.observations.filter(isUnaccepted).map(({ target }) => target),
	);
	const bodies = new Map<string, LearntBody>();
	const requests = new Map<string, number>();

	async function learn(operation: ContractOperation): Promise<boolean> {
		const { id } = operation;
		const { query } = contract.createValidRequest(id, []);
		const { call } = createExchanges(contract, send);
		let sent = 0;
		let accepted: LearntBody["accepted"] | undefined;
		const lesson = {
			path: operation.path,
			wrappers: listWrappers(operation),
			// An object may have the form that another operation takes.
			seen: (name: string, text: string) => {
				const words = text.toLowerCase().split(/\W+/);
				const isNamed = ({ accepted: { body } }: LearntBody): boolean =>
					Object.keys(Object(body)).some(
						(each) => each !== name && words.includes(each.toLowerCase()),
					);
				const named = [...bodies.values()].filter(isNamed);
				return [
					...memory.seen(name),
					...named.map(({ accepted: { body } }) => body),
				];
			},
			async send(body: unknown) {
				if (sent >= MAX_REQUESTS || signal.aborted) return undefined;
				sent += 1;
				const request = buildRequest(operation, {
					...(query !== undefined && { query }),
					body,
				});
				const response = await call.send(request).catch(keepCheckFailure);
				if (isCheckFailure(response)) return undefined;
				if (response.status < 300) accepted = { request, response, body };
				memory.note(response);
				return response;
			},
		};
		let repairs: readonly Repair[] = [];
		for (const createBody of listBodies(operation)) {
			const found = await learnBody({ ...lesson, createBody, repairs });
			// What the simplest body does not teach, others do not either.
			if (!found && repairs.length === 0) break;
			repairs = found ?? repairs;
		}
		requests.set(id, (requests.get(id) ?? 0) + sent);
		if (!accepted || repairs.length === 0) return false;
		bodies.set(id, { repairs, accepted });
		return true;
	}

	/** Lists functions that return a usual body: the simplest, that of the example, and those that set up states. */
	function listBodies(operation: ContractOperation): (() => unknown)[] {
		const { id } = operation;
		const arranged = observer.observations.flatMap(
			({ target, isArrangement, request }) => {
				const text = String(request.body ?? "");
				const body =
					target === id && isArrangement ? tryParseJson(text) : undefined;
				return body === undefined
					? []
					: [[JSON.stringify(shapeOf(body)), text] as const];
			},
		);
		const simplest = () => contract.createValidRequest(id, []).body;
		// Without a condition that the service does not know, a search would find other records.
		if (Object.hasOwn(contract.documented.pages, id)) return [simplest];
		return [
			simplest,
			() => operation.example.body,
			...[...new Map(arranged).values()]
				.slice(0, MAX_ARRANGED)
				.map((text) => () => tryParseJson(renew(text))),
		];
	}

	let left = contract.operations.filter(
		(each) => rejected.has(each.id) && takesJson(each),
	);
	for (let vain = 0, isNew = true; isNew && left.length > 0; ) {
		isNew = false;
		for (const operation of left) {
			if (vain >= MAX_VAIN) break;
			if (await learn(operation)) isNew = true;
			else vain += 1;
		}
		left = left.filter(({ id }) => !bodies.has(id));
	}
	/** Sends a request that learns about an operation, within a number of further ones. */
	const sendFor =
		(id: string, limit: number) => async (request: OutgoingRequest) => {
			const sent = requests.get(id) ?? 0;
			if (sent >= limit || signal.aborted) return undefined;
			requests.set(id, sent + 1);
			const { call } = createExchanges(contract, send);
			const response = await call.send(request).catch(keepCheckFailure);
			return isCheckFailure(response) ? undefined : response;
		};
	for (const [id, body] of bodies) {
		const operation = contract.operations.find((each) => each.id === id);
		if (!operation || id in contract.documented.pages) continue;
		const { expectStatus } = contract.documented;
		const measured = await measureRules({
			...{ operation, repairs: body.repairs },
			createBody: () => contract.createValidRequest(id, []).body,
			isDocumented: (request) =>
				expectStatus(id, request).because === undefined,
			send: sendFor(id, MAX_MEASURED),
		});
		const { rules, repairs, accepted = body.accepted } = measured;
		bodies.set(id, { repairs, rules, accepted });
	}

	function adaptBody(
		target: string,
		request: OutgoingRequest,
	): AdaptedRequest | undefined {
		const { repairs } = bodies.get(target) ?? {};
		const text = String(request.body ?? "");
		const body = tryParseJson(text);
		const isText = Buffer.from(text).equals(Buffer.from(request.body ?? ""));
		if (!repairs || !isObject(body) || !isText) return undefined;
		const replaced = new Map<unknown, unknown[]>();
		const adapted = tryRecursion(() => {
			const json = JSON.stringify(applyRepairs(body, repairs, replaced));
			// A check of a limit fills up the body with spaces.
			const isFilled = text.length > JSON.stringify(body).length;
			return isFilled ? json.padEnd(text.length) : json;
		});
		if (adapted === undefined) return undefined;
		const { "content-length": _, ...headers } = request.headers ?? {};
		return {
			request: { ...request, headers, body: adapted },
			restore: (response) => restoreValues(response, replaced),
		};
	}

	const lists = await learnLists({
		...{ contract, observer, listWrappers },
		adapting: createObserver(contract, send, observer, { adapt: adaptBody }),
		learnt: [...bodies.keys()],
		send: (id, request) => sendFor(id, MAX_CONDITIONS)(request),
	});
	return {
		...{ bodies, requests, lists },
		adapt(target, request) {
			const { conditions = [] } = lists.get(target) ?? {};
			return conditions.length > 0
				? adaptConditions(request, conditions)
				: adaptBody(target, request);
		},
	};
}
