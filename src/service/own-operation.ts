import {
	createPathFinder,
	fillParameters,
	isTemplated,
	parameterNames,
} from "../document/path-template.ts";
import type { RequestReaders } from "../document/validate-request.ts";
import type {
	OperationDefinition,
	OperationModel,
	ResponseModel,
	Service,
} from "../engine/model/service.ts";
import { ownResponse } from "../engine/response/problems.ts";
import { isJsonType, parseQuery } from "../values/http.ts";

/** Reads any request. A body is read as JSON if its type is JSON, otherwise as text or bytes. */
const READERS: RequestReaders = {
	readParameters: ({ path, search }) => ({ path, query: parseQuery(search) }),
	findBodyKind: (mediaType) =>
		isJsonType(mediaType ?? "")
			? {}
			: {
					read: (body) => ({ value: "text" in body ? body.text : body.bytes }),
				},
	isBodyOptional: true,
};

/** Returns the length of the common beginning of two texts. */
function countShared(a: string, b: string): number {
	let index = 0;
	while (index < a.length && a[index] === b[index]) index += 1;
	return index;
}

/**
 * Returns the errors that operations list, without `x-assumption`. An error with another media type than the first
 * one, such as the error of a health check, gets the form of the first. So do errors that no operation lists.
 */
function collectErrors(operations: readonly OperationModel[]) {
	const listed = operations
		.flatMap(({ responses }) => Object.entries(responses))
		.filter(([status]) => /^[45]|^default$/.test(status))
		.toSorted(([a], [b]) => Number(/^5/.test(a)) - Number(/^5/.test(b)));
	const [, first] = listed.find(([, each]) => each.mediaType !== "") ?? [];
	const form = { ...(first ?? ownResponse("")), assumptions: [] };
	const other = { ...form, reason: "" };
	const errors: Record<string, ResponseModel> = { "4XX": other, "5XX": other };
	for (const [status, { reason, ...response }] of listed.toReversed()) {
		const isAlike = response.mediaType === form.mediaType;
		errors[status] = {
			...(isAlike ? response : form),
			reason,
			assumptions: [],
		};
	}
	return errors;
}

/**
 * Adds an operation that the OpenAPI document lacks. It has the errors of the other operations, in their forms, and
 * requires the credentials of the operation with the most similar path.
 */
export function addOperation(
	service: Service,
	method: string,
	path: string,
	handle: (spec: OperationModel) => OperationDefinition["handle"],
): Service {
	const others = service.operations.map(({ spec }) => spec);
	const [similar] = others.toSorted(
		(a, b) => countShared(b.path, path) - countShared(a.path, path),
	);
	const spec: OperationModel = {
		...{ id: `${method} ${path}`, method, path, success: 200 },
		...{ summary: "A handler of the configuration.", example: {} },
		...{ bodies: ["*/*"], isUndocumented: true },
		...(similar?.security && { security: similar.security }),
		parameters: parameterNames(path).map((name) => ({
			...({ name, in: "path", type: "string" } as const),
		})),
		problems: Object.assign({}, ...others.map(({ problems }) => problems)),
		responses: {
			"2XX": { mediaType: "", reason: "", assumptions: [] },
			...collectErrors(others),
		},
	};
	return {
		...service,
		operations: [
			...service.operations,
			{ ...READERS, spec, handle: handle(spec) },
		],
		readExample: async (operation, status, problem) =>
			operation === spec.id
				? (problem ?? "")
				: service.readExample(operation, status, problem),
		...(isTemplated(path) && {
			paths: service.paths ?? {
				...{ createFinder: createPathFinder, fill: fillParameters },
			},
		}),
	};
}
