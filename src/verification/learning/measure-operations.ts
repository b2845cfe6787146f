import type {
	Contract,
	ContractOperation,
	OutgoingRequest,
	ProviderResponse,
} from "../contract.ts";
import { buildRequest } from "../operations.ts";
import { inheritRepairs, isOfItems } from "./bodies/inherit-repairs.ts";
import { IF_SUCCEEDING, isFailing } from "./bodies/learn-success.ts";
import type { Stock } from "./create-stock.ts";
import { ACCEPTED } from "./effects/describe-changes.ts";
import { measureEffects, type Words } from "./effects/measure-effects.ts";
import {
	measureItemFailure,
	measureLacking,
} from "./effects/measure-failures.ts";
import { measureHeaders } from "./effects/measure-headers.ts";
import { measureRejected, measureRepeated } from "./effects/measure-traces.ts";
import type { Acting } from "./effects/record-actor.ts";
import type { RecordSource } from "./effects/record-source.ts";
import { isAccepted } from "./rejections/read-trial.ts";
import {
	addRenames,
	applyRepairs,
	findWrapper,
	isSamePlace,
	type Repair,
} from "./rejections/repairs.ts";
import type { MeasuredRule } from "./rules/create-trier.ts";
import { findSpelling } from "./rules/find-hidden.ts";
import { inheritRules } from "./rules/inherit-rules.ts";
import {
	type LearntBody,
	type Measured,
	measureRules,
} from "./rules/measure-rules.ts";
import type { Memory } from "./values/create-memory.ts";
import { nounOf } from "./values/record-values.ts";

/** The input for measuring all operations. */
interface Measuring {
	readonly contract: Contract;
	/** Those whose bodies the service accepts, or rejects in another form than the documented one, too. */
	readonly operations: readonly ContractOperation[];
	/** By operation id. Names that are found are added. */
	readonly bodies: Map<string, LearntBody>;
	readonly memory: Memory;
	readonly stock: Stock;
	/** Returns a function that sends further requests about an operation, up to a maximum. */
	sendFor(
		id: string,
		limit: number,
	): (request: OutgoingRequest) => Promise<ProviderResponse | undefined>;
	/** Learns which changes make such bodies of an operation acceptable. Returns undefined if there are none. */
	learn(
		operation: ContractOperation,
		createBody: () => unknown,
		rejection: ProviderResponse,
		send: (body: unknown) => Promise<ProviderResponse | undefined>,
	): Promise<readonly Repair[] | undefined>;
	/** Lists the words that a list takes for a condition with this name. */
	listWords(name: string): readonly string[];
	/** Returns the request with the documented media type. */
	asDocumented(id: string, request: OutgoingRequest): OutgoingRequest;
	readonly source: Pick<RecordSource, "readRecords" | "readTrails" | "newest">;
	/** The rules of bodies, without those of what they do to records. */
	readonly known: MeasuredRule[];
	/** What words do, by the name of the property that has them. */
	readonly words: Map<string, Words>;
	/** By operation id, the wrappers of its bodies, and the repairs that add the ids of records. */
	readonly references: Map<string, Pick<LearntBody, "repairs" | "isAccepted">>;
	/** The limits of whole bodies, by keyword. */
	readonly limits: Map<string, number>;
	/** Whether the operation creates the records that others name. */
	isCreating(operation: ContractOperation): boolean;
}

/** The name of a property with the id of another record. */
const REFERENCE = /[a-z]I[Dd]$|[a-z][_-]id$/;
/** The maximum number of additional requests for the rules of one operation. */
const MAX_MEASURED = 270;
/** The maximum number of further ones for objects in its bodies. */
const MAX_NESTED = 180;
/** The maximum number of requests for what one word of a choice needs. */
const MAX_VARIANT = 60;
/** The same for one whose bodies were learnt in vain, which took many requests. */
const MAX_REJECTED = 520;
/** The maximum number of requests for one operation when its effects are measured. */
const MAX_EFFECTS = 460;
/** So many records are left before each request that may change one. */
const STOCK = 24;
/** The number of records that are still unused when the effects of an operation are measured. */
const ACTED = 28;

