import type { ProviderResponse } from "../contract.ts";
import {
	createMutation,
	type Mutation,
	type Mutator,
	readContentType,
} from "./mutation.ts";

type Change = (response: ProviderResponse) => ProviderResponse;

const createHeaderMutation = (
	kind: string,
	detail: string,
	name: string,
	change: Change,
): Mutation =>
	createMutation(kind, detail, `header ${name}`, ({ response }) =>
		Object.hasOwn(response.headers, name) ? change(response) : undefined,
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
			createHeaderMutation("remove a header", "", name, removeHeader(name)),
			createHeaderMutation(
				"change a header",
				"",
				name,
				setHeader(name, "X-OTHER"),
			),
		]);

const mutateType = (kind: string, detail: string, change: Change): Mutation =>
	createHeaderMutation(kind, detail, "content-type", change);
const setType = (value: string): Change => setHeader("content-type", value);

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
	const kind = "change the content type";
	return [
		mutateType("remove the content type", "", removeHeader("content-type")),
		...OTHER_TYPES.filter((other) => other !== essence.trim()).map((other) =>
			mutateType(kind, other, setType(other)),
		),
		...parameters.map((parameter, index) =>
			mutateType(
				kind,
				`without ${parameter.trim()}`,
				setType([essence, ...parameters.toSpliced(index, 1)].join(";")),
			),
		),
	];
};

const HTML = Buffer.from(
	"<!doctype html><title>Error</title><h1>Something went wrong</h1>",
);
const PLAIN_ERROR = Buffer.from('{"error":"Something went wrong"}');

const mutateProblem: Mutator = ({ response }) =>
	/^application\/problem\+json\b/i.test(readContentType(response))
		? [
				mutateType("turn a problem into HTML", "", (given) => ({
					...setType("text/html")(given),
					body: HTML,
				})),
				mutateType(
					"turn a problem into plain JSON",
					"by its content type",
					setType("application/json"),
				),
				mutateType(
					"turn a problem into plain JSON",
					"by its body",
					(given) => ({ ...given, body: PLAIN_ERROR }),
				),
			]
		: [];

export const headerMutators: readonly Mutator[] = [
	mutateContentType,
	mutateHeaders,
	mutateProblem,
];
