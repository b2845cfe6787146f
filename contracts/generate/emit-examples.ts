import { type ContractDocument, child, entries } from "./document.ts";

/** By operation and status: the example that the document gives of the answer. */
export function emitExamples(document: ContractDocument): string {
	const examples = Object.fromEntries(
		document.operations.map(({ id, node }) => [
			id,
			Object.fromEntries(
				entries(child(node, "responses")).map(([status, response]) => {
					const content = child(document.resolve(response), "content");
					const [media] = entries(content);
					if (media === undefined || !("example" in media[1]))
						throw new Error(
							`openapi.yaml: the answer ${status} of ${id} has no example`,
						);
					return [status, media[1].example];
				}),
			),
		]),
	);
	return `export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(examples, null, 2)};\n`;
}
