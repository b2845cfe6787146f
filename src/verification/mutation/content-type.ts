import type { ProviderResponse } from "../contract.ts";
import {
	contentTypeOf,
	type Mutation,
	type MutationKind,
	withContentType,
} from "./mutation.ts";

const WHERE = "header content-type";
const PROBLEM = /^application\/problem\+json\b/i;

const PAGE = Buffer.from(
	"<!doctype html><title>Error</title><h1>Something went wrong</h1>",
);

function withoutContentType(answer: ProviderResponse): ProviderResponse {
	const { "content-type": _, ...headers } = answer.headers;
	return { ...answer, headers };
}

const changing = (
	kind: string,
	detail: string,
	change: (answer: ProviderResponse) => ProviderResponse,
): Mutation => ({
	kind,
	name: detail ? `${kind}: ${detail}` : kind,
	where: WHERE,
	mutate: ({ answer }) =>
		contentTypeOf(answer) === "" ? undefined : change(answer),
});

export const dropContentType: MutationKind = ({ answer }) =>
	contentTypeOf(answer) === ""
		? []
		: [changing("drop the content type", "", withoutContentType)];

/** Not to HTML, in which a verification sees a server in between. */
const OTHERS = ["text/plain", "application/octet-stream", "application/xml"];

export const changeContentType: MutationKind = ({ answer }) => {
	const type = contentTypeOf(answer);
	if (type === "") return [];
	const [essence = "", ...parameters] = type.split(";");
	return [
		...OTHERS.filter((other) => other !== essence.trim()).map((other) =>
			changing("change the content type", other, (given) =>
				withContentType(given, other),
			),
		),
		...parameters.map((parameter, index) =>
			changing(
				"change the content type",
				`without ${parameter.trim()}`,
				(given) =>
					withContentType(
						given,
						[essence, ...parameters.toSpliced(index, 1)].join(";"),
					),
			),
		),
	];
};

export const problemToHtml: MutationKind = ({ answer }) =>
	PROBLEM.test(contentTypeOf(answer))
		? [
				changing("turn a problem into HTML", "", (given) =>
					withContentType(given, "text/html", PAGE),
				),
			]
		: [];

export const problemToPlainJson: MutationKind = ({ answer }) =>
	PROBLEM.test(contentTypeOf(answer))
		? [
				changing("turn a problem into plain JSON", "in name", (given) =>
					withContentType(given, "application/json"),
				),
				changing("turn a problem into plain JSON", "in content", (given) =>
					withContentType(
						given,
						contentTypeOf(given),
						Buffer.from('{"error":"Something went wrong"}'),
					),
				),
			]
		: [];
