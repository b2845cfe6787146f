import type { Collection } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import type { Plan } from "../behaviors/operation-plan.ts";
import { type Field, isFreeText } from "../document/field.ts";
import { valueAt, withValueAt } from "../values/json.ts";
import type {
	ContractBehavior,
	ContractOperation,
	NamedRecords,
} from "../verification/contract.ts";

/** What an operation does, and which records its requests name. */
export interface TestedPlan extends Plan {
	/** The properties of the request that identify a record of another collection, with where that is. */
	readonly references?: ReadonlyMap<string, Reference>;
}

/** A property that identifies a record. */
export interface Reference {
	/** The path of the records, such as `/books/{}`. */
	readonly place: string;
	/** Whether it is the record that a path names, such as the member of `/members/{memberId}/loans`, and not a new one. */
	readonly isOfPath: boolean;
}

/** An operation, as checks see it. */
export interface Tested {
	readonly plan: TestedPlan;
	readonly operation: ContractOperation;
	/** The path with examples of its parameters. */
	readonly path: string;
	/** Where the operation keeps its records; undefined if it has none. */
	readonly collection: Collection | undefined;
}

/** Where the records are from that a parameter of a path identifies. */
export interface Origin {
	/** The name of the parameter. */
	readonly name: string;
	/** The collection. */
	readonly resource: string;
	/** Creates them. Without it, they are those that the list has. */
	readonly creator: Tested | undefined;
	readonly list: Tested | undefined;
	/** The value that the document gives, where no operation creates or lists such records. */
	readonly example?: unknown;
}

/** By place: the path up to the parameter, such as `/members/{}`. */
export type Origins = ReadonlyMap<string, Origin>;

/** The service that checks are made for. */
export interface Subject {
	readonly document: DocumentService;
	readonly documented: ContractBehavior;
	readonly tested: readonly Tested[];
	readonly origins: Origins;
	/** Prepares the records that the requests of one check name. */
	readonly createNamedRecords: () => NamedRecords;
}

/** Shorter texts may not hold a new word. */
const MIN_WORD_LENGTH = 40;

/** A text of a request that may be anything. A service may require that it is unique. */
export interface FreeText {
	/** The names of the properties that lead to it. */
	readonly path: readonly string[];
	readonly field: Field;
	readonly isRequired: boolean;
}

/** How many fields a check looks at: objects that are used often have more places than anyone could check. */
export const MAX_FIELDS = 1_000;

const isLongFreeText = (field: Field): boolean =>
	isFreeText(field) &&
	Number(field.schema.maxLength ?? MIN_WORD_LENGTH) >= MIN_WORD_LENGTH;

/**
 * Lists the texts of an object.
 * @param isListed whether a field is one of them; defaults to free texts
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

/** Whether the request of an operation has values of a record. */
export const isWriting = ({ behavior }: Plan): boolean =>
	["create", "replace", "update"].includes(behavior);

/** Lists the free texts of a record in a request, also in objects. */
export const listFreeTexts = (plan: TestedPlan): FreeText[] =>
	isWriting(plan) && plan.request
		? listTexts(plan.request).filter(
				({ path: [name = ""] }) => !plan.references?.has(name),
			)
		: [];

/** Returns a required text of a new record, by which people tell records apart. */
export const findLabel = ({ plan }: Tested): FreeText | undefined =>
	listFreeTexts(plan).find(({ isRequired }) => isRequired);

/** Returns the body with other texts, where it has any. */
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

/** Returns the ids of the assumptions that the response itself and its media type depend on. */
export function problemAssumptions(
	{ documented }: Pick<Subject, "documented">,
	target: string,
	status: number,
): string[] {
	const found = documented.findResponseAssumptions(target, status);
	return [
		...new Set([...(found?.status ?? []), ...(found?.contentType ?? [])]),
	];
}

/** Returns the ids of the assumptions of the body at a place of a successful response, such as `$.items[*]`. */
export const bodyAssumptions = (
	{ documented }: Subject,
	{ id, success }: ContractOperation,
	place: string,
): readonly string[] => {
	const found = documented.findResponseAssumptions(id, success);
	return found?.body[place] ?? found?.status ?? [];
};
