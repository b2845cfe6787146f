import type { OperationModel, ResponseModel } from "../../document/model.ts";
import type {
	createPathFinder,
	fillParameters,
} from "../../document/path-template.ts";
import type {
	RequestHead,
	RequestValidators,
} from "../../document/validate-request.ts";
import type { Violation } from "../../journal/entry.ts";
import type { Scenario } from "../../schemas/generated/types.ts";
import type {
	Additions,
	CountCreated,
	Dataset,
	DatasetContext,
	Facets,
	IdProperties,
	Observation,
	Query,
	StoredRecord,
	Target,
	Versioned,
} from "../../store/store.ts";
import type { WriteContext } from "../../store/write-context.ts";
import type { InvalidPlace, Validator } from "../../values/validation.ts";

export type {
	Credential,
	OperationModel,
	ResponseModel,
} from "../../document/model.ts";
export type { Credentials, Scenario } from "../../schemas/generated/types.ts";
export type { InvalidPlace, Validator } from "../../values/validation.ts";

/** The input of an operation: a request that was found valid, and the state. */
export interface OperationInput {
	/** The values of the parameters in the path. */
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
	/** Additional headers; names in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Overrides what the OpenAPI document says of this status. */
	readonly spec?: ResponseModel;
	/** Where it violates the OpenAPI document; undefined if it conforms, or comes from a behavior. */
	readonly violations?: readonly Violation[] | undefined;
	/** Why the mock rejects the request, if the body may not tell. */
	readonly reason?: string;
}

/** Rejects a request for a reason that no schema can express. */
export type Rejection =
	| { readonly invalid: readonly InvalidPlace[] }
	| {
			readonly problem: "notFound" | "conflict" | "preconditionFailed";
			/** A sentence. */
			readonly reason: string;
	  };

export interface OperationDefinition extends RequestValidators {
	readonly spec: OperationModel;
	readonly handle: (exchange: OperationInput) => Promise<Reply | Rejection>;
}

export type Datasets = Readonly<
	Record<string, (context: DatasetContext) => Promise<Dataset>>
>;

/** Whether a real service was seen to meet an assumption. */
export interface AssumptionStatus {
	readonly status: "assumed" | "confirmed" | "refuted";
	/** What was verified, when, and against which version; only once confirmed or refuted. */
	readonly evidence?: string;
	/** Replaces the sentence of the assumption, its reason, or where it is open. */
	readonly assumes?: string;
	readonly because?: string;
	readonly open?: string;
}

/** One assumption about the service: an entry of `contracts/assumptions.yaml`. */
export interface LedgerEntry extends AssumptionStatus {
	readonly id: string;
	/** The section of the specification that leaves this open. */
	readonly open: string;
	readonly assumes: string;
	readonly because: string;
}

/** Returns the assumptions with these statuses, by id. All others are assumed. */
export const withStatuses = (
	ledger: readonly LedgerEntry[],
	statuses: Readonly<Record<string, AssumptionStatus>>,
): readonly LedgerEntry[] =>
	ledger.map(({ evidence: _, ...entry }) => ({
		...entry,
		...(statuses[entry.id] ?? { status: "assumed" }),
	}));

/** Everything the engine has to know of a service. */
export interface Service {
	readonly operations: readonly OperationDefinition[];
	/** The responses to requests that no operation matches. */
	readonly unmatched: {
		readonly unknownPath: ResponseModel & { readonly status: number };
		readonly undefinedMethod: ResponseModel & { readonly status: number };
		/** What a response to HEAD depends on, and whether HEAD is defined only where an operation has this method. */
		readonly head: {
			readonly assumptions: readonly string[];
			readonly isUndefined?: true;
		};
	};
	/** How paths with parameters are found; undefined if there are none, so that it is not loaded. */
	readonly paths?:
		| {
				readonly createFinder: typeof createPathFinder;
				readonly fill: typeof fillParameters;
		  }
		| undefined;
	/** The assumptions that responses depend on. */
	readonly ledger: readonly LedgerEntry[];
	readonly limits: { readonly maxBytes: number; readonly maxDepth: number };
	readonly datasets: Datasets;
	readonly scenarios: Readonly<Record<string, Scenario>>;
	/**
	 * Returns the body of a response that the document lists: its example, or one that its schema describes.
	 * @param problem used instead of a sample, if the schema allows it
	 */
	readonly readExample: (
		operation: string,
		status: number,
		problem?: unknown,
	) => Promise<unknown>;
	/** The validator of a record, by collection. */
	readonly recordValidators: () => Promise<Readonly<Record<string, Validator>>>;
	/**
	 * The schema of the records, by collection, as a text that is the same for equal schemas. Undefined for the service of
	 * the package.
	 */
	readonly recordSchemas?: Readonly<Record<string, string>>;
	/** The validators of responses, by operation and status. Undefined for the service of the package. */
	readonly responseValidators?: () => Promise<
		Readonly<Record<string, Validator>>
	>;
	/**
	 * Creates a record as the service would, with what the service generates, by collection. The values are not checked.
	 * Collections without this function get records from requests only.
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
	/** What a search sees of a record, by collection. */
	readonly facets: Readonly<Record<string, (record: StoredRecord) => Facets>>;
	readonly idProperties?: IdProperties;
	/** The upper bounds of the duration histogram, in seconds, ascending. */
	readonly durationBuckets: readonly number[];
}

/** Lists the names of the headers and parameters with credentials, in lower case. */
export const listCredentialNames = ({
	operations,
}: Pick<Service, "operations">): readonly string[] =>
	operations.flatMap(({ spec: { security = [] } }) =>
		security.flat().map(({ name }) => name.toLowerCase()),
	);

/** The datasets and scenarios that a mock knows by name. They can be reloaded while the mock runs. */
export interface Presets {
	datasets: Datasets;
	scenarios: Readonly<Record<string, Scenario>>;
}

type Change = <Result>(
	target: Target,
	compose: (
		context: WriteContext,
		countCreated: CountCreated,
	) => {
		to: StoredRecord | null;
		add?: Additions;
		result: Result;
	},
) => Promise<{ readonly result: Result } | undefined>;

export interface CursorPage<Item> {
	/** Newest first. */
	readonly items: readonly Item[];
	/** Null on the last page. */
	readonly nextCursor: string | null;
}

/** The state of one session, as handlers see it. */
export interface State<
	Collections extends object = Record<string, StoredRecord>,
> {
	/** Adds the records that `compose` returns, at most one per collection, in one atomic step, and returns its result. */
	append<Result>(
		compose: (
			context: WriteContext,
			countCreated: CountCreated,
		) => {
			add: Partial<Collections>;
			result: Result;
		},
	): Promise<Result>;
	/** Returns undefined for a cursor that was never issued for this collection. Do not modify the page. */
	page<Name extends keyof Collections & string>(
		collection: Name,
		request: { limit: number; cursor?: string | undefined; where?: Query },
	): Promise<CursorPage<Collections[Name]> | undefined>;
	count(collection: keyof Collections & string): Promise<number>;
	/** Returns a record as it is now; undefined if there is none with this id. */
	get(
		collection: keyof Collections & string,
		id: string,
	): Promise<Versioned | undefined>;
	/**
	 * Updates a record, or removes it (`to` is null), and adds others, in one atomic step. Returns undefined and changes nothing if the record
	 * does not exist, or has another version.
	 */
	change: Change;
	observations(): Promise<readonly Observation[]>;
}
