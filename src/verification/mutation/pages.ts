import { isHolder, jsonOf, withJson } from "./json-body.ts";
import { isSuccess, type MutationKind } from "./mutation.ts";
import { memberOf } from "./page-requests.ts";

/** Other items, where there are enough that a client could tell. */
const changingItems =
	(
		kind: string,
		change: (items: readonly unknown[]) => unknown[],
	): MutationKind =>
	({ target, answer }, { documented: described }) => {
		const names = described.pages[target];
		if (!names || !isSuccess(answer)) return [];
		const page = jsonOf(answer);
		const items = isHolder(page) ? page[names.items] : undefined;
		if (!Array.isArray(items) || items.length < 2) return [];
		return [
			{
				kind,
				name: kind,
				where: `$.${names.items}`,
				semantic: true,
				mutate({ answer: given }) {
					const body = jsonOf(given);
					const found = isHolder(body) ? body[names.items] : undefined;
					if (!isHolder(body) || !Array.isArray(found) || found.length < 2)
						return undefined;
					return withJson(given, { ...body, [names.items]: change(found) });
				},
			},
		];
	};

export const reversePage: MutationKind = changingItems(
	"reverse a page",
	(items) => items.toReversed(),
);
export const repeatItem: MutationKind = changingItems(
	"repeat an item of a page",
	([first, ...rest]) => [first, ...rest.with(-1, first)],
);
export const loseItem: MutationKind = changingItems(
	"lose the last item of a page",
	(items) => items.slice(0, -1),
);

/** A client that follows it never comes to an end. */
export const sameCursor: MutationKind = (
	{ target, request, answer },
	{ documented: described },
) => {
	const names = described.pages[target];
	if (!names || !isSuccess(answer)) return [];
	if (memberOf(request, names, names.cursor) === undefined) return [];
	return [
		{
			kind: "return the same cursor for ever",
			name: "return the same cursor for ever",
			where: `$.${names.nextCursor}`,
			semantic: true,
			mutate({ request: asked, answer: given }) {
				const cursor = memberOf(asked, names, names.cursor);
				const body = jsonOf(given);
				return cursor === undefined || !isHolder(body)
					? undefined
					: withJson(given, { ...body, [names.nextCursor]: cursor });
			},
		},
	];
};

/** What is left is never read. */
export const endEarly: MutationKind = (
	{ target, answer },
	{ documented: described },
) => {
	const names = described.pages[target];
	const page = jsonOf(answer);
	if (!names || !isHolder(page) || !page[names.nextCursor]) return [];
	return [
		{
			kind: "end after the first page",
			name: "end after the first page",
			where: `$.${names.nextCursor}`,
			semantic: true,
			mutate({ answer: given }) {
				const body = jsonOf(given);
				return isHolder(body) && body[names.nextCursor]
					? withJson(given, { ...body, [names.nextCursor]: null })
					: undefined;
			},
		},
	];
};
