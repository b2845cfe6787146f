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
import type { Observation } from "../observer.ts";
import { buildRequest, createExchanges } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import { learnBody } from "./learn-body.ts";
import { isFormRejected } from "./read-trial.ts";
import { applyRepairs, type Repair } from "./repairs.ts";

/** A request in the form that the service accepts. */
export interface AdaptedRequest {
	readonly request: OutgoingRequest;
	/** Replaces each value that the adapted request sent by the documented one, wherever the response repeats it. */
	restore(response: ProviderResponse): ProviderResponse;
}

/** How a service takes the body of an operation. */
export interface LearntBody {
	readonly repairs: readonly Repair[];
	/** An exchange with such a body. */
	readonly accepted: {
		readonly request: OutgoingRequest;
		readonly response: ProviderResponse;
		/** What the request has as JSON. */
		readonly body: unknown;
	};
}

/** What a service takes in another form than the document says. */
export interface LearntRequests {
	/** By operation id. */
	readonly bodies: ReadonlyMap<string, LearntBody>;
	/** How many requests were sent to learn it, by operation id. */
	readonly requests: ReadonlyMap<string, number>;
	/** Returns the request in the form that the service accepts; undefined if that is the documented one. */
	adapt(target: string, request: OutgoingRequest): AdaptedRequest | undefined;
}

/** How many requests one operation may take. */
const MAX_REQUESTS = 80;
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
	replaced: ReadonlyMap<unknown, unknown>,
): ProviderResponse {
	const body = replaced.size > 0 ? tryParseJson(`${response.body}`) : undefined;
	if (typeof body !== "object") return response;
	const text = tryRecursion(() =>
		JSON.stringify(body, (_, value: unknown) =>
			replaced.has(value) ? replaced.get(value) : value,
		),
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
			wrappers: listWrappers(operation),
			seen: memory.seen,
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
		return [
			() => contract.createValidRequest(id, []).body,
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
	return {
		...{ bodies, requests },
		adapt(target, request) {
			const { repairs } = bodies.get(target) ?? {};
			const text = String(request.body ?? "");
			const body = tryParseJson(text);
			const isText = Buffer.from(text).equals(Buffer.from(request.body ?? ""));
			if (!repairs || !isObject(body) || !isText) return undefined;
			const replaced = new Map<unknown, unknown>();
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
		},
	};
}
