import type { OperationModel } from "../engine/model/service.ts";
import type {
	OperationIdOf,
	OperationNameOf,
	OperationOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import type { Fault } from "../faults/fault.ts";
import { findByStatus, listStatuses } from "../values/http.ts";
import { isObject } from "../values/json.ts";
import { requireKnown, requireOperation } from "./service-types.ts";

const SERVER_ERRORS = [
	500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
] as const;

/** The statuses that every operation can fail with, even if the OpenAPI document does not list them. */
export type ServerError = (typeof SERVER_ERRORS)[number];

interface StubOptions {
	readonly headers?: Readonly<Record<string, string>>;
	/** The number of requests that get this response. Defaults to all. */
	readonly times?: number;
	/** The delay before the response, in milliseconds. */
	readonly delayMs?: number;
}

/** A response that the OpenAPI document lists for the operation, or a server error. */
interface ListedStub<Status extends number, Body> extends StubOptions {
	/** Defaults to the operation's success status. */
	readonly status?: Status;
	/** Defaults to the example in the OpenAPI document. */
	readonly body?: Body;
}

/** A response that the OpenAPI document does not describe. It is not checked. */
interface ForcedStub extends StubOptions {
	readonly status: number;
	readonly force: true;
	readonly body?: unknown;
}

/** A response for all operations: a server error, a forced response, or the usual response after a delay. */
type StubForAll =
	| ServerError
	| (StubOptions & { readonly status: ServerError; readonly body?: unknown })
	| ForcedStub
	| (Pick<StubOptions, "times"> & { readonly delayMs: number });

/** The names that have the longest beginning in common with a text. */
type Nearest<
	Text extends string,
	Names extends string,
	Beginning extends string = "",
> = Text extends `${infer First}${infer Rest}`
	? [Extract<Names, `${Beginning}${First}${string}`>] extends [never]
		? Names
		: Nearest<
				Rest,
				Extract<Names, `${Beginning}${First}${string}`>,
				`${Beginning}${First}`
			>
	: Names;

/** The name of an operation, or `*`. The type of an unknown one is the nearest name, which the error then shows. */
export type StubName<Types extends ServiceTypes, Id extends string> = Id extends
	| OperationNameOf<Types>
	| "*"
	? Id
	: Nearest<Id, OperationIdOf<Types>>;

/** The body that the OpenAPI document describes for a status; `unknown` if it describes no body. */
type StubBody<
	Types extends ServiceTypes,
	Id,
	Status,
> = Status extends keyof OperationOf<Types, Id>["responses"]
	? OperationOf<Types, Id>["responses"][Status]
	: unknown;

/** The statuses that an operation can return without `force`. Those of all operations are server errors. */
export type StubStatus<Types extends ServiceTypes, Id> =
	| ServerError
	| (Id extends "*"
			? never
			: keyof OperationOf<Types, Id>["responses"] & number);

export type SuccessStatus<Types extends ServiceTypes, Id> = OperationOf<
	Types,
	Id
>["success"] &
	StubStatus<Types, Id>;

/** A response of an operation, or of all of them. One type instead of overloads, which would hide a misspelled operation. */
export type StubOf<
	Types extends ServiceTypes,
	Id,
	Status extends number,
> = Id extends "*"
	? StubForAll
	:
			| StubStatus<Types, Id>
			| ListedStub<Status, StubBody<Types, Id, Status>>
			| ForcedStub;

export type AnyStub =
	| number
	| (Partial<Omit<ForcedStub, "force">> & { readonly force?: boolean });

const PROPERTIES = ["status", "body", "headers", "times", "delayMs", "force"];

/**
 * Returns whether the OpenAPI document lists the status for all of the operations.
 * @throws RangeError for an unlisted status below 500, unless forced
 */
function checkStatus(
	selected: readonly OperationModel[],
	operation: string,
	status: number,
	force: boolean,
): boolean {
	const isListed = selected.every(
		({ responses }) => findByStatus(responses, status) !== undefined,
	);
	const statuses = selected.map(({ responses }) => listStatuses(responses));
	if (isListed || force || status >= 500) return isListed;
	const [target, listed] =
		operation === "*"
			? ["every operation", ""]
			: [operation, `${statuses.join(", ")}, `];
	throw new RangeError(
		`The OpenAPI document does not list the status ${status} for ${target}. Use ${listed}a status of at least 500, or force: true.`,
	);
}

/**
 * Returns the faults that produce the response. Faults are JSON, so a mock in another process can receive them.
 * @param operation the id of an operation, or `*` for all
 * @throws RangeError for an unknown operation, or an unlisted status below 500 without `force`
 * @throws TypeError for a response that is neither a status nor an object, for an unknown property, or for a missing
 * status
 */
export function toFaults(
	specs: readonly OperationModel[],
	operation: string,
	stub: AnyStub,
): Fault[] {
	const isAll = operation === "*";
	requireOperation(specs, operation, ["*"]);
	const selected = specs.filter(({ id }) => isAll || id === operation);

	const given = typeof stub === "number" ? { status: stub } : stub;
	if (!isObject(given))
		throw new TypeError(
			`Invalid response ${JSON.stringify(stub)} of ${operation}. Pass a status like 503, or an object with a status, body, headers or delayMs.`,
		);
	requireKnown("response property", Object.keys(given), PROPERTIES);
	const { times, delayMs, force = false, status: wanted, ...content } = given;
	const hasContent = Object.values(content).some((each) => each !== undefined);
	if (wanted === undefined && hasContent && isAll)
		throw new TypeError(
			"A body or headers for all operations require a status, because the success status differs between operations. Add a status.",
		);
	const status = wanted ?? (hasContent ? selected[0]?.success : undefined);
	if (status === undefined && delayMs === undefined)
		throw new TypeError(
			`The response of ${operation} is empty. Pass a status, body, headers or delayMs.`,
		);

	const common = { operation, ...(times !== undefined && { times }) };
	const faults: Fault[] = [];
	if (delayMs !== undefined)
		faults.push({ ...common, kind: "delay", ms: delayMs });
	if (status !== undefined) {
		const isListed = checkStatus(selected, operation, status, force);
		// Without force, the mock checks the body.
		const forced = isListed && !force ? {} : { force: true };
		faults.push({ ...common, ...content, ...forced, kind: "status", status });
	}
	return faults;
}
