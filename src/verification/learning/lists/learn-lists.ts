import { isObject, tryParseJson } from "../../../values/json.ts";
import type {
	Contract,
	ContractOperation,
	ExampleRequest,
	Finding,
	OutgoingRequest,
	PageNames,
	ProviderExchange,
	ProviderResponse,
} from "../../contract.ts";
import { keepCheckFailure } from "../../errors.ts";
import type { Observation, Observer } from "../../observer.ts";
import { buildRequest } from "../../operations.ts";
import {
	LINKED,
	LISTED,
	MILLISECONDS,
	SECONDS,
	SPACED,
	WHOLE,
} from "./condition-trials.ts";
import { type LearntList, learnConditions } from "./learn-conditions.ts";
import {
	createInput,
	type Inquiry,
	type LearntCondition,
	type Value,
} from "./list-inquiry.ts";

/** A request in the accepted form. */
export interface AdaptedRequest {
	readonly request: OutgoingRequest;
	/** Replaces the values of the adapted request by the documented ones wherever the response repeats them. */
	restore(response: ProviderResponse): ProviderResponse;
}

/** The learnt conditions of lists and searches, by operation id. */
export type LearntLists = ReadonlyMap<string, LearntList>;

/** The input for learning the names of conditions. */
interface Course {
	readonly contract: Contract;
	readonly observer: Observer;
	/** Observes further requests in the accepted form. */
	readonly adapting: Observer;
	/** Whether the service has another style, so that its rules for values probably differ. */
	readonly isForeign: boolean;
	/** The operations that create records. */
	readonly writing: readonly ContractOperation[];
	/** Whether the document allows a request of the service's media type. */
	readonly isDocumented: (
		operation: string,
		request: OutgoingRequest,
	) => boolean;
	readonly listWrappers: (operation: ContractOperation) => readonly string[];
	/** Returns words in the style of one that the service takes. */
	readonly alike: NonNullable<Inquiry["alike"]>;
	/** Lists names that the service has elsewhere. */
	readonly names: () => readonly string[];
	/** Sends a request that learns about an operation. Returns undefined if the maximum number is reached. */
	readonly send: (
		operation: string,
		request: OutgoingRequest,
	) => Promise<ProviderResponse | undefined>;
}

/** The forms of values that documented values can be converted to. */
const ADAPTED = new Set([
	"",
	LINKED,
	LISTED,
	SECONDS,
	MILLISECONDS,
	SPACED,
	WHOLE,
]);

/** The number of new records of an operation whose audit records are compared. */
const RECORDS = 2;

/** Returns an exchange with the response in the documented form. */
const translate =
	({ compare }: Observer) =>
	(observation: Observation): ProviderExchange => {
		const { target, request, response } = observation;
		const { body } = compare(observation).documentedForm ?? {};
		return {
			...{ target, request },
			response:
				body === undefined
					? response
					: { ...response, body: Buffer.from(body) },
		};
	};

/** Calls operations in the accepted form. */
async function callAll(
	{ contract, adapting }: Course,
	operations: Contract["operations"],
	times: number,
): Promise<void> {
	for (const operation of operations) {
		const { id, success } = operation;
		const check = { description: `${id}: learning`, status: success };
		for (let count = 0; count < times; count++)
			await adapting
				.sendFor(check)(
					buildRequest(operation, contract.createValidRequest(id, [])),
				)
				.catch(keepCheckFailure);
	}
}

/** Remembers the places of a documented object's properties in a record. */
function rememberPlaces(
	{ renamed }: Observer,
	findings: readonly Finding<unknown>[],
): void {
	for (const { where, actual, change, isAllowed } of findings) {
		// The contents of a whole object are told like those of one that the document lacks.
		if (change || isAllowed) continue;
		const [, place] = /\[\*\]\.(\w+(?:\.\w+)?)$/.exec(where) ?? [];
		if (place !== undefined && /^\w+$/.test(actual)) renamed.set(place, actual);
	}
}

/** Whether no page of a list tells how to get the next one in the documented way. */
export function lacksCursor(
	{ observations, compare }: Pick<Observer, "observations" | "compare">,
	list: string,
	nextCursor: string,
): boolean {
	const seen = observations.filter(
		({ target, status, request, response }) =>
			target === list &&
			request.method !== "HEAD" &&
			[status, response.status].every((each) => each < 300),
	);
	return (
		nextCursor !== "" &&
		seen.length > 0 &&
		seen.every((each) =>
			compare(each).deviations.some(
				({ where, change }) =>
					where === `$.${nextCursor}` && change?.kind === "missing",
			),
		)
	);
}

/**
 * Returns the operations that add records to the list of a path. For the search of an audit trail, returns one operation,
 * if possible one that creates a listed record: it leaves one audit record, and others may leave several.
 */
export function selectWriting<Each extends Pick<ContractOperation, "path">>(
	writing: readonly Each[],
	reading: readonly Pick<ContractOperation, "path">[],
	path: string,
): Each[] {
	const own = writing.filter((each) => each.path === path);
	const creating = writing.filter((each) =>
		reading.some((other) => other.path === each.path),
	);
	return own.length > 0 ? own : [...creating, ...writing].slice(0, 1);
}

