import type { Collection } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import { type Field, isFreeText } from "../document/field.ts";
import { valueAt, withValueAt } from "../values/json.ts";
import type {
	ContractBehavior,
	ContractOperation,
	Finding,
	NamedRecords,
} from "../verification/contract.ts";

/** The plan of an operation, with the records that its requests name. */
export interface TestedPlan extends Plan {
	/** The properties of the request that identify a record of another collection, with the path of this record. */
	readonly references?: ReadonlyMap<string, Reference>;
}

/** A property that identifies a record. */
export interface Reference {
	/** The path of the records, such as `/books/{}`. */
	readonly place: string;
	/**
	 * Whether the path names the record, such as the member in `/members/{memberId}/loans`. Otherwise, a new record is
	 * used.
	 */
	readonly isOfPath: boolean;
}

/** An operation that checks test. */
export interface Tested {
	readonly plan: TestedPlan;
	readonly operation: ContractOperation;
	/** The path with examples of its parameters. */
	readonly path: string;
	/** The collection of the operation; undefined if it has none. */
	readonly collection: Collection | undefined;
}

/** The origin of the records that a path parameter identifies. */
export interface Origin {
	/** The name of the parameter. */
	readonly name: string;
	/** The name of the collection. */
	readonly resource: string;
	/** The operation that creates the records. Without it, the records of the list are used. */
	readonly creator: Tested | undefined;
	readonly list: Tested | undefined;
	/** The example in the document, if no operation creates or lists such records. */
	readonly example?: unknown;
}

/** By path up to the parameter, such as `/members/{}`. */
export type Origins = ReadonlyMap<string, Origin>;

/** The service under test, as its document describes it. */
export interface Subject {
	readonly document: DocumentService;
	readonly documented: ContractBehavior;
	readonly tested: readonly Tested[];
	readonly origins: Origins;
	/** Prepares the records that the requests of one check name. */
	readonly createNamedRecords: () => NamedRecords;
	/** Returns the ids of the assumptions about a response as a whole, and about its media type. */
	problemAssumptions(target: string, status: number): string[];
	/** Returns the ids of the assumptions about a place in the body of a successful response, such as `$.items[*]`. */
	bodyAssumptions(
		operation: ContractOperation,
		place: string,
	): readonly string[];
}

/** A finding. Without assumptions, it refutes those at its place. */
export type Found<Exchange> = Omit<Finding<Exchange>, "assumptions"> &
	Partial<Pick<Finding<Exchange>, "assumptions">>;

/** The minimum length of a text that has room for a new word. */
const MIN_WORD_LENGTH = 40;

/** A text in a request that may have any value. A service may require that it is unique. */
export interface FreeText {
	/** The names of the properties on the path to the text. */
	readonly path: readonly string[];
	readonly field: Field;
	readonly isRequired: boolean;
}

/**
 * The maximum number of fields that a check uses. Shared objects can occur at more places than anyone could check.
 */
export const MAX_FIELDS = 1_000;

const isLongFreeText = (field: Field): boolean =>
	isFreeText(field) &&
	Number(field.schema.maxLength ?? MIN_WORD_LENGTH) >= MIN_WORD_LENGTH;

/**
 * Lists the texts of an object.
 * @param isListed whether to include a field; defaults to free texts
 */
export function listTexts(
	{ properties, required }: Field,
	isListed: (field: Field) => boolean = isLongFreeText,
	isRequired = true,
	at: readonly string[] = [],
	left: { count: number } = { count: MAX_FIELDS },
): FreeText[] {
	return properties.flatMap(([name, field]) => {
		if (--left.count < 0) return [];
		const path = [...at, name];
		const isNeeded = isRequired && required.includes(name);
		return isListed(field)
			? [{ path, field, isRequired: isNeeded }]
			: listTexts(field, isListed, isNeeded, path, left);
	});
}

/** Whether the request of an operation contains values of a record. */
export const isWriting = ({ behavior }: Plan): boolean =>
	["create", "replace", "update"].includes(behavior);

/** Lists the free texts of a record in a request, including texts of nested objects. */
export const listFreeTexts = (plan: TestedPlan): FreeText[] =>
	isWriting(plan) && plan.request
		? listTexts(plan.request).filter(
				({ path: [name = ""] }) => !plan.references?.has(name),
			)
		: [];

/** Returns a required text of a new record that distinguishes it from other records. */
export const findLabel = ({ plan }: Tested): FreeText | undefined =>
	listFreeTexts(plan).find(({ isRequired }) => isRequired);

/** Replaces texts in a body, if it contains them. */
export const replaceTexts = (
	body: unknown,
	texts: readonly FreeText[],
	replace: (text: string) => unknown,
): unknown =>
	texts.reduce<unknown>((changed, { path }) => {
		const text = valueAt(changed, ...path);
		return typeof text === "string" && text !== ""
			? withValueAt(changed, path, replace(text))
			: changed;
	}, body);
