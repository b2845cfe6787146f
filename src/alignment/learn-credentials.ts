import { insertAt, setAt } from "./edit.ts";
import type { Learn, Of } from "./lesson.ts";
import { findOperation } from "./schema-places.ts";

/** A security scheme, and its name in the document. */
type Scheme = readonly [name: string, value: Readonly<Record<string, string>>];

/** Returns the scheme of the header that a request lacks; undefined if it lacks several, or its scheme is unknown. */
function readScheme({
	headers: [name, ...others],
	scheme: sent,
}: Of<"credentials">["change"]): Scheme | undefined {
	if (name === undefined || others.length > 0) return undefined;
	if (name !== "authorization")
		return [name, { type: "apiKey", in: "header", name }];
	const scheme = sent.toLowerCase();
	return scheme === ""
		? undefined
		: [`${scheme}Auth`, { type: "http", scheme }];
}

/** Learns which credentials an operation needs. */
export const learnCredentials: Learn<Of<"credentials">> = (
	round,
	[{ operation, where, change }],
) => {
	const at = findOperation(round.document, operation)?.pointer;
	const scheme = readScheme(change);
	if (!scheme || at === undefined)
		return {
			why: `${operation} rejects requests without ${where.replace("request ", "the ")}.`,
			question: `Which security scheme does ${operation} have?`,
		};
	const [name, value] = scheme;
	return {
		...{ kind: "credentials", from: "no credentials", to: name },
		changes: [
			insertAt("", ["components", "securitySchemes", name], value),
			setAt(at, [{ [name]: [] }], "/security"),
		],
	};
};
