import type { InvalidPlace, Reply, ResponseSpec } from "../service.ts";

interface Circumstances {
	readonly method: string;
	readonly path: string;
	readonly mediaType: string | null;
	/** The media type that would have been right. */
	readonly expected: string;
	readonly allow: string;
	readonly maxBytes: number;
	readonly places: number;
	/** What is wrong, or what would be right, in words. */
	readonly words: string;
}

type Kind =
	| "unknownPath"
	| "undefinedMethod"
	| "tooLarge"
	| "unsupportedMedia"
	| "invalid"
	| "unauthorized"
	| "rateLimited"
	| "session"
	| "preference"
	| "malformedHost"
	| "fault"
	| "failed";

/** One sentence for each way to refuse a request, with the remedy where there is one. */
const DETAILS: Readonly<
	Record<Kind, (circumstances: Circumstances) => string>
> = {
	unknownPath: ({ path }) => `No operation is defined at ${path}.`,
	undefinedMethod: ({ method, path, allow }) =>
		`${method} is not defined for ${path}. Use one of ${allow}.`,
	tooLarge: ({ maxBytes }) =>
		`The body is larger than ${maxBytes} bytes. Send less at a time.`,
	unsupportedMedia: ({ mediaType, expected }) =>
		`The body is ${mediaType ? `declared as ${mediaType}` : "of no declared type"}. Send it as ${expected}.`,
	invalid: ({ places }) =>
		`The request is not valid in ${places === 1 ? "one place" : `${places} places`}; see errors.`,
	unauthorized: ({ words }) => `The request has no credentials. Send ${words}.`,
	rateLimited: ({ words }) =>
		`More than ${words} requests a second. Try again later.`,
	session: ({ words }) =>
		`The session cannot be ${words}. Name it with 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-", but not "." or "..".`,
	preference: ({ words }) => `The preference cannot be met: ${words}.`,
	fault: ({ words }) =>
		`A fault of the mock answers with ${words} in place of the service.`,
	malformedHost: () =>
		"The Host header names no host. Send the host and port that the request is for.",
	failed: () =>
		"The mock itself failed, which says nothing about the service. Its log has the reason.",
};

const NOTHING: Circumstances = {
	method: "",
	path: "",
	mediaType: null,
	expected: "",
	allow: "",
	maxBytes: 0,
	places: 0,
	words: "",
};

export interface ProblemMembers {
	readonly errors?: readonly InvalidPlace[];
	readonly nearest?: readonly unknown[];
}

/** A problem of RFC 9457 of a type that says no more than its status (section 4.2.1). */
export function problem(
	kind: Kind,
	status: number,
	{ reason }: Pick<ResponseSpec, "reason">,
	circumstances: Partial<Circumstances> = {},
	members: ProblemMembers = {},
): Reply {
	const detail = DETAILS[kind]({ ...NOTHING, ...circumstances });
	return {
		status,
		body: { type: "about:blank", title: reason, status, detail, ...members },
	};
}
