import type { ProviderResponse } from "../verification/contract.ts";
import { ACCESS_STATUSES } from "../verification/judge.ts";
import { buildRequest } from "../verification/operations.ts";
import {
	createMutations,
	isSuccess,
	type Mutation,
	type Mutator,
	readContentType,
} from "./mutation.ts";

/** The statuses that services commonly use for any status of a class. */
const COMMON_STATUSES = new Map([
	[2, [200, 201, 202]],
	[4, [400, 404, 409, 422]],
	[5, [500, 503]],
]);

const classOf = (status: number): number => Math.floor(status / 100);

const swapStatus: Mutator = (
	{ target, response: { status } },
	{ documented, operations },
) => {
	const others = new Set([
		...(COMMON_STATUSES.get(classOf(status)) ?? []),
		operations.find(({ id }) => id === target)?.success ?? 200,
		400,
		500,
		...documented.listStatuses(target),
	]);
	return (
		[...others]
			// The verification takes these statuses for missing access of the caller, not for a failure of the service.
			.filter((other) => other !== status && !ACCESS_STATUSES.includes(other))
			.map((other) => ({
				name: `swap the status ${classOf(other) === classOf(status) ? "within its class" : "across classes"}: ${status} to ${other}`,
				where: "status",
				mutate: ({ response }) => ({ ...response, status: other }),
			}))
	);
};

/** Sends a valid request to the operation, or to the one whose path the rejected request resembles. */
const acceptInvalid: Mutator = ({ response }, { operations }) => {
	const mutation: Mutation = {
		name: "accept an invalid request and store it",
		where: "status",
		isSemantic: true,
		mutate({ target, request }, send) {
			const sent = request.path.toLowerCase();
			const operation =
				operations.find(({ id }) => id === target) ??
				operations.find(({ path }) => sent.startsWith(path.toLowerCase()));
			return operation && send(buildRequest(operation, operation.example));
		},
	};
	return isSuccess(response) ? [] : [mutation];
};

type Change = (response: ProviderResponse) => ProviderResponse;

/** Creates mutations of responses that have the header. */
const changeHeader = (
	header: string,
	changes: Readonly<Record<string, Change>>,
): Mutation[] =>
	createMutations(`header ${header}`, changes, (change, response) =>
		Object.hasOwn(response.headers, header) ? change(response) : undefined,
	);

const removeHeader =
	(header: string): Change =>
	(response) => {
		const { [header]: _, ...headers } = response.headers;
		return { ...response, headers };
	};

const setHeader =
	(header: string, value: string, body?: string): Change =>
	(response) => ({
		...response,
		headers: { ...response.headers, [header]: value },
		...(body !== undefined && { body: Buffer.from(body) }),
	});

/** Without HTML: the verification takes an HTML response for one of a server in between. */
const OTHER_TYPES = [
	"text/plain",
	"application/octet-stream",
	"application/xml",
];

const mutateContentType: Mutator = ({ response }) => {
	const type = readContentType(response);
	if (type === "") return [];
	const [essence = "", ...parameters] = type.split(";");
	const others = OTHER_TYPES.filter((other) => other !== essence.trim());
	const types = [
		...others.map((other) => [other, other]),
		...parameters.map((parameter, index) => [
			`without ${parameter.trim()}`,
			[essence, ...parameters.toSpliced(index, 1)].join(";"),
		]),
	];
	return changeHeader("content-type", {
		"remove the content type": removeHeader("content-type"),
		...Object.fromEntries(
			types.map(([detail, other = ""]) => [
				`change the content type: ${detail}`,
				setHeader("content-type", other),
			]),
		),
	});
};

/** Mutates the documented headers, except the content type. */
const mutateHeaders: Mutator = ({ target, response }, { documented }) =>
	Object.keys(
		documented.findResponseAssumptions(target, response.status)?.headers ?? {},
	)
		.filter((header) => Object.hasOwn(response.headers, header))
		.flatMap((header) =>
			changeHeader(header, {
				"remove a header": removeHeader(header),
				"change a header": setHeader(header, "X-OTHER"),
			}),
		);

const HTML = "<!doctype html><title>Error</title><h1>Something went wrong</h1>";
const PLAIN_ERROR = '{"error":"Something went wrong"}';

const mutateProblem: Mutator = ({ response }) =>
	/^application\/problem\+json\b/i.test(readContentType(response))
		? changeHeader("content-type", {
				"turn a problem into HTML": setHeader(
					"content-type",
					"text/html",
					HTML,
				),
				"turn a problem into plain JSON: by its content type": setHeader(
					"content-type",
					"application/json",
				),
				"turn a problem into plain JSON: by its body": (given) => ({
					...given,
					body: Buffer.from(PLAIN_ERROR),
				}),
			})
		: [];

/** Mutators of the status and the headers. */
export const headMutators: readonly Mutator[] = [
	swapStatus,
	acceptInvalid,
	mutateContentType,
	mutateHeaders,
	mutateProblem,
];
