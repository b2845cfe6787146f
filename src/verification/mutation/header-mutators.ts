import type { ProviderResponse } from "../contract.ts";
import {
	createMutation,
	type Mutation,
	type Mutator,
	readContentType,
} from "./mutation.ts";

type Change = (response: ProviderResponse) => ProviderResponse;

const createHeaderMutations = (
	kind: string,
	name: string,
	changes: Readonly<Record<string, Change>>,
): Mutation[] =>
	Object.entries(changes).map(([detail, change]) =>
		createMutation(kind, detail, `header ${name}`, ({ response }) =>
			Object.hasOwn(response.headers, name) ? change(response) : undefined,
		),
	);

const removeHeader =
	(name: string): Change =>
	(response) => {
		const { [name]: _, ...headers } = response.headers;
		return { ...response, headers };
	};

const setHeader =
	(name: string, value: string): Change =>
	(response) => ({
		...response,
		headers: { ...response.headers, [name]: value },
	});

/** Mutates the documented headers, except the content type. */
const mutateHeaders: Mutator = ({ target, response }, contract) =>
	Object.keys(
		contract.findResponseAssumptions(target, response.status)?.headers ?? {},
	)
		.filter((name) => Object.hasOwn(response.headers, name))
		.flatMap((name) => [
			...createHeaderMutations("remove a header", name, {
				"": removeHeader(name),
			}),
			...createHeaderMutations("change a header", name, {
				"": setHeader(name, "X-OTHER"),
			}),
		]);

const CONTENT_TYPE = "content-type";
const setContentType = (value: string): Change =>
	setHeader(CONTENT_TYPE, value);

/** Not HTML: the verification takes an HTML response for one of a server in between. */
const OTHER_TYPES = [
	"text/plain",
	"application/octet-stream",
	"application/xml",
];

const HTML = Buffer.from(
	"<!doctype html><title>Error</title><h1>Something went wrong</h1>",
);
const PLAIN_ERROR = Buffer.from('{"error":"Something went wrong"}');

const mutateContentType: Mutator = ({ response }) => {
	const type = readContentType(response);
	if (type === "") return [];
	const [essence = "", ...parameters] = type.split(";");
	const others = OTHER_TYPES.filter((other) => other !== essence.trim());
	return [
		...createHeaderMutations("remove the content type", CONTENT_TYPE, {
			"": removeHeader(CONTENT_TYPE),
		}),
		...createHeaderMutations("change the content type", CONTENT_TYPE, {
			...Object.fromEntries(
				others.map((other) => [other, setContentType(other)]),
			),
			...Object.fromEntries(
				parameters.map((parameter, index) => [
					`without ${parameter.trim()}`,
					setContentType(
						[essence, ...parameters.toSpliced(index, 1)].join(";"),
					),
				]),
			),
		}),
	];
};

const mutateProblem: Mutator = ({ response }) =>
	/^application\/problem\+json\b/i.test(readContentType(response))
		? [
				...createHeaderMutations("turn a problem into HTML", CONTENT_TYPE, {
					"": (given) => ({
						...setContentType("text/html")(given),
						body: HTML,
					}),
				}),
				...createHeaderMutations(
					"turn a problem into plain JSON",
					CONTENT_TYPE,
					{
						"by its content type": setContentType("application/json"),
						"by its body": (given) => ({ ...given, body: PLAIN_ERROR }),
					},
				),
			]
		: [];

export const headerMutators: readonly Mutator[] = [
	mutateContentType,
	mutateHeaders,
	mutateProblem,
];