/** The names of properties that may name a record of the operation that creates records, and the ids to try. */
function createReferences({ contract, memory, isCreating }: Measuring) {
	const creating = contract.operations.find(isCreating);
	const spell = findSpelling(memory.names());
	const noun = nounOf(creating?.path ?? "");
	return {
		references: noun === "" || !spell ? [] : [spell([noun, "id"])],
		idFor: (name: string): unknown =>
			REFERENCE.test(name) ? memory.idsOf(name)[0] : undefined,
	};
}

/** Measures what the bodies of an operation do to records. */
async function measureRecords(
	measuring: Measuring,
	operation: ContractOperation,
	{ repairs, choices, references, rules: own }: Measured,
): Promise<readonly MeasuredRule[]> {
	const { contract, bodies, memory, stock, sendFor } = measuring;
	const { source, known } = measuring;
	const { id } = operation;
	const send = sendFor(id, MAX_EFFECTS);
	const rules: MeasuredRule[] = [];
	const taken = bodies.get(id)?.exchange.response;
	const createWith = (some: readonly Repair[]) => () =>
		applyRepairs(contract.createValidRequest(id, []).body, some);
	const acting: Acting = {
		...{ at: findWrapper(repairs), rules },
		create: createWith(repairs),
		build: (body) => buildRequest(operation, { body }),
		async tryRequest(request) {
			const response = await send(request);
			return response && { request, response, isTaken: isAccepted(response) };
		},
		source: {
			...{ ...source, isRecord: memory.isRecord, fresh: memory.fresh },
			isLate: taken?.status === ACCEPTED,
		},
		recorded: contract.documented.audits[id],
	};
	const measureAlone = async () => {
		const usual = await measureRepeated(acting);
		if (usual) await measureHeaders(acting, usual);
		return rules;
	};
	if (measuring.isCreating(operation) || (taken && !isAccepted(taken)))
		return measureAlone();
	const inherited = inheritRepairs(contract, operation, measuring.references);
	const acted: Acting = {
		...acting,
		create: createWith([...repairs, ...references, ...inherited]),
	};
	await stock.prepare(acted.create(), ACTED);
	const [choice] = choices.toSorted((a, b) => b.words.length - a.words.length);
	// What these words need is probably the id of a record, which the body has now, or another state of the record.
	const words = [...(choice?.words ?? []), ...(choice?.needing ?? [])];
	const effects = choice && (await measureEffects(acted, { ...choice, words }));
	if (choice && effects) measuring.words.set(choice.name, effects);
	const others = await inheritRules(known, acted);
	rules.push(
		...others.filter(({ at, expected }) =>
			own.every(
				(each) => each.expected !== expected || !isSamePlace(each.at, at),
			),
		),
	);
	const isWhole = await measureItemFailure(acted, measuring.words);
	const needed = repairs.find(
		(each) => "isReplacing" in each || (each.kind === "remove" && each.only),
	);
	if (needed) await measureLacking(acting, needed);
	if (!isWhole) await measureRejected(acted);
	return isWhole || effects ? rules : measureAlone();
}

/** Tells of a property that an item needs to succeed, although the service accepts the request without it. */
const IF_ITEM_SUCCEEDS = "with an item that succeeds";

/** Adds to the body of an operation what its items need to succeed, although the service takes them without, too. */
async function fillItems(
	{ contract, bodies, sendFor }: Measuring,
	operation: ContractOperation,
	inherited: readonly Repair[],
): Promise<void> {
	const { id } = operation;
	const { repairs: known = [], exchange } = bodies.get(id) ?? {};
	const filling = inherited.filter(isOfItems).map((each): Repair => {
		const make = () => each.make(undefined);
		const words = each.only === IF_SUCCEEDING ? undefined : each.only;
		const only = [IF_ITEM_SUCCEEDS, words].filter(Boolean).join(", ");
		return { ...each, make, only, isReplacing: true };
	});
	if (!exchange || !isFailing(exchange.response) || filling.length === 0)
		return;
	const repairs = [...known, ...filling];
	const body = applyRepairs(contract.createValidRequest(id, []).body, repairs);
	const request = buildRequest(operation, { body });
	const response = await sendFor(id, MAX_MEASURED)(request);
	if (response && isAccepted(response) && !isFailing(response))
		bodies.set(id, {
			...{ repairs, exchange: { request, response, body } },
			isAccepted: true,
		});
}

