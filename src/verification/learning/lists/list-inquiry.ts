import type { ServiceChange } from "../../../document/judgment/service-change.ts";
import type {
	Condition,
	ExampleRequest,
	Finding,
	ProviderExchange,
	ProviderResponse,
} from "../../contract.ts";
import type { RuleKeywords } from "../../observed.ts";

/** A position that counts pages or records. */
export interface CountedPosition {
	/** What is counted: pages, or records that are skipped. */
	readonly role: "page" | "offset";
	/** The position of the first page. */
	readonly first: number;
}

/** The learnt form of a condition of a list or a search. */
export interface LearntCondition {
	readonly name: string;
	/** The property names on the path in the body, or the name in the query. */
	readonly path: readonly string[];
	/** The form of the value, if it differs from the documented one. */
	readonly form: string;
	readonly example: {
		readonly request: ProviderExchange["request"];
		readonly response: ProviderResponse;
	};
	/** Present if the value counts pages or records. */
	readonly position?: CountedPosition & {
		/** Whether the service rejects positions before the first page. */
		readonly hasMinimum: boolean;
	};
	/** Present if the service takes the condition of a body from the query. */
	readonly isInQuery?: boolean;
	/** What joins the value with others in one text, if the path is that of an expression. */
	readonly join?: string | undefined;
	/** Converts a documented value to the accepted one. */
	translate(value: unknown): unknown;
}

/** A condition, and the names by which the service takes it. */
export interface Named
	extends Pick<Condition, "name">,
		Pick<LearntCondition, "path" | "join"> {
	/** Writes the value as the service takes it. */
	write(value: unknown): unknown;
}

/** What responses of a list or a search show together. */
export interface Seen {
	/** The place in the request; undefined for the records of a page. */
	readonly where?: string;
	readonly expected: string;
	readonly actual: string;
	/** How a document says it about the condition; undefined if it cannot. */
	readonly keywords?: RuleKeywords;
	/** Present if a document can say it in another way. */
	readonly change?: ServiceChange;
	readonly example: LearntCondition["example"];
}

/** Whether the service takes a condition by another name or at another place. */
export const hasOtherName = ({
	name,
	path,
	isInQuery = false,
}: Pick<LearntCondition, "name" | "path" | "isInQuery">): boolean =>
	isInQuery || path.join(".") !== name;

/** The input for learning about one list or search. */
export interface Inquiry {
	readonly isInQuery: boolean;
	/** Whether the document has the conditions in the body, although they are sent in the query. */
	readonly isMoved?: true;
	readonly conditions: readonly Condition[];
	/** The findings about the records: other places and other values. */
	readonly findings: readonly Finding<unknown>[];
	/** The actual name by the documented name. */
	readonly renamed: ReadonlyMap<string, string>;
	/** Common names of envelopes. */
	readonly wrappers: readonly string[];
	/** Creates a record of each kind. */
	readonly write: () => Promise<void>;
	/** Whether the document allows a request; undefined if values of conditions are not measured. */
	readonly isDocumented?: ((input: ExampleRequest) => boolean) | undefined;
	/** Returns words in the style of one that the service takes. */
	readonly alike?: (known: string) => readonly string[];
	/** Lists names that the service has elsewhere. */
	readonly names?: () => readonly string[];
	/** Sends a request; undefined if none is left. */
	readonly send: (
		input: ExampleRequest,
	) => Promise<LearntCondition["example"] | undefined>;
}

/** A value in a request, and its path. Values of the same path are joined to one text by `join`. */
export type Value = readonly [
	path: readonly string[],
	value: unknown,
	join?: string | undefined,
];

function joinValues(values: readonly Value[]): readonly Value[] {
	const joined: Value[] = [];
	for (const [path, value, join] of values) {
		const index = joined.findIndex(
			([other, , by]) =>
				by !== undefined && by === join && `${other}` === `${path}`,
		);
		const [, first] = joined[index] ?? [];
		if (first === undefined) joined.push([path, value, join]);
		else joined[index] = [path, `${first}${join}${value}`, join];
	}
	return joined;
}

/** Returns a query or a body with a value at a path. */
export const createInput = (
	isInQuery: boolean,
	separate: readonly Value[],
): ExampleRequest => {
	const values = joinValues(separate);
	if (isInQuery)
		return {
			query: `?${new URLSearchParams(values.map(([path, value]) => [path.join("."), `${value}`]))}`,
		};
	const body: Record<string, unknown> = {};
	for (const [[first = "", second], value] of values)
		body[first] =
			second === undefined
				? value
				: { ...Object(body[first]), [second]: value };
	return { body };
};

/** A trial that the service accepted, or whose names it knows, and the records of its response. */
export type Answer = LearntCondition["example"] & {
	readonly items: readonly unknown[];
};
