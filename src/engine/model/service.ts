import type {
	AssumptionStatus,
	LedgerEntry,
	OperationModel,
	ResponseModel,
} from "../../document/model.ts";
import type {
	createPathFinder,
	fillParameters,
} from "../../document/path-template.ts";
import type {
	RequestHead,
	RequestLimits,
	RequestValidators,
} from "../../document/validate-request.ts";
import type { Violation } from "../../journal/entry.ts";
import type { Scenario } from "../../schemas/generated/types.ts";
import type {
	ComposeAppend,
	ComposeChange,
	CountCreated,
	Dataset,
	DatasetContext,
	Facets,
	IdProperties,
	PageRequest,
	StoredRecord,
	Target,
	Versioned,
} from "../../store/store.ts";
import type { WriteContext } from "../../store/write-context.ts";
import type { Observation } from "../../values/exposition.ts";
import type { InvalidPlace, Validator } from "../../values/validation.ts";

export type {
	AssumptionStatus,
	Credential,
	LedgerEntry,
	OperationModel,
	ResponseModel,
} from "../../document/model.ts";
export type { Credentials, Scenario } from "../../schemas/generated/types.ts";
export type { InvalidPlace, Validator } from "../../values/validation.ts";

/** The input of an operation: a valid request, and the state. */
export interface OperationInput {
	/** The values of the path parameters. */
	readonly path: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
	readonly body: unknown;
	readonly state: State;
	readonly request: RequestHead;
}

/** The output of an operation. A string body is sent unchanged if the media type of the response is not JSON. */
export interface Reply {
	readonly status: number;
	readonly body: unknown;
	/** Additional headers, with names in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Replaces the response that the OpenAPI document describes for this status. */
	readonly spec?: ResponseModel | undefined;
	/** The violations of the OpenAPI document; undefined for a reply that is not checked. */
	readonly violations?: readonly Violation[] | undefined;
	/** Why the mock rejects the request. Present if the body may not contain the reason. */
	readonly reason?: string;
	/** Why the mock rejects the request, as a problem (RFC 9457), whatever form the document describes. */
	readonly problem?: Readonly<Record<string, unknown>> | undefined;
}

/** Rejects a request for a reason that no schema can express. */
export type Rejection =
	| { readonly invalid: readonly InvalidPlace[] }
	| {
			readonly problem: "notFound" | "conflict" | "preconditionFailed";
			/** One sentence. */
			readonly reason: string;
	  };

export interface OperationDefinition extends RequestValidators {
	readonly spec: OperationModel;
	/** Loads the validators before the first request, if the definition itself has none. */
	readonly loadValidators?: () => Promise<RequestValidators>;
	readonly handle: (exchange: OperationInput) => Promise<Reply | Rejection>;
}

export type Datasets = Readonly<
	Record<string, (context: DatasetContext) => Promise<Dataset>>
>;

/** Returns the assumptions with these statuses, by id. All others are assumed. */
export const withStatuses = (
	ledger: readonly LedgerEntry[],
	statuses: Readonly<Record<string, AssumptionStatus>>,
): readonly LedgerEntry[] =>
	ledger.map(({ evidence: _, ...entry }) => ({
		...entry,
		...(statuses[entry.id] ?? { status: "assumed" }),
	}));

