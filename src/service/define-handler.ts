import { isOwnPath, OWN_PATHS } from "../document/path-template.ts";
import type {
	InvalidPlace,
	OperationDefinition,
	OperationModel,
	Reply,
	ResponseModel,
	Service,
} from "../engine/model/service.ts";
import type {
	OperationNameOf,
	ServiceTypes,
} from "../engine/model/service-types.ts";
import { findReplyViolations } from "../engine/response/check-reply.ts";
import {
	createProblem,
	loadReasons,
	ownResponse,
} from "../engine/response/problems.ts";
import { isStoreFull } from "../store/backing.ts";
import { describeUnknownName } from "../values/describe-unknown-name.ts";
import { attempt, errorMessage } from "../values/errors.ts";
import { findByStatus } from "../values/http.ts";
import { lowerNames } from "../values/json.ts";
import type { DefinedHandler } from "./defined-handler.ts";
import { createHandlerState } from "./handler-state.ts";
import type { Handle } from "./handler-types.ts";
import { addOperation } from "./own-operation.ts";
import { requireReply, requireStatus } from "./require-reply.ts";
import type { Registered } from "./shipped-service.ts";

type Reasons = Awaited<ReturnType<typeof loadReasons>>;

/** Creates the function with which a handler rejects a request, in the form of the document. */
export const createReject =
	({ responses }: OperationModel, reasonOf: Reasons) =>
	(status: number, detail: string, errors?: readonly InvalidPlace[]): Reply => {
		const listed = findByStatus(responses, status);
		const reason = reasonOf(status);
		const spec = { ...(listed ?? ownResponse("")), reason };
		return createProblem(
			"handler",
			{ reason: detail },
			{ ...listed, status, reason, spec },
			errors && { errors },
		);
	};

/**
 * Creates the function with which a handler responds.
 * @param findListed returns the response that the OpenAPI document lists for a status
 */
export const createReply =
	(
		reasonOf: Reasons,
		findListed: (status: number) => ResponseModel | undefined,
	) =>
	(status: number, body?: unknown, given: Reply["headers"] = {}): Reply => {
		requireStatus(status);
		const headers = lowerNames(given);
		const common = { status, body: body ?? "", headers };
		const listed = findListed(status);
		if (listed && body !== undefined) return common;
		const { "content-type": sent } = headers;
		const usual = typeof body === "string" ? "text/plain" : "application/json";
		const mediaType = body === undefined ? "" : (sent ?? usual);
		const { assumptions = [] } = listed ?? {};
		const reason = reasonOf(status);
		return { ...common, spec: { mediaType, reason, assumptions } };
	};

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
			const handled = createHandle(run, spec, service);
			const operations = service.operations.map((each) =>
				each === known ? { ...known, spec, handle: handled } : each,
			);
			return { ...service, operations };
		},
	};
}
