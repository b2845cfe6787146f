import { writeQuery, writeSimple } from "../document/write-request.ts";
import type { OutgoingRequest } from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import type { Operation } from "./operation.ts";
import { type Filling, fill, type Step } from "./step.ts";

/**
 * Returns the request of a step with the values of one side.
 * @throws Unfillable if the step refers to a value that the side does not have
 */
export function fillRequest(
	{ operation, plan }: Operation,
	step: Step,
	filling: Filling,
): OutgoingRequest {
	const values = Object(fill({ ...step }, filling));
	const { parameters } = plan.operation;
	const path = Object.entries(values.path).reduce((filled, [name, value]) => {
		const node = parameters.find(
			(each) => each.in === "path" && each.name === name,
		);
		const text = encodeURIComponent(writeSimple(node ?? {}, value));
		return filled.replace(`{${name}}`, () => text);
	}, operation.path);
	const pairs = writeQuery(parameters, values.query);
	const request = buildRequest(
		{ ...operation, path },
		{
			query: pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "",
			body: values.body,
		},
	);
	const headers = Object.fromEntries(
		Object.entries(values.headers).map(([name, value]) => [
			name.toLowerCase(),
			String(value),
		]),
	);
	return { ...request, headers: { ...request.headers, ...headers } };
}