/** Whether requests have their conditions in the query. Pages without a cursor do not say where these are. */
export const isAskedInQuery = (
	{ bodies }: Pick<ContractOperation, "bodies">,
	page?: Pick<PageNames, "in">,
): boolean => (page ? page.in === "query" : bodies.length === 0);

/** Learns the names of the conditions of lists and searches that a service ignores or rejects. */
export async function learnLists(course: Course): Promise<LearntLists> {
	const { contract, observer, adapting, listWrappers } = course;
	const { conditions, documented, operations } = contract;
	const lists = new Map<string, LearntList>();
	const isRejected = ({ status, response }: Observation): boolean =>
		status < 400 && response.status >= 400 && response.status < 500;
	const find = (observations: readonly Observation[]) =>
		contract.findInExchanges(
			observations
				.filter(({ response }) => response.status < 300)
				.map(translate(observer)),
		);
	const rejected = observer.observations.filter(isRejected);
	const ignoring = find(observer.observations).flatMap(
		({ change, exchange }) => (change?.kind === "ignored" ? [exchange] : []),
	);
	/** Whether the records have another name for a value that a condition compares. The condition probably has it, too. */
	const isRenamed = (each: Observation): boolean =>
		observer
			.compare(each)
			.deviations.some(
				({ where, change }) =>
					change?.kind === "rename" &&
					conditions[each.target]?.some(({ place }) => place === where),
			);
	const renaming = observer.observations.filter(
		(each) => each.response.status < 300 && isRenamed(each),
	);
	const writing = course.writing.filter(({ id }) => !(id in conditions));
	const reading = operations.filter(({ id }) => id in conditions);
	const failing = [...rejected, ...ignoring, ...renaming].filter(
		({ target }) => target in conditions,
	);
	if (writing.length + failing.length === 0) return lists;
	await callAll(course, writing, RECORDS);
	await callAll(course, reading, 1);
	// A list in the documented form accepts the documented conditions.
	const deviating = [...observer.observations, ...adapting.observations].filter(
		(each) =>
			each.response.status < 300 &&
			observer.compare(each).deviations.length > 0,
	);
	const differing = reading.filter(({ id }) =>
		[...failing, ...deviating].some(({ target }) => target === id),
	);
	const findAll = () =>
		find([...observer.observations, ...adapting.observations]);
	const places = findAll();
	rememberPlaces(observer, places);
	// Values can be found only after the places are known.
	const findings = [...places, ...findAll()];
	rememberPlaces(observer, findings);
	for (const operation of differing) {
		const { id, path } = operation;
		// More records than a page contains, so that a repetition is visible.
		const own = selectWriting(writing, reading, path);
		// Until a record is created, the same request has the same response.
		const known = new Map<string, LearntCondition["example"]>();
		const found = await learnConditions({
			...{ findings, conditions: conditions[id] ?? [] },
			renamed: observer.renamed,
			isInQuery: isAskedInQuery(operation, documented.pages[id]),
			wrappers: listWrappers(operation),
			...{ alike: course.alike, names: course.names },
			...(course.isForeign && {
				isDocumented: (input: ExampleRequest) =>
					course.isDocumented(id, buildRequest(operation, input)),
			}),
			write() {
				known.clear();
				return callAll(course, own, 1);
			},
			async send(input) {
				const key = JSON.stringify(input);
				const request = buildRequest(operation, input);
				const before = known.get(key);
				const response = before?.response ?? (await course.send(id, request));
				if (!response) return undefined;
				const example = { request, response };
				known.set(key, example);
				return example;
			},
		});
		if (found.conditions.length + found.seen.length > 0) lists.set(id, found);
	}
	return lists;
}

/** Returns the request with the learnt conditions; undefined if the documented conditions are accepted. */
export function adaptConditions(
	request: OutgoingRequest,
	conditions: readonly LearntCondition[],
): AdaptedRequest | undefined {
	// Checks of a cursor do not apply to a page number.
	const find = ([name, value]: readonly [string, unknown]) =>
		conditions.find((each) => {
			// An expression has all values as texts.
			const isTerm = each.join !== undefined && typeof value === "string";
			return (
				each.name === name &&
				(ADAPTED.has(each.form) || (isTerm && value !== ""))
			);
		});
	const restore = (response: ProviderResponse) => response;
	const [path = "", query] = request.path.split("?");
	const body = tryParseJson(`${request.body ?? ""}`);
	const sent = isObject(body)
		? Object.entries(body)
		: [...new URLSearchParams(query)];
	if (!sent.some(find)) return undefined;
	const [inQuery, others]: [Value[], Value[]] = [[], []];
	for (const [name, value] of sent) {
		const condition = find([name, value]);
		const { path = [name], join, isInQuery } = condition ?? {};
		const translated = condition ? condition.translate(value) : value;
		const isMoved = isInQuery || !isObject(body);
		(isMoved ? inQuery : others).push([path, translated, join]);
	}
	const input = {
		...createInput(false, others),
		...(inQuery.length > 0 && createInput(true, inQuery)),
	};
	const adapted = { ...request, path: `${path}${input.query ?? ""}` };
	if (!isObject(body)) return { request: adapted, restore };
	const { "content-length": _, ...headers } = request.headers ?? {};
	return {
		request: { ...adapted, headers, body: JSON.stringify(input.body) },
		restore,
	};
}
