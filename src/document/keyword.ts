import type { ValidationError } from "../values/validation.ts";
import type { Node } from "./node.ts";

/** The check of one value by a schema. */
export interface Evaluation {
	/** Whether a part of the value is valid by a part of the schema. */
	isValid(schema: unknown, value: unknown): boolean;
	/** Returns the target of a reference. */
	readonly follow: (reference: string) => Node;
	/** Gives equal values the same number. */
	readonly numberOf: (value: unknown) => number;
	/** Returns the schema, and the schemas in it that the value has to satisfy, or that it satisfies as alternatives. */
	listApplied(schema: Node, value: object): readonly Node[];
	/** Counts checked keywords. Throws if there are too many. */
	spend(count: number): void;
}

/** What a keyword uses to check a value. */
export interface KeywordContext {
	/** The current keyword. */
	keyword: string;
	readonly evaluation: Evaluation;
	/**
	 * Whether a part of the value is valid by a part of the schema. While errors are collected, adds the errors of the
	 * part, and returns whether to go on.
	 * @param segment the name or the index of the part, if it is not the value itself
	 */
	part(schema: unknown, value: unknown, segment?: string | number): boolean;
	/** Returns false. While errors are collected, adds an error, and returns whether to go on. */
	fail(params?: ValidationError["params"]): boolean;
}

/** Whether a value satisfies the keyword that has this limit in the schema. */
export type Keyword<Value> = (
	limit: unknown,
	value: Value,
	check: KeywordContext,
	schema: Node,
) => boolean;

/** The keywords for values of one type, by name. */
export type Keywords<Value> = Readonly<Record<string, Keyword<Value>>>;
