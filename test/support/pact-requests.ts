import { child, entries, isNode } from "../../src/document/node.ts";
import { contract } from "./shipped-contract.ts";

/** The requests of the checks, with the statuses of their responses. */
export const pactRequests = entries(child(contract.pact, "interactions")).map(
	([, interaction]) => {
		const {
			method,
			path,
			query = {},
			headers = {},
			body,
		} = Object(interaction.request);
		const pairs = Object.entries(query).flatMap(([name, values]) =>
			[values].flat().map((value) => [name, String(value)]),
		);
		return {
			title: String(interaction.description),
			status: Number(child(interaction, "response").status),
			create: (origin: string): Request =>
				new Request(`${origin}${path}?${new URLSearchParams(pairs)}`, {
					method,
					headers: Object.entries(headers).map(
						([name, value]): [string, string] => [name, String(value)],
					),
					...(isNode(body) && { body: JSON.stringify(body.content) }),
				}),
		};
	},
);
