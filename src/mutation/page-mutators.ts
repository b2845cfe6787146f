import type { OutgoingRequest, PageNames } from "../verification/contract.ts";
import {
	type Container,
	isContainer,
	readJson,
	readSentJson,
	withJson,
} from "./json-body.ts";
import { isSuccess, type Mutation, type Mutator } from "./mutation.ts";

/** Returns a query parameter or body property of the request, or undefined if the request does not have it. */
function readInput(
	request: OutgoingRequest,
	names: PageNames,
	name: string,
): unknown {
	if (names.in === "query")
		return (
			new URLSearchParams(request.path.split("?")[1]).get(name) ?? undefined
		);
	const sent = readSentJson(request);
	return isContainer(sent) ? sent[name] : undefined;
}

function removeInput(
	request: OutgoingRequest,
	names: PageNames,
	name: string,
): OutgoingRequest {
	if (names.in === "query") {
		const [path = "", query] = request.path.split("?");
		const rest = new URLSearchParams(query);
		rest.delete(name);
		return { ...request, path: rest.size > 0 ? `${path}?${rest}` : path };
	}
	const sent = readSentJson(request);
	const { [name]: _, ...rest } = isContainer(sent) ? sent : {};
	const { "content-length": __, ...headers } = request.headers ?? {};
	return { ...request, headers, body: JSON.stringify(rest) };
}

/** Creates a mutation with which the provider ignores an input of a request for a page. */
const ignoreInput = (
	kind: string,
	names: PageNames,
	name: string,
): Mutation => ({
	name: `${kind}: ${name}`,
	where: `request.${name}`,
	isSemantic: true,
	mutate: ({ request }, send) =>
		readInput(request, names, name) === undefined
			? undefined
			: send(removeInput(request, names, name)),
});

/** Creates a mutation of one property of a page. The function returns undefined if the mutation does not apply. */
const changePage = (
	name: string,
	property: string,
	change: (page: Container, request: OutgoingRequest) => unknown,
): Mutation => ({
	name,
	where: `$.${property}`,
	isSemantic: true,
	mutate({ request, response }) {
		const page = readJson(response);
		if (!isContainer(page)) return undefined;
		const value = change(page, request);
		return value === undefined
			? undefined
			: withJson(response, { ...page, [property]: value });
	},
});

export const mutatePage: Mutator = (exchange, { documented }) => {
	const names = documented.pages[exchange.target];
	if (!names || !isSuccess(exchange.response)) return [];
	const { items, nextCursor, cursor, limit, filters } = names;
	/** Changes pages with several items: with fewer, a client could not tell the difference. */
	const changeItems = (
		name: string,
		change: (several: readonly unknown[]) => unknown[],
	): Mutation =>
		changePage(name, items, ({ [items]: several }) =>
			Array.isArray(several) && several.length > 1
				? change(several)
				: undefined,
		);
	const mutations = [
		ignoreInput("repeat the first page", names, cursor),
		...filters.map((name) => ignoreInput("ignore a filter", names, name)),
		ignoreInput("ignore the limit", names, limit),
		changeItems("reverse a page", (several) => several.toReversed()),
		changeItems("repeat an item of a page", ([first, ...rest]) => [
			first,
			...rest.with(-1, first),
		]),
		changeItems("remove the last item of a page", (several) =>
			several.slice(0, -1),
		),
		changePage("end after the first page", nextCursor, (page) =>
			page[nextCursor] ? null : undefined,
		),
		// A client that follows the cursor never reaches the end.
		changePage("return the same cursor again", nextCursor, (_, request) =>
			readInput(request, names, cursor),
		),
	];
	// Only the mutations that apply to this exchange. Trying them must not call the provider.
	const send = () => Promise.resolve(exchange.response);
	return mutations.filter(({ mutate }) => mutate(exchange, send));
};
