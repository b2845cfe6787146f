import { type ContractDocument, child, entries } from "./document.ts";

/** Emits the example body of each documented response. */
export function emitExamples(document: ContractDocument): string {
	const examples = Object.fromEntries(
		document.operations.map(({ id, responses }) => [
			id,
			Object.fromEntries(
				responses.map(([status, response]) => {
					const content = child(document.resolve(response), "content");
					const [[, media] = []] = entries(content);
					if (!media || !("example" in media))
						throw new Error(
							`openapi.yaml: the response ${status} of ${id} needs an example`,
						);
					return [status, media.example];
				}),
			),
		]),
	);
	return `export const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(examples, null, 2)};\n`;
}
