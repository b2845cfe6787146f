import { createInputReader, type ReadInput } from "./request/read-input.ts";
import { createRender, type Render } from "./response/render.ts";
import type { OperationDefinition, Service } from "./service.ts";

type Labels = Readonly<Record<string, string>>;

/** An operation, prepared for many exchanges. */
export interface Operation
	extends Pick<OperationDefinition, "spec" | "handle"> {
	readonly takesBody: boolean;
	readonly readInput: ReadInput;
	readonly render: Render;
	/** Returns the labels of its metrics: for the same status the same object, which the histogram finds fastest. */
	readonly labelsOf: (status: number) => Labels;
}

export function createOperation(
	{ limits, unmatched }: Service,
	definition: OperationDefinition,
): Operation {
	const { spec, handle, validateBody } = definition;
	const labels = new Map<number, Labels>();
	return {
		spec,
		handle,
		takesBody: validateBody !== undefined,
		readInput: createInputReader(definition, limits),
		render: createRender(spec.responses, unmatched.head.assumptions),
		labelsOf(status) {
			const known = labels.get(status);
			if (known) return known;
			const made = { operation: spec.id, status: `${status}` };
			labels.set(status, made);
			return made;
		},
	};
}
