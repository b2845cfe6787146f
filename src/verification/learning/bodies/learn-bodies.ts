import { isJsonType } from "../../../values/http.ts";
import { isObject } from "../../../values/json.ts";
import type { ContractOperation, Send } from "../../contract.ts";
import { isCheckFailure, keepCheckFailure } from "../../errors.ts";
import type { Observation } from "../../observer.ts";
import { buildRequest, createExchanges } from "../../operations.ts";
import type { VerificationContext } from "../../verify-options.ts";
import type { Stock } from "../create-stock.ts";
import { type Codes, listCodes } from "../rejections/codes.ts";
import { isFormRejected } from "../rejections/read-trial.ts";
import { findWrapper, type Repair } from "../rejections/repairs.ts";
import type { LearntBody } from "../rules/measure-rules.ts";
import type { Memory } from "../values/create-memory.ts";
import { inheritRepairs, isOfItems } from "./inherit-repairs.ts";
import { learnBody } from "./learn-body.ts";
import { learnExample } from "./learn-example.ts";
import type { LearntMediaType } from "./learn-media-types.ts";
import { learnSuccess, tellsFailure } from "./learn-success.ts";
import { listBodies } from "./list-bodies.ts";
import { minimize } from "./minimize-repairs.ts";

/** The input for learning request bodies. */
interface Asking
	extends Pick<
		VerificationContext,
		"contract" | "observer" | "signal" | "examples"
	> {
	readonly send: Send;
	/** What responses have shown. */
	readonly memory: Memory;
	/** The number of requests sent, by operation id. */
	readonly requests: Map<string, number>;
	/** By operation id, the media types of bodies that differ from the documented ones. */
	readonly mediaTypes: ReadonlyMap<string, LearntMediaType>;
	/** By operation id. Learnt bodies are added. */
	readonly bodies: Map<string, LearntBody>;
	readonly stock: Pick<Stock, "restock">;
}

/** The maximum number of requests for one operation. */
const MAX_REQUESTS = 320;
/** The same after those of another operation have been learnt, which may help. */
const MAX_AGAIN = 160;
/** The maximum number of requests for all operations. */
const MAX_ALL = 1_000;
/** The maximum number of requests before the repairs of other operations are given up. */
const MAX_INHERITED = 100;
/** So many records are left before a request, if requests change their records. */
const MIN_LEFT = 2;
/** The maximum number of operations that are tried without success. */
const MAX_VAIN = 8;

export const takesJson = ({ bodies }: ContractOperation): boolean =>
	bodies.some(isJsonType);

/** Whether the service rejects the form of a valid request. */
const isUnaccepted = ({ status, response }: Observation): boolean =>
	status < 400 && isFormRejected(response);

/** Returns names for an envelope of a body, such as the resource at the end of the path. */
export function listWrappers({ path }: ContractOperation): string[] {
	const name = path
		.split("/")
		.filter((each) => /^\w+$/.test(each))
		.at(-1);
	return name === undefined
		? ["data"]
		: [...new Set([name.replace(/s$/, ""), name, "data"])];
}

/** Lists the names of the objects in the example of a body. */
export const listObjects = ({ example }: ContractOperation): string[] =>
	Object.entries(Object(example.body)).flatMap(([name, value]) =>
		isObject(value) ? [name] : [],
	);

/** Lists the accepted bodies of other operations with a property that a rejection names. */
function listNamed(
	bodies: ReadonlyMap<string, LearntBody>,
	name: string,
	text: string,
): unknown[] {
	const words = text.toLowerCase().split(/\W+/);
	return [...bodies.values()].flatMap(({ exchange: { body }, isAccepted }) =>
		isAccepted &&
		Object.keys(Object(body)).some(
			(each) => each !== name && words.includes(each.toLowerCase()),
		)
			? [body]
			: [],
	);
}

