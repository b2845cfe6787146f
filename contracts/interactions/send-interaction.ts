import { createClient } from "../client.ts";
import { operations } from "../generated/operations.ts";
import type { paths } from "../generated/types.ts";
import type { Interaction } from "./interaction.ts";

export const findOperation = ({
	description,
}: Interaction): (typeof operations)[keyof typeof operations] => {
	const [id] = description.split(":");
	const operation = Object.values(operations).find((each) => each.id === id);
	if (!operation)
		throw new Error(
			`The interaction "${description}" must start with an operation id and a colon.`,
		);
	return operation;
};

/** Replaces each matcher with its example. */
function getExample(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(getExample);
	if (typeof value !== "object" || value === null) return value;
	if ("pact:matcher:type" in value && "value" in value)
		return getExample(value.value);
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [name, getExample(each)]),
	);
}

/** Sends the request of an interaction, with the typed client where its types allow the request. */
export async function sendInteraction(
	interaction: Interaction,
	baseUrl: string,
): Promise<void> {
	const { method, path } = findOperation(interaction);
	const { request = {}, bypassesClient } = interaction;
	const query = Object.entries(request.query ?? {});
	const body = getExample(request.json);
	if (bypassesClient) {
		const url = new URL(`${baseUrl}${path}`);
		for (const [name, value] of query)
			for (const each of [getExample(value)].flat())
				url.searchParams.append(name, String(each));
		await fetch(url, {
			method,
			...(body !== undefined && {
				body: JSON.stringify(body),
				headers: { "content-type": "application/json" },
			}),
		});
		return;
	}
	const client = createClient({ baseUrl });
	const send = method === "GET" ? client.GET : client.POST;
	// The interactions are data, so the compiler cannot match a body to its path.
	await (send as (path: keyof paths, init: object) => Promise<unknown>)(path, {
		...(request.query && { params: { query: getExample(request.query) } }),
		...(body !== undefined && { body }),
		parseAs: "text",
	});
}
