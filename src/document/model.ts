import type { Values } from "../values/json.ts";
/**
 * @param code a word for the kind of problem
 * @param problem the parts by their names in RFC 9457
 */
export type WriteProblem = (code: string, problem: Values) => unknown;

/** The part of a request that contains a parameter. */
export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface ParameterModel {
	readonly name: string;
	readonly in: ParameterPlace;
	/** The JSON type of its values. */
	readonly type: string;
}

/** A credential of a request. Any value of the security scheme is accepted. */
export interface Credential {
	readonly in: "header" | "query" | "cookie";
	readonly name: string;
	/** The authentication scheme before the value, such as `Bearer`. */
	readonly scheme?: string;
}

/** A response as the OpenAPI document describes it. */
export interface ResponseModel {
	/** The empty string if the response has no body. */
	readonly mediaType: string;
	/** Whether other media types are documented, too. */
	readonly isNegotiable?: true;
	/** The reason phrase of the status. */
	readonly reason: string;
	/** The ids of the assumptions that it depends on. */
	readonly assumptions: readonly string[];
	/** Writes a problem in the form of the document. Missing if the document uses RFC 9457. */
	readonly writeProblem?: WriteProblem;
}

/** A request that should succeed. */
export interface ExampleRequest {
	/** Starts with a question mark. Defaults to no query. */
	readonly query?: string;
	/** Sent as JSON. */
	readonly body?: unknown;
}

/** An operation as the OpenAPI document describes it. */
export interface OperationModel {
	readonly id: string;
	readonly method: string;
	/** A path template, such as `/v1/zaps`. */
	readonly path: string;
	readonly summary: string;
	/** The status of success. */
	readonly success: number;
	readonly parameters: readonly ParameterModel[];
	/** The media types of the request body, in the order of the document. Empty if the operation takes no body. */
	readonly bodies: readonly string[];
	readonly example: ExampleRequest;
	/**
	 * The lists of credentials that are accepted. A request needs all credentials of any one list. An empty list
	 * requires no credentials.
	 */
	readonly security?: readonly (readonly Credential[])[];
	/** The status of each way to reject a request. */
	readonly problems: Readonly<Record<string, number>>;
	/** By status, by class such as `4XX`, or by `default`. */
	readonly responses: Readonly<Record<string, ResponseModel>>;
	/** Set if only a handler of the configuration defines it. */
	readonly isUndocumented?: true;
}

/** A response to requests that match no operation. */
export interface UnmatchedResponse extends ResponseModel {
	readonly status: number;
}

/** The ids of the assumptions that each part of a response depends on. */
export interface ResponseAssumptions {
	readonly status: readonly string[];
	readonly contentType: readonly string[];
	/** By lower-case header name. */
	readonly headers: Readonly<Record<string, readonly string[]>>;
	/** By path into the body, such as `$.items[*].id`. */
	readonly body: Readonly<Record<string, readonly string[]>>;
}

/** The form of a JSON value in the OpenAPI document: every `$ref` resolved, every `allOf` merged. */
export interface Shape {
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Shape>>;
	readonly required?: readonly string[];
	/** Present if the document allows properties that it does not name. */
	readonly additionalProperties?: unknown;
	readonly items?: Shape;
	/** Of the first items. */
	readonly prefixItems?: readonly Shape[];
	/** The empty object if the document allows no value. */
	readonly not?: unknown;
	readonly anyOf?: readonly Shape[];
	/** Other schemas that a value may have. A value that conforms to none of them is compared with this one. */
	readonly others?: readonly Shape[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly pattern?: string;
	readonly format?: string;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly minimum?: number;
	readonly maximum?: number;
}

/** A request that violates one constraint of the OpenAPI document and no other. */
export interface ViolatingRequest {
	readonly operation: string;
	/** A JSON pointer into the body, or the name of a query parameter. */
	readonly place: string;
	/** The keyword of the schema. */
	readonly constraint: string;
	/** The value of the keyword, or the name of one required property. */
	readonly expected: unknown;
	/** The assumptions that the constraint belongs to. */
	readonly assumptions: readonly string[];
	readonly request: { readonly query: Values } | { readonly json: unknown };
}

/** The model of a service that the mock needs: a plain JSON value. */
export interface DocumentModel {
	readonly operations: Readonly<Record<string, OperationModel>>;
	readonly unmatchedResponses: Readonly<
		Record<
			string,
			UnmatchedResponse | { readonly assumptions: readonly string[] }
		>
	>;
	readonly limits: { readonly maxBytes: unknown; readonly maxDepth: unknown };
	readonly metricFamilies: Values;
	/** By role, the names of the parts of a problem that checks compare. */
	readonly problemNames: {
		readonly status?: string;
		readonly pointer?: string;
		readonly parameter?: string;
	};
}

/** The status of an assumption: whether a real service was seen to meet it. */
export interface AssumptionStatus {
	readonly status: "assumed" | "confirmed" | "refuted";
	/** What was verified, when, and which version. Present for confirmed and refuted assumptions. */
	readonly evidence?: string;
	/** Replacements for the sentence of the assumption, for its reason, and for the section that leaves it open. */
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
