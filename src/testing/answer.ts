import type { OperationSpec } from "../engine/service.ts";
import type { Fault } from "../faults/fault.ts";
import { requireKnown } from "./require-known.ts";
import type {
	ListedStatus,
	OperationIdOf,
	ServiceTypes,
} from "./service-types.ts";

/** What the kit has to know of an operation. */
export type KnownOperation = Pick<
	OperationSpec,
	"id" | "success" | "responses"
>;

/** Any service can fail with these, whatever its document lists. */
export type ServerError =
	| 500
	| 501
	| 502
	| 503
	| 504
	| 505
	| 506
	| 507
	| 508
	| 510
	| 511;

interface AnswerExtras {
	readonly headers?: Readonly<Record<string, string>>;
	/** How many requests are answered so; all of them when absent. */
	readonly times?: number;
	/** How long to wait before the answer, in milliseconds. */
	readonly delayMs?: number;
}

/** An answer that the document lists, or a failure of the server. */
export interface ListedAnswer<Status extends number, Body>
	extends AnswerExtras {
	/** That of success when absent. */
	readonly status?: Status;
	/** The document's example when absent. */
	readonly body?: Body;
}

/** An answer that the service never promised. */
export interface ForcedAnswer extends AnswerExtras {
	readonly status: number;
	readonly force: true;
	readonly body?: unknown;
}

/** An answer of every operation: what any service can fail with, what it never promised, or the usual one later. */
export type AnswerOfAll =
	| ServerError
	| (AnswerExtras & { readonly status: ServerError; readonly body?: unknown })
	| ForcedAnswer
	| (Pick<AnswerExtras, "times"> & { readonly delayMs: number });

/** The body that the document describes for a status; anything where it describes none. */
export type BodyOf<
	Types extends ServiceTypes,
	Id extends OperationIdOf<Types>,
	Status,
> = Status extends keyof Types["operations"][Id]["responses"]
	? Types["operations"][Id]["responses"][Status]
	: unknown;

/** The statuses that an operation can be told to answer with. */
export type AnswerStatus<
	Types extends ServiceTypes,
	Id extends OperationIdOf<Types>,
> = ListedStatus<Types, Id> | ServerError;

export type AnyAnswer =
	| number
	| (Partial<Omit<ForcedAnswer, "force">> & { readonly force?: boolean });

const MEMBERS = ["status", "body", "headers", "times", "delayMs", "force"];
/** Stands for every operation. */
const ALL = "*";

function requireOperations(
	operations: readonly KnownOperation[],
	id: string,
): readonly KnownOperation[] {
	const known = operations.filter(
		(operation) => id === ALL || operation.id === id,
	);
	if (known.length > 0) return known;
	throw new RangeError(
		`There is no operation "${id}". Use one of ${operations.map((operation) => operation.id).join(", ")}, or * for all.`,
	);
}

/**
 * Whether the document lists the status for each of them.
 * @throws RangeError where it does not, and nobody insists
 */
function readListed(
	known: readonly KnownOperation[],
	id: string,
	status: number,
	force: boolean,
): boolean {
	const isListed = known.every(({ responses }) =>
		Object.hasOwn(responses, status),
	);
	if (isListed || force || status >= 500) return isListed;
	const listed = known.flatMap(({ responses }) => Object.keys(responses));
	const why =
		id === ALL
			? `Not every operation answers with ${status}. Use a status`
			: `${id} does not answer with ${status}: the document lists ${listed.join(", ")}. Use one of those or any`;
	throw new RangeError(
		`${why} from 500 on, or add force: true to answer with it all the same.`,
	);
}

/**
 * The answer as faults, which can be sent to a mock anywhere.
 * @param id of an operation, or `*` for all
 * @throws RangeError for an unknown operation, or a status below 500 that the document does not list
 * @throws TypeError where nothing is to be answered differently
 */
export function faultsOf(
	operations: readonly KnownOperation[],
	id: string,
	answer: AnyAnswer,
): Fault[] {
	const known = requireOperations(operations, id);
	const success = id === ALL ? undefined : known[0]?.success;
	const given = typeof answer === "number" ? { status: answer } : answer;
	requireKnown("An answer", given, MEMBERS);
	const { body, headers, times, delayMs, force = false } = given;
	const status =
		given.status ??
		(body === undefined && headers === undefined ? undefined : success);
	if (status === undefined && (body !== undefined || headers !== undefined))
		throw new TypeError(
			"A body or headers for all operations need a status, since not all succeed with the same one. Give it too.",
		);
	if (status === undefined && delayMs === undefined)
		throw new TypeError(
			`The answer to ${id} says nothing: give a status, a body, headers or delayMs.`,
		);
	const common = { operation: id, ...(times !== undefined && { times }) };
	const faults: Fault[] = [];
	if (delayMs !== undefined)
		faults.push({ ...common, kind: "delay", ms: delayMs });
	if (status === undefined) return faults;
	const isListed = readListed(known, id, status, force);
	faults.push({
		...common,
		kind: "status",
		status,
		...(!isListed && { force: true }),
		...(body !== undefined && { body }),
		...(headers !== undefined && { headers }),
	});
	return faults;
}
