import type { OutgoingRequest, PageNames } from "../contract.ts";
import { isHolder, sentJsonOf } from "./json-body.ts";
import { isSuccess, type Mutation, type MutationKind } from "./mutation.ts";

/** The member of the request that the page is named by; undefined where it was not sent. */
export function memberOf(
	request: OutgoingRequest,
	names: PageNames,
	member: string,
): unknown {
	if (names.in === "query")
		return (
			new URLSearchParams(request.path.split("?")[1]).get(member) ?? undefined
		);
	const sent = sentJsonOf(request);
	return isHolder(sent) ? sent[member] : undefined;
}

/** The request with another body, of another length. */
export function withBody(
	request: OutgoingRequest,
	body: string,
): OutgoingRequest {
	const { "content-length": _, ...headers } = request.headers ?? {};
	return { ...request, headers, body };
}

function without(
	request: OutgoingRequest,
	names: PageNames,
	member: string,
): OutgoingRequest {
	if (names.in === "query") {
		const [path = "", query] = request.path.split("?");
		const rest = new URLSearchParams(query);
		rest.delete(member);
		return { ...request, path: rest.size > 0 ? `${path}?${rest}` : path };
	}
	const sent = sentJsonOf(request);
	const { [member]: _, ...rest } = isHolder(sent) ? sent : {};
	return withBody(request, JSON.stringify(rest));
}

/** The provider does not see the member. */
const ignoring = (
	kind: string,
	names: PageNames,
	member: string,
): Mutation => ({
	kind,
	name: `${kind}: ${member}`,
	where: `request.${member}`,
	semantic: true,
	mutate: ({ request }, send) =>
		memberOf(request, names, member) === undefined
			? undefined
			: send(without(request, names, member)),
});

/** Ignores members of the request, of which the names of the page tell. */
const ignoringOf =
	(
		kind: string,
		members: (names: PageNames) => readonly string[],
	): MutationKind =>
	(exchange, { documented: described }) => {
		const names = described.pages[exchange.target];
		if (!names || !isSuccess(exchange.answer)) return [];
		return members(names)
			.filter((each) => memberOf(exchange.request, names, each) !== undefined)
			.map((each) => ignoring(kind, names, each));
	};

export const ignoreFilter: MutationKind = ignoringOf(
	"ignore a filter",
	({ filters }) => filters,
);
export const ignoreLimit: MutationKind = ignoringOf(
	"ignore the limit",
	({ limit }) => [limit],
);
export const repeatPage: MutationKind = ignoringOf(
	"repeat the first page",
	({ cursor }) => [cursor],
);
