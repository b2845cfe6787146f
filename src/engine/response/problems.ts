import type {
	InvalidPlace,
	OperationSpec,
	Reply,
	ResponseSpec,
} from "../service.ts";

/** What the sentence of a problem needs to know. */
interface Facts {
	readonly method: string;
	readonly path: string;
	readonly allow: string;
	readonly mediaType: string | null;
	/** The media type or the credentials to send. */
	readonly expected: string;
	/** The largest number that is allowed. */
	readonly limit: number;
	/** How many places are invalid. */
	readonly places: number;
	readonly reason: string;
}

export type ProblemKind =
	| "unknownPath"
	| "undefinedMethod"
	| "tooLarge"
	| "unsupportedMedia"
	| "invalid"
	| "unauthorized"
	| "rateLimited"
	| "session"
	| "preference"
	| "fault"
	| "malformedTarget"
	| "malformedHost"
	| "failed";

type Problem = readonly [
	status: number,
	title: string,
	detail: (facts: Facts) => string,
];

/** Every way to reject a request: the status and title unless the OpenAPI document has others, and the sentence. */
const PROBLEMS: Readonly<Record<ProblemKind, Problem>> = {
	unknownPath: [
		404,
		"Not Found",
		({ path }) => `No operation is defined at ${path}.`,
	],
	undefinedMethod: [
		405,
		"Method Not Allowed",
		({ method, path, allow }) =>
			`${method} is not defined for ${path}. Use one of ${allow}.`,
	],
	tooLarge: [
		413,
		"Content Too Large",
		({ limit }) =>
			`The body is larger than ${limit} bytes. Send a smaller body.`,
	],
	unsupportedMedia: [
		415,
		"Unsupported Media Type",
		({ mediaType, expected }) =>
			`The request has ${mediaType ? `Content-Type ${mediaType}` : "no Content-Type"}. Send ${expected}.`,
	],
	invalid: [
		400,
		"Bad Request",
		({ places }) =>
			`The request is invalid in ${places === 1 ? "one place" : `${places} places`}; see errors.`,
	],
	unauthorized: [
		401,
		"Unauthorized",
		({ expected }) => `The request has no credentials. Send ${expected}.`,
	],
	rateLimited: [
		429,
		"Too Many Requests",
		({ limit }) =>
			`The session sent more than ${limit} requests per second. Try again later.`,
	],
	session: [400, "Bad Request", ({ reason }) => reason],
	preference: [
		400,
		"Bad Request",
		({ reason }) => `Invalid Prefer header. ${reason}`,
	],
	fault: [
		500,
		"Internal Server Error",
		({ reason }) => `A fault of the mock responds with ${reason}.`,
	],
	malformedTarget: [
		400,
		"Bad Request",
		() => "Invalid request target. Send a path, or an http or https URL.",
	],
	malformedHost: [
		400,
		"Bad Request",
		() =>
			"Invalid Host header. Send the host and port that the request is for.",
	],
	failed: [
		500,
		"Internal Server Error",
		() =>
			"The mock failed. This says nothing about the service; the log of the mock has the cause.",
	],
};

const NO_FACTS: Facts = {
	method: "",
	path: "",
	allow: "",
	mediaType: null,
	expected: "",
	limit: 0,
	places: 0,
	reason: "",
};

interface DocumentedProblem {
	readonly status: number;
	/** The reason phrase of the status. */
	readonly reason: string;
}

/** Returns how the OpenAPI document lists this kind of problem for the operation; undefined if it does not. */
export function findDocumentedProblem(
	kind: ProblemKind,
	{ problems, responses }: OperationSpec,
): DocumentedProblem | undefined {
	const status = problems[kind];
	const listed = status === undefined ? undefined : responses[status];
	return status === undefined || !listed
		? undefined
		: { status, reason: listed.reason };
}

/** Describes a problem response of the mock itself. It depends on no assumption, since no service gave it. */
export const ownResponse = (reason: string): ResponseSpec => ({
	mediaType: "application/problem+json",
	reason,
	assumptions: [],
});

/**
 * Creates a problem (RFC 9457), whose type says no more than its status does (section 4.2.1).
 * @param listed how the OpenAPI document lists it; without it, the response is the mock's own
 */
export function createProblem(
	kind: ProblemKind,
	facts: Partial<Facts> = {},
	listed?: DocumentedProblem,
	properties: {
		readonly errors?: readonly InvalidPlace[];
		readonly nearest?: readonly unknown[];
	} = {},
): Reply {
	const [standard, phrase, detail] = PROBLEMS[kind];
	const { status, reason } = listed ?? { status: standard, reason: phrase };
	return {
		status,
		body: {
			type: "about:blank",
			title: reason,
			status,
			detail: detail({ ...NO_FACTS, ...facts }),
			...properties,
		},
		...(!listed && { spec: ownResponse(reason) }),
	};
}
