import { createClient } from "../client.ts";
import { operations } from "../generated/operations.ts";
import type { paths } from "../generated/types.ts";
import type { Interaction } from "./interaction.ts";

type OperationId = keyof typeof operations;

export const operationOf = ({
	description,
}: Interaction): (typeof operations)[OperationId] => {
	const id = description.slice(0, description.indexOf(":"));
	const known = Object.values(operations).find((each) => each.id === id);
	if (!known) throw new Error(`"${description}" begins with no operation`);
	return known;
};

/** A value as it stands in an example, without the matchers around it. */
export function exampleOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(exampleOf);
	if (typeof value !== "object" || value === null) return value;
	if ("pact:matcher:type" in value && "value" in value)
		return exampleOf(value.value);
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, exampleOf(member)]),
	);
}

function withQuery(url: URL, query: Readonly<Record<string, unknown>>): URL {
	for (const [name, value] of Object.entries(query))
		for (const each of [exampleOf(value)].flat())
			url.searchParams.append(name, String(each));
	return url;
}

/** Sends the interaction's request, through the client wherever its types let it. */
export async function play(
	interaction: Interaction,
	baseUrl: string,
): Promise<void> {
	const { method, path } = operationOf(interaction);
	const { request = {}, forbiddenByTypes } = interaction;
	const body = request.json === undefined ? undefined : exampleOf(request.json);

	if (!forbiddenByTypes && request.path === undefined && !request.text) {
		const client = createClient({ baseUrl });
		const options = {
			...(request.query && { params: { query: exampleOf(request.query) } }),
			...(body !== undefined && { body }),
			parseAs: "text",
		};
		const send = method === "GET" ? client.GET : client.POST;
		// The data is one of many; each was written with the client's types in view.
		await (send as (path: keyof paths, init: object) => Promise<unknown>)(
			path,
			options,
		);
		return;
	}
	const url = withQuery(
		new URL(`${baseUrl}${request.path ?? path}`),
		request.query ?? {},
	);
	const sent =
		request.text ??
		(body === undefined
			? undefined
			: { mediaType: "application/json", body: JSON.stringify(body) });
	await fetch(url, {
		method: request.method ?? method,
		...(sent && {
			body: sent.body,
			headers: { "content-type": sent.mediaType },
		}),
	});
}