/** Measures the rules of one operation. */
async function measureOperation(
	measuring: Measuring,
	operation: ContractOperation,
): Promise<readonly MeasuredRule[]> {
	const { contract, bodies, memory, stock, asDocumented } = measuring;
	const { expectStatus, findResponse } = contract.documented;
	const { id } = operation;
	const inherited = inheritRepairs(contract, operation, bodies);
	await fillItems(measuring, operation, inherited);
	const body = bodies.get(id);
	const known = body?.repairs ?? [];
	const renamed = addRenames(known, inherited);
	const isRejected = body?.isAccepted === false;
	const isNested = known.some(
		(each) => each.kind === "set" && each.at.length > findWrapper(known).length,
	);
	const limit = isRejected
		? MAX_REJECTED
		: MAX_MEASURED + (isNested ? MAX_NESTED : 0);
	const sendMeasured = measuring.sendFor(id, limit);
	const isCreating = measuring.isCreating(operation);
	if (!isCreating) await stock.prepare(body?.exchange.body, STOCK);
	const send: typeof sendMeasured = async (request) => {
		if (!isCreating) await stock.restock(STOCK);
		return sendMeasured(request);
	};
	const shown =
		inherited.length > 0
			? await send(
					buildRequest(operation, {
						body: applyRepairs(operation.example.body, renamed),
					}),
				)
			: undefined;
	const measured = await measureRules({
		...{ operation, repairs: shown && isAccepted(shown) ? renamed : known },
		createBody: () => contract.createValidRequest(id, []).body,
		isDocumented: (request) =>
			expectStatus(id, asDocumented(id, request)).status === operation.success,
		isReturned: (name) =>
			name in (findResponse(id, operation.success)?.schema?.properties ?? {}),
		describedAs: (name) => [
			...memory.describedAs(name),
			...measuring.listWords(name),
		],
		...{ fresh: memory.fresh, limits: measuring.limits },
		names: memory.names,
		isStored: isCreating,
		learn(createBody, rejection) {
			let left = MAX_VARIANT;
			return measuring.learn(operation, createBody, rejection, async (body) =>
				left-- > 0
					? sendMeasured(buildRequest(operation, { body }))
					: undefined,
			);
		},
		// A verb is no value of a record.
		alike: (word) => (isCreating ? [] : memory.alike(word)),
		isRecord: memory.isRecord,
		shown: (name) => memory.shown(operation.path, name),
		...(!isCreating && createReferences(measuring)),
		send,
	});
	const { repairs, accepted } = measured;
	const exchange = accepted ?? body?.exchange;
	if (exchange)
		bodies.set(id, {
			...{ repairs, exchange },
			isAccepted: accepted !== undefined || body?.isAccepted === true,
		});
	const effects = await measureRecords(measuring, operation, measured);
	measuring.known.push(...measured.rules.filter(({ where }) => !where));
	const wraps = repairs.filter(({ kind }) => kind === "wrap");
	measuring.references.set(id, {
		...{ repairs: [...wraps, ...measured.references], isAccepted: true },
	});
	return [...measured.rules, ...effects];
}

/** Measures the rules of operations that the document does not have, by operation id. */
export async function measureOperations(
	all: Omit<Measuring, "words" | "known" | "references">,
): Promise<Map<string, readonly MeasuredRule[]>> {
	const measuring: Measuring = {
		...{ words: new Map(), known: [], references: new Map() },
		...all,
	};
	const rules = new Map<string, readonly MeasuredRule[]>();
	for (const operation of measuring.operations)
		rules.set(operation.id, await measureOperation(measuring, operation));
	return rules;
}
