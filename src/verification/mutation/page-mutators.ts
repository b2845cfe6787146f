import type { OutgoingRequest, PageNames } from "../contract.ts";
import {
	type Container,
	isContainer,
	readJson,
	readSentJson,
	withJson,
} from "./json-body.ts";
import {
	createMutation,
	isSuccess,
	type Mutation,
	type Mutator,
} from "./mutation.ts";

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

/** Creates a mutator with which the provider ignores inputs of a request for a page. */
const ignoreInputs =
	(
		kind: string,
		selectInputs: (names: PageNames) => readonly string[],
	): Mutator =>
	(exchange, { documented }) => {
		const names = documented.pages[exchange.target];
		if (!names || !isSuccess(exchange.response)) return [];
		const isSent = (request: OutgoingRequest, name: string): boolean =>
			readInput(request, names, name) !== undefined;
		return selectInputs(names)
			.filter((name) => isSent(exchange.request, name))
			.map((name) =>
				createMutation(
					kind,
					name,
					`request.${name}`,
					({ request }, send) =>
						isSent(request, name)
							? send(removeInput(request, names, name))
							: undefined,
					true,
				),
			);
	};

/** Creates a mutator of pages. The function returns the properties to change, or undefined if it does not apply. */
const mutatePages =
	(
		kind: string,
		property: "items" | "nextCursor",
		change: (
			page: Container,
			names: PageNames,
			request: OutgoingRequest,
		) => unknown,
	): Mutator =>
	(exchange, { documented }) => {
		const names = documented.pages[exchange.target];
		if (!names || !isSuccess(exchange.response)) return [];
		const mutate: Mutation["mutate"] = ({ request, response }) => {
			const page = readJson(response);
			if (!isContainer(page)) return undefined;
			const value = change(page, names, request);
			return value === undefined
				? undefined
				: withJson(response, { ...page, [names[property]]: value });
		};
		return mutate(exchange, () => Promise.reject())
			? [createMutation(kind, "", `$.${names[property]}`, mutate, true)]
			: [];
	};

/** Changes pages with several items: with fewer, a client could not tell the difference. */
const mutateItems = (
	kind: string,
	change: (items: readonly unknown[]) => unknown[],
): Mutator =>
	mutatePages(kind, "items", (page, names) => {
		const items = page[names.items];
		return Array.isArray(items) && items.length > 1 ? change(items) : undefined;
	});

export const pageMutators: readonly Mutator[] = [
	ignoreInputs("repeat the first page", ({ cursor }) => [cursor]),
	ignoreInputs("ignore a filter", ({ filters }) => filters),
	ignoreInputs("ignore the limit", ({ limit }) => [limit]),
	mutateItems("reverse a page", (items) => items.toReversed()),
	mutateItems("repeat an item of a page", ([first, ...rest]) => [
		first,
		...rest.with(-1, first),
	]),
	mutateItems("remove the last item of a page", (items) => items.slice(0, -1)),
	mutatePages("end after the first page", "nextCursor", (page, names) =>
		page[names.nextCursor] ? null : undefined,
	),
	// A client that follows the cursor never reaches the end.
	mutatePages(
		"return the same cursor again",
		"nextCursor",
		(_, names, request) => readInput(request, names, names.cursor),
	),
];
