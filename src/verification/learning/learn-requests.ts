import { tryParseJson } from "../../values/json.ts";
import type {
	ContractOperation,
	OutgoingRequest,
	ProviderExchange,
	ProviderResponse,
	Send,
} from "../contract.ts";
import { differsInStyle } from "../differs-in-style.ts";
import { isCheckFailure, keepCheckFailure } from "../errors.ts";
import { createObserver, type Observation } from "../observer.ts";
import { buildRequest, createExchanges, findTarget } from "../operations.ts";
import type { VerificationContext } from "../verify-options.ts";
import { adaptBody } from "./bodies/adapt-body.ts";
import {
	learnBodies,
	listObjects,
	listWrappers,
	takesJson,
} from "./bodies/learn-bodies.ts";
import { learnBody } from "./bodies/learn-body.ts";
import {
	changeMediaType,
	type LearntMediaType,
	learnMediaTypes,
	withMediaTypes,
} from "./bodies/learn-media-types.ts";
import { createStock } from "./create-stock.ts";
import { createSource } from "./lists/create-source.ts";
import {
	type AdaptedRequest,
	adaptConditions,
	type LearntLists,
	lacksCursor,
	learnLists,
} from "./lists/learn-lists.ts";
import { tryStates } from "./lists/try-states.ts";
import { measureOperations } from "./measure-operations.ts";
import { listCodes } from "./rejections/codes.ts";
import { applyRepairs, listNames } from "./rejections/repairs.ts";
import type { MeasuredRule } from "./rules/create-trier.ts";
import type { LearntBody } from "./rules/measure-rules.ts";
import { measureSearch } from "./rules/measure-sizes.ts";
import { followRecords, shareNeeds } from "./share-repairs.ts";
import { createMemory } from "./values/create-memory.ts";
import { listWords } from "./values/spellings.ts";

/** The requests that a service accepts in another form than the document describes. */
export interface LearntRequests {
	/** By operation id. */
	readonly bodies: ReadonlyMap<string, LearntBody>;
	/** The rules of requests that the document does not have, by operation id. */
	readonly rules: ReadonlyMap<string, readonly MeasuredRule[]>;
	/** The conditions of lists and searches. */
	readonly lists: LearntLists;
	/** By operation id, the media types of bodies that differ from the documented ones. */
	readonly mediaTypes: ReadonlyMap<string, LearntMediaType>;
	/** The rejections that the service sent. */
	readonly rejections: readonly ProviderExchange[];
	/** The exchanges of accepted requests, without large responses. */
	readonly accepted: readonly Observation[];
	/** By operation id, the number of requests for learning it. */
	readonly requests: ReadonlyMap<string, number>;
	/** Returns the request in the accepted form; undefined if this is the documented form. */
	adapt(target: string, request: OutgoingRequest): AdaptedRequest | undefined;
}

/** A service that differs in the requests of more operations has another style. */
const MOST_SIMILAR = 2;
/** The maximum number of requests for learning. With it, a whole run sends at most 2,000. */
const MAX_LEARNING = 1_060;
/** The maximum number of requests after the accepted bodies are found. */
const MAX_FURTHER = 900;
/** The number of requests that measure a body, however many were needed to learn it. */
const MIN_MEASURED = 126;
/** How many the conditions of a list or a search may take. */
const MAX_CONDITIONS = 330;
/** The maximum number of requests about the depth and the size of the body of a search. */
const MAX_SEARCH = 30;
/** So many records are left before the checks. */
const MAX_COMMANDS = 90;
/** The maximum number of requests about the operation that creates these records. */
const MAX_STOCK = 400;
/** The maximum number of requests about a list or a search when records are read. */
const MAX_READ = 400;

/** The maximum length of a response that is kept, because comparing longer ones takes long. */
const MAX_KEPT = 4_000;

type Seen = Pick<MeasuredRule, "where" | "actual">;

/** Lists the words that a list takes for a condition with this name. A property of a body with the name often has the same. */
export const listConditionWords = (
	lists: ReadonlyMap<string, { readonly seen: readonly Seen[] }>,
	name: string,
): string[] =>
	[...lists.values()].flatMap(({ seen }) =>
		seen
			.filter(({ where = "", actual }) => {
				const [last] = where.split(/[ .]/).slice(-1);
				return last === name && actual.startsWith("only ");
			})
			.flatMap(({ actual }) =>
				Array.from(
					// What the service says of others may have quoted words, too.
					actual.replace(/; others? .*/s, "").matchAll(/"([^"]*)"/g),
					([, word = ""]) => word,
				).filter((word) => word !== ""),
			),
	);

