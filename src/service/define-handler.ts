import {
	createPathFinder,
	fillParameters,
	isOwnPath,
	isTemplated,
	OWN_PATHS,
	parameterNames,
} from "../document/path-template.ts";
import type { RequestReaders } from "../document/validate-request.ts";
import type {
	OperationDefinition,
	OperationModel,
	ResponseModel,
	Service,
} from "../engine/model/service.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import { findReplyViolations } from "../engine/response/check-reply.ts";
import { loadReasons, ownResponse } from "../engine/response/problems.ts";
import { isStoreFull } from "../store/backing.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { attempt, errorMessage } from "../values/errors.ts";
import { groupBy } from "../values/group-by.ts";
import { findByStatus, isJsonType } from "../values/http.ts";
import type { DefinedHandler } from "./defined-handler.ts";
import { createReject, createReply } from "./handler-replies.ts";
import { createHandlerState } from "./handler-state.ts";
import type { Handle } from "./handler-types.ts";
import { requireReply } from "./require-reply.ts";
import type { Registered } from "./shipped-service.ts";

function readSearch(search: string): Record<string, unknown> {
	const pairs = groupBy([...new URLSearchParams(search)], ([name]) => name);
	return Object.fromEntries(
		pairs.map(([[name, text], ...others]) => [
			name,
			others.length > 0 ? [text, ...others.map(([, each]) => each)] : text,
		]),
	);
}

/** Reads any request. A body is read as JSON if its type is JSON, otherwise as text or bytes. */
const READERS: RequestReaders = {
	readParameters: ({ path, search }) => ({ path, query: readSearch(search) }),
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
function addOperation(
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

/** Thrown if a handler of a configuration failed. The message names the handler. */
class HandlerError extends Error {
	override readonly name = "HandlerError";
}

function explain(operation: string, thrown: unknown): unknown {
	if (attempt(() => isStoreFull(thrown))) return thrown;
	const error = new HandlerError(
		`The handler ${operation} failed: ${errorMessage(thrown)}`,
		{ cause: thrown },
	);
	// Any value may be thrown, even an object that throws when it is read.
	const stack = attempt(() => (thrown instanceof Error ? thrown.stack : ""));
	const [, ...frames] = `${attempt(() => `${stack}`)}`.split(/^(?=\s+at )/m);
	error.stack = `${error.message}\n${frames.join("")}`.trim();
	return error;
}

/** @param isOwn whether the OpenAPI document lacks the operation */
function createHandle(
	handle: (exchange: object) => unknown,
	spec: OperationModel,
	service: Service,
	isOwn = false,
): OperationDefinition["handle"] {
	const findListed = (status: number) =>
		isOwn ? undefined : findByStatus(spec.responses, status);
	return async ({ path, query, body, state: all, request }) => {
		const reasonOf = await loadReasons();
		const validators = await service.recordValidators();
		const state = createHandlerState(all, validators, service.idProperties);
		const reply = createReply(reasonOf, findListed);
		const reject = createReject(spec, reasonOf);
		try {
			// Requests without parameters share these objects.
			const own = structuredClone({ path, query });
			const given = { ...own, body, request, state, reply, reject };
			const replied = await handle(given);
			requireReply(replied);
			const violations = isOwn
				? []
				: await findReplyViolations(spec, service, replied);
			const { length } = violations;
			if (length === 0) return { ...replied, violations };
			const headers = { ...replied.headers, "mock-violations": `${length}` };
			return { ...replied, headers, violations };
		} catch (error) {
			throw explain(spec.id, error);
		}
	};
}

const ROUTE = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE) (\/\S*)$/;

/** Returns the path without the names of its parameters. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, "{}");

/** Returns the operation with this name; undefined if the handler adds it. */
function findOperation(
	{ operations }: Service,
	name: string,
	[, method, path = ""]: RegExpExecArray | [],
): OperationDefinition | undefined {
	const found = operations.find(
		({ spec }) =>
			spec.id === name ||
			(spec.method === method && shapeOf(spec.path) === shapeOf(path)),
	);
	if (found && found.spec.id !== name && found.spec.path !== path)
		throw new RangeError(
			`The handler ${name} has other parameters than its operation. Use "${found.spec.method} ${found.spec.path}".`,
		);
	if (found) return found;
	const braced = path.replaceAll(/(?<=\/):(\w+)/g, "{$1}");
	if (braced !== path)
		throw new RangeError(
			`The handler ${name} has a parameter that is not in braces. Use "${method} ${braced}".`,
		);
	if (path !== "") return undefined;
	const ids = operations.map(({ spec }) => spec.id);
	throw new RangeError(
		`${describeUnknownName("operation", name, ids, "of a handler")} For a new one, use a method and a path: "GET /things/{id}".`,
	);
}

/** The operations that a handler has defined. */
const defined = new WeakSet<OperationModel>();

/**
 * Defines the behavior of an operation. The function has access to the state, the clock, the ids and all other
 * features of the mock. An operation of the OpenAPI document keeps its validation. Any other operation is added to
 * the service.
 * @param operation the id of an operation, or its method and path, such as `GET /v1/zaps/{zapId}`
 * @param handle returns `reply(…)` or `reject(…)`
 * @example
 * defineHandler("GET /v1/zaps/{zapId}", async ({ path, state, reply, reject }) => {
 * 	const found = await state.get("zaps", path.zapId);
 * 	return found ? reply(200, found.record) : reject(404, "No zap has this id.");
 * })
 */
export function defineHandler<
	Types extends ServiceTypes = Registered,
	const Name extends OperationNameOf<Types> = OperationNameOf<Types>,
>(operation: Name, handle: Handle<Types, Name>): DefinedHandler {
	if (typeof handle !== "function")
		throw new TypeError(
			`The handler ${operation} has no function. Pass one as the second argument of defineHandler.`,
		);
	return {
		operation,
		addTo(service) {
			const route = ROUTE.exec(operation) ?? [];
			const known = findOperation(service, operation, route);
			// The mock validates requests by the OpenAPI document from which the types are generated.
			const run = handle as (exchange: object) => unknown;
			if (!known) {
				const [, method = "", path = ""] = route;
				if (isOwnPath(path))
					throw new RangeError(
						`No request reaches the handler ${operation}: ${OWN_PATHS}. Use another path.`,
					);
				return addOperation(service, method, path, (spec) => {
					defined.add(spec);
					return createHandle(run, spec, service, true);
				});
			}
			if (defined.has(known.spec))
				throw new RangeError(
					`Two handlers define ${operation}. Remove one of them.`,
				);
			const spec = { ...known.spec };
			defined.add(spec);
			const changed = {
				...known,
				spec,
				handle: createHandle(run, spec, service),
			};
			return {
				...service,
				operations: service.operations.map((each) =>
					each === known ? changed : each,
				),
			};
		},
	};
}