/** Learns the body of one operation. Returns whether the service accepted a request in another form. */
async function learnOperation(
	asking: Asking,
	operation: ContractOperation,
	codes: Codes,
): Promise<boolean> {
	const { contract, memory, signal, send, requests, bodies, stock } = asking;
	const { id } = operation;
	const { query } = contract.createValidRequest(id, []);
	const { call } = createExchanges(contract, send);
	const build = (body: unknown) =>
		buildRequest(operation, { ...(query !== undefined && { query }), body });
	let sent = 0;
	const before = [...requests.values()].reduce((sum, each) => sum + each, 0);
	const own = requests.has(id) ? MAX_AGAIN : MAX_REQUESTS;
	const most = Math.min(own, MAX_ALL - before);
	let limit = most;
	let exchange: LearntBody["exchange"] | undefined;
	const example: unknown = asking.examples?.[id]?.body;
	memory.noteExample(example);
	const lesson = {
		...{ path: operation.path, codes },
		wrappers: [
			...Object.entries(isObject(example) ? example : {}).flatMap(
				([name, value]) => (isObject(value) ? [name] : []),
			),
			...listWrappers(operation),
		],
		optionalObjects: listObjects(operation),
		innerWrappers: [...bodies.values()].flatMap(({ repairs, isAccepted }) =>
			isAccepted ? findWrapper(repairs).slice(1) : [],
		),
		knowledge: {
			...memory,
			seen: (name: string, text: string) => [
				...memory.seen(name),
				...listNamed(bodies, name, text),
			],
		},
		async send(body: unknown) {
			if (sent >= limit || signal.aborted) return undefined;
			sent += 1;
			await stock.restock(MIN_LEFT);
			const request = build(body);
			const response = await call.send(request).catch(keepCheckFailure);
			if (isCheckFailure(response)) return undefined;
			if (response.status < 300 || !exchange || exchange.response.status >= 300)
				exchange = { request, response, body };
			return response;
		},
	};
	const described = await call
		.send({ method: "OPTIONS", path: operation.path })
		.catch(keepCheckFailure);
	if (!isCheckFailure(described)) memory.noteDescription(described);
	const inherited = inheritRepairs(contract, operation, bodies);
	let repairs: readonly Repair[] = inherited;
	let isAccepted = true;
	for (const [index, createBody] of listBodies(asking, operation).entries()) {
		const isInherited = index === 0 && repairs.length > 0;
		limit = isInherited ? Math.min(most, MAX_INHERITED) : most;
		const all = { ...lesson, createBody, repairs, isFurther: index > 0 };
		let found =
			(index === 0
				? await learnExample({ ...all, repairs: [] }, example)
				: undefined) ?? (await learnBody(all));
		if (isInherited && !found?.isAccepted) {
			limit = most;
			repairs = [];
			found = await learnBody({ ...lesson, createBody, repairs });
		}
		// This operation may require less than the other one.
		else if (isInherited && found) {
			const { repairs } = found;
			const own = { ...all, repairs: [] };
			found = { ...found, repairs: await minimize(repairs, own) };
		}
		// If the simplest body is not accepted, the others are not, either.
		if (repairs.length === 0) isAccepted = found?.isAccepted ?? false;
		if (found && (found.isAccepted || !isAccepted)) repairs = found.repairs;
		if (!isAccepted) break;
	}
	// What the items of one body need to succeed may be what the other requires.
	const isFilled = id in contract.documented.pages || inherited.some(isOfItems);
	if (isAccepted && exchange && !isFilled) {
		const shown: LearntBody["exchange"] = exchange;
		limit = most;
		const [createBody = () => ({})] = listBodies(asking, operation);
		const found = await learnSuccess(
			{ ...lesson, createBody, repairs },
			shown.response,
		);
		if (found) repairs = found;
		else exchange = shown;
	}
	requests.set(id, (requests.get(id) ?? 0) + sent);
	if (!exchange || repairs.length === 0) return false;
	bodies.set(id, { repairs, exchange, isAccepted });
	return isAccepted;
}

/**
 * Learns the accepted forms of bodies. The accepted body of one operation may help with another, for example with the id
 * of a record.
 */
export async function learnBodies(asking: Asking): Promise<void> {
	const { contract, memory, observer, bodies } = asking;
	for (const { request, response } of observer.observations)
		memory.note(response, request.path);
	const codes = listCodes(observer.observations);
	const { pages } = contract.documented;
	const rejected = new Set([
		...observer.observations
			.filter(
				(each) =>
					isUnaccepted(each) ||
					(!(each.target in pages) && tellsFailure(each.response)),
			)
			.map(({ target }) => target),
		...asking.mediaTypes.keys(),
	]);
	const listed = contract.operations.flatMap(({ id, path }) =>
		id in pages ? [path] : [],
	);
	// Other operations may need the id of a record in a list.
	let left = contract.operations
		.filter((each) => rejected.has(each.id) && takesJson(each))
		.sort(
			(a, b) =>
				Number(listed.includes(b.path)) - Number(listed.includes(a.path)),
		);
	for (let vain = 0, isNew = true; isNew && left.length > 0; ) {
		isNew = false;
		for (const operation of left) {
			if (vain >= MAX_VAIN) break;
			if (await learnOperation(asking, operation, codes)) isNew = true;
			else vain += 1;
		}
		left = left.filter(({ id }) => !bodies.get(id)?.isAccepted);
	}
}
