import {
	createInputValidator,
	type ValidateInput,
} from "./request/validate-input.ts";
import { createRender, type Render } from "./response/render.ts";
import type { OperationDefinition, Service } from "./service.ts";

type Labels = Readonly<Record<string, string>>;

/** An operation, prepared for many exchanges. */
export interface Operation
	extends Pick<OperationDefinition, "spec" | "handle"> {
	readonly takesBody: boolean;
	readonly validateInput: ValidateInput;
	readonly render: Render;
	/** Returns the labels of its metrics: for the same status the same object, which the histogram finds fastest. */
	readonly getMetricLabels: (status: number) => Labels;
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
		validateInput: createInputValidator(definition, limits),
		render: createRender(spec.responses, unmatched.head.assumptions),
		getMetricLabels(status) {
			const known = labels.get(status);
			if (known) return known;
			const made = { operation: spec.id, status: `${status}` };
			labels.set(status, made);
			return made;
		},
	};
}
