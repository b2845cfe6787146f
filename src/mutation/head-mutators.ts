import { fillParameters } from "../document/path-template.ts";
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
			// The verification takes these statuses for missing access of the caller instead of a failure of the service.
			.filter((other) => other !== status && !ACCESS_STATUSES.includes(other))
			.map((other) => ({
				name: `swap the status ${classOf(other) === classOf(status) ? "within its class" : "across classes"}: ${status} to ${other}`,
				where: "status",
				mutate: ({ response }) => ({ ...response, status: other }),
			}))
	);
};

/**
 * Sends a valid request instead of an invalid one: to the same operation, or to the operation with a similar path.
 */
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
			if (!operation) return undefined;
			const path = fillParameters(
				operation.path,
				request.path.replace(/\?.*/s, ""),
			);
			return send(buildRequest({ ...operation, path }, operation.example));
		},
	};
	return isSuccess(response) ? [] : [mutation];
};

/**
 * Creates mutations of responses that have the header, by a name for each new value. Undefined removes the header.
 * @param body also replaces the body
 */
const changeHeader = (
	header: string,
	values: Readonly<Record<string, string | undefined>>,
	body?: string,
): Mutation[] =>
	Object.entries(values).flatMap(([name, value]) =>
		createMutations(`header ${header}`, {
			[name](response) {
				const { [header]: given, ...others } = response.headers;
				if (given === undefined) return undefined;
				return {
					...response,
					headers:
						value === undefined ? others : { ...others, [header]: value },
					...(body !== undefined && { body: Buffer.from(body) }),
				};
			},
		}),
	);

/** HTML is not among them, because the verification takes HTML for the response of a proxy. */
const OTHER_TYPES = [
	"text/plain",
	"application/octet-stream",
	"application/xml",
];
const HTML = "<!doctype html><title>Error</title><h1>Something went wrong</h1>";
const PLAIN_ERROR = '{"error":"Something went wrong"}';

const mutateContentType: Mutator = ({ response }) => {
	const type = readContentType(response);
	if (type === "") return [];
	const [essence = "", ...parameters] = type.split(";");
	const types = [
		...OTHER_TYPES.map((other) => [other, other]),
		...parameters.map((parameter, index) => [
			`without ${parameter.trim()}`,
			[essence, ...parameters.toSpliced(index, 1)].join(";"),
		]),
	];
	const change = (values: Readonly<Record<string, string>>, body?: string) =>
		changeHeader("content-type", values, body);
	const problem = "turn a problem into";
	return [
		...changeHeader("content-type", { "remove the content type": undefined }),
		...types
			.filter(([other]) => other !== essence.trim())
			.flatMap(([detail, other = ""]) =>
				change({ [`change the content type: ${detail}`]: other }),
			),
		...(/^application\/problem\+json\b/i.test(type)
			? [
					change({ [`${problem} HTML`]: "text/html" }, HTML),
					change({
						[`${problem} plain JSON: by its content type`]: "application/json",
					}),
					change({ [`${problem} plain JSON: by its body`]: type }, PLAIN_ERROR),
				].flat()
			: []),
	];
};

/** Mutates the documented headers, except the content type. */
const mutateHeaders: Mutator = ({ target, response }, { documented }) =>
	Object.keys(
		documented.findResponseAssumptions(target, response.status)?.headers ?? {},
	)
		.filter((header) => Object.hasOwn(response.headers, header))
		.flatMap((header) =>
			changeHeader(header, {
				"remove a header": undefined,
				"change a header": "X-OTHER",
			}),
		);

/** Mutators of the status and the headers. */
export const headMutators: readonly Mutator[] = [
	swapStatus,
	acceptInvalid,
	mutateContentType,
	mutateHeaders,
];