/**
 * Learns the accepted form of valid requests that the service rejects. The accepted request of one operation may help
 * with another, for example with the id of a record.
 */
export async function learnRequests(
	{
		contract: documented,
		observer,
		signal,
		examples,
	}: Pick<VerificationContext, "contract" | "observer" | "signal" | "examples">,
	sendUnnoted: Send,
): Promise<LearntRequests> {
	const memory = createMemory(
		documented.operations
			.filter(({ method }) => method !== "GET")
			.map(({ id }) => `${listWords(id)[0]}`),
	);
	const rejections: ProviderExchange[] = [];
	const accepted: Observation[] = [];
	const note = (request: OutgoingRequest, response: ProviderResponse) =>
		memory.note(response, request.path, tryParseJson(`${request.body ?? ""}`));
	const send: Send = async (request) => {
		const response = await sendUnnoted(request);
		const target = findTarget(request, documented.operations);
		observer.index.note({ target, response });
		const { status } = response;
		if (status >= 400) rejections.push({ target, request, response });
		const { success } =
			documented.operations.find(({ id }) => id === target) ?? {};
		if (status < 300 && success && response.body.length < MAX_KEPT)
			accepted.push({
				...{ target, request, response, status: success },
				...{ check: "", isArrangement: true },
			});
		note(request, response);
		return response;
	};
	const requests = new Map<string, number>();
	const mediaTypes = await learnMediaTypes(documented, observer, send);
	const contract = withMediaTypes(documented, mediaTypes);
	const bodies = new Map<string, LearntBody>();
	let left = MAX_FURTHER;
	let learnt: ReadonlyMap<string, number> = new Map();
	/** Returns a function that sends further requests about an operation, up to a maximum. */
	const sendFor =
		(id: string, limit: number, through = send, counts = requests) =>
		async (request: OutgoingRequest) => {
			const sent = counts.get(id) ?? 0;
			// A body that took many requests to learn is measured all the same.
			const own = counts === requests ? (learnt.get(id) ?? 0) : 0;
			const most = Math.max(limit, own + MIN_MEASURED);
			if (sent >= most || left <= 0 || signal.aborted) return undefined;
			counts.set(id, sent + 1);
			left -= 1;
			const { call } = createExchanges(contract, through);
			const response = await call.send(request).catch(keepCheckFailure);
			return isCheckFailure(response) ? undefined : response;
		};
	const { pages, expectStatus } = contract.documented;
	/** Returns the request with the documented media type. */
	const asDocumented = (
		id: string,
		request: OutgoingRequest,
	): OutgoingRequest => {
		const { documented, mediaType } = mediaTypes.get(id) ?? {};
		return changeMediaType(request, mediaType, documented);
	};
	const listed = contract.operations.flatMap(({ id, path }) =>
		id in pages ? [path] : [],
	);
	const isCreating = ({ path }: ContractOperation): number =>
		Number(memory.changesRecords && listed.includes(path));
	const changing = contract.operations.filter(
		(each) => takesJson(each) && !(each.id in pages),
	);
	const creating = changing.find(({ path }) => listed.includes(path));
	async function createRecord(): Promise<void> {
		if (!creating) return;
		const { body } = contract.createValidRequest(creating.id, []);
		const { repairs = [] } = bodies.get(creating.id) ?? {};
		await sendFor(
			creating.id,
			MAX_STOCK,
		)(buildRequest(creating, { body: applyRepairs(body, repairs) }));
	}
	const stock = createStock(memory, createRecord);
	await learnBodies({
		...{ contract, memory, observer, signal, examples, send, requests },
		...{ mediaTypes, bodies, stock },
	});
	followRecords(bodies, memory);
	const spent = [...requests.values()].reduce((sum, each) => sum + each, 0);
	left = Math.min(MAX_FURTHER, MAX_LEARNING - spent);
	learnt = new Map(requests);
	const writing = changing.toSorted((a, b) => isCreating(b) - isCreating(a));
	const isForeign =
		bodies.size > MOST_SIMILAR ||
		differsInStyle(observer.observations, observer.compare);
	const hasOtherPages = Object.entries(pages).some(([id, { nextCursor }]) =>
		lacksCursor(observer, id, nextCursor),
	);
	// Some services show only the oldest records, so the records of the trials come later.
	const lists = await learnLists({
		...{ contract, observer, isForeign, listWrappers, alike: memory.alike },
		names: () => [
			...contract.operations.flatMap(({ example }) => listNames(example.body)),
			...[...bodies.values()].flatMap(({ exchange }) =>
				listNames(exchange.body),
			),
			...memory.names(),
		],
		isDocumented: (id, request) =>
			expectStatus(id, asDocumented(id, request)).because === undefined,
		adapting: createObserver(contract, send, {
			first: observer,
			adapter: {
				adapt: (target, request) => adaptBody(bodies.get(target), request),
			},
		}),
		writing: writing.filter(
			({ id }) => isForeign || hasOtherPages || bodies.has(id),
		),
		send: (id, request) =>
			sendFor(
				id,
				MAX_CONDITIONS,
			)(adaptBody(bodies.get(id), request)?.request ?? request),
	});
	// They are no requests that learn how to ask for records.
	const reads = new Map<string, number>();
	/** Sends a request for records in the accepted form. */
	const sendRead = (id: string, request: OutgoingRequest) => {
		const { conditions = [] } = lists.get(id) ?? {};
		const named = adaptConditions(request, conditions)?.request ?? request;
		const adapted = adaptBody(bodies.get(id), named)?.request ?? named;
		// Records of other lists may have ids of records in whatever state.
		const isOwn = contract.operations.some(
			(each) => each.id === id && each.path === creating?.path,
		);
		const through = isOwn ? send : sendUnnoted;
		return sendFor(id, MAX_READ, through, reads)(adapted);
	};
	const codes = listCodes(observer.observations);
	const limits = new Map<string, number>();
	const rules = await measureOperations({
		...{ contract, bodies, memory, stock, sendFor, limits },
		async learn(operation, createBody, rejection, sendBody) {
			const { path } = operation;
			const found = await learnBody({
				...{ path, codes, createBody, wrappers: [], repairs: [] },
				optionalObjects: listObjects(operation),
				...{ knowledge: memory, rejections: [rejection], send: sendBody },
			});
			return found?.isAccepted ? found.repairs : undefined;
		},
		listWords: (name) => listConditionWords(lists, name),
		asDocumented,
		operations: writing.filter(({ id }) => bodies.has(id) || isForeign),
		isCreating: (operation) => operation === creating,
		source: {
			...createSource(contract, sendRead, creating?.path, lists),
			newest: () => memory.lastCreated(creating?.path ?? ""),
		},
	});
	for (const operation of contract.operations) {
		const { id, success } = operation;
		if (!isForeign || !takesJson(operation) || !(id in pages)) continue;
		const search = await measureSearch({
			...{ operation, limits, repairs: bodies.get(id)?.repairs ?? [] },
			createBody: () => contract.createValidRequest(id, []).body,
			isDocumented: (request) =>
				expectStatus(id, asDocumented(id, request)).status === success,
			isReturned: () => false,
			send: sendFor(id, MAX_CONDITIONS + MAX_SEARCH),
		});
		rules.set(id, search);
	}
	shareNeeds(bodies);
	const completed = await tryStates(contract, lists, memory.shown, sendRead);
	await stock.restock(MAX_COMMANDS);
	return {
		...{ bodies, rules, requests, rejections, accepted, mediaTypes },
		lists: completed,
		adapt(target, request) {
			const { conditions = [] } = lists.get(target) ?? {};
			const named =
				conditions.length > 0
					? adaptConditions(request, conditions)
					: undefined;
			const adapted =
				adaptBody(bodies.get(target), named?.request ?? request) ?? named;
			const learnt = mediaTypes.get(target);
			if (!learnt && !adapted) return undefined;
			const { documented, mediaType } = learnt ?? {};
			const { request: sent, restore } = adapted ?? {
				...{ request, restore: (response: ProviderResponse) => response },
			};
			return {
				request: changeMediaType(sent, documented, mediaType),
				restore(response) {
					note(sent, response);
					return restore(response);
				},
			};
		},
	};
}