/** The description of a service for the engine. */
export interface Service {
	readonly operations: readonly OperationDefinition[];
	/** The names of headers, parameters and cookies with credentials, also those that no operation requires. */
	readonly credentials?: readonly string[];
	/** The responses to requests that no operation matches. */
	readonly unmatched: {
		readonly unknownPath: ResponseModel & { readonly status: number };
		readonly undefinedMethod: ResponseModel & { readonly status: number };
		/** The assumptions that a response to HEAD depends on, and the method beside which HEAD is defined. */
		readonly head: {
			readonly assumptions: readonly string[];
			readonly isUndefined?: true;
		};
	};
	/** Finds paths with parameters. Undefined if no path has parameters, so that the code is not loaded. */
	readonly paths?:
		| {
				readonly createFinder: typeof createPathFinder;
				readonly fill: typeof fillParameters;
		  }
		| undefined;
	/** All assumptions that responses may depend on. */
	readonly ledger: readonly LedgerEntry[];
	readonly limits: RequestLimits;
	readonly datasets: Datasets;
	readonly scenarios: Readonly<Record<string, Scenario>>;
	/**
	 * Returns the body of a documented response: its example, or a sample of its schema.
	 * @param problem used instead of a sample, if the schema allows it
	 */
	readonly readExample: (
		operation: string,
		status: number,
		problem?: unknown,
	) => Promise<unknown>;
	/** Loads the validators of records, by collection. */
	readonly recordValidators: () => Promise<ReadonlyMap<string, Validator>>;
	/**
	 * The schema of the records by collection, as a text. Equal schemas have equal texts. Undefined for the service of
	 * the package.
	 */
	readonly recordSchemas?: Readonly<Record<string, string>>;
	/** Loads the validators of the responses of an operation, by `<operation> <status>`. */
	readonly responseValidators: (
		operation: string,
	) => Promise<Readonly<Record<string, Validator>>>;
	/**
	 * By collection, creates a record and adds the properties that the service generates. The values are not checked. A
	 * collection without this function gets records from requests only.
	 */
	readonly createRecord: Readonly<
		Record<
			string,
			(
				context: WriteContext,
				values: Readonly<Record<string, unknown>>,
				countCreated: CountCreated,
			) => StoredRecord
		>
	>;
	/** By collection, returns the values of a record that a search compares. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	readonly idProperties?: IdProperties;
	/** The upper bounds of the duration histogram, in seconds, ascending. */
	readonly durationBuckets: readonly number[];
}

/** Lists the names of headers and parameters that contain credentials, in lower case. */
export const listCredentialNames = ({
	operations,
	credentials = [],
}: Pick<Service, "operations" | "credentials">): readonly string[] =>
	[
		...credentials,
		...operations.flatMap(({ spec: { security = [] } }) =>
			security.flat().map(({ name }) => name),
		),
	].map((name) => name.toLowerCase());

/** The datasets and scenarios by name. They can be reloaded while the mock runs. */
export interface Presets {
	datasets: Datasets;
	scenarios: Readonly<Record<string, Scenario>>;
}

export interface CursorPage<Item> {
	/** The newest item first. */
	readonly items: readonly Item[];
	/** Null on the last page. */
	readonly nextCursor: string | null;
}

/** The state of one session, for handlers. */
export interface State<
	Collections extends object = Record<string, StoredRecord>,
> {
	/**
	 * Adds the records that `compose` returns, at most one for each collection, in one atomic step. Returns the result
	 * of `compose`.
	 */
	append<Result>(
		compose: ComposeAppend<Result, Partial<Collections>>,
	): Promise<Result>;
	/**
	 * Returns a page of records. Do not modify it. Returns undefined if the cursor was never issued for this collection.
	 */
	page<Name extends keyof Collections & string>(
		collection: Name,
		request: PageRequest & { readonly cursor?: string | undefined },
	): Promise<CursorPage<Collections[Name]> | undefined>;
	count(collection: keyof Collections & string): Promise<number>;
	/** Returns the current version of a record; undefined if no record has this id. */
	get(
		collection: keyof Collections & string,
		id: string,
	): Promise<Versioned | undefined>;
	/**
	 * Updates a record, or removes it if `to` is null, and adds other records, in one atomic step. If the record does
	 * not exist or has another version, returns undefined and changes nothing.
	 */
	change<Result>(
		target: Target,
		compose: ComposeChange<Result>,
	): Promise<{ readonly result: Result } | undefined>;
	observations(): Promise<readonly Observation[]>;
}
