import type { OperationDefinition, Reply, Service } from "../model/service.ts";
import {
	createInputValidator,
	type ValidateInput,
} from "../request/validate-input.ts";
import { createRender, type RenderedResponse } from "../response/render.ts";

type Labels = Readonly<Record<string, string>>;

/** An operation, with everything that is computed once for all its exchanges. */
export interface Operation
	extends Pick<OperationDefinition, "spec" | "handle"> {
	readonly takesBody: boolean;
	readonly validateInput: ValidateInput;
	/**
	 * Renders a reply.
	 * @param applied the preferences that were applied, for `Preference-Applied`
	 */
	readonly render: (
		reply: Reply,
		method: string,
		applied: string,
	) => RenderedResponse;
	/** Returns the metric labels. They are the same object for the same status, since the histogram caches by identity. */
	readonly getMetricLabels: (status: number) => Labels;
}

export function createOperation(
	definition: OperationDefinition,
	{ limits, unmatched }: Service,
): Operation {
	const { spec, handle, validateBody } = definition;
	const render = createRender(spec.responses, unmatched.head.assumptions);
	const labels = new Map<number, Labels>();
	return {
		spec,
		handle,
		takesBody: validateBody !== undefined,
		validateInput: createInputValidator(definition, limits),
		render(reply, method, applied) {
			const isClosing = reply.status === spec.problems.tooLarge;
			if (!isClosing && applied === "") return render(reply, method);
			return render(reply, method, {
				...(isClosing && { connection: "close" }),
				...(applied !== "" && { "preference-applied": applied }),
			});
		},
		getMetricLabels(status) {
			const known = labels.get(status);
			if (known) return known;
			const created = { operation: spec.id, status: `${status}` };
			labels.set(status, created);
			return created;
		},
	};
}
