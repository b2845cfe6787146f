import type { AnyHandler } from "../adapters/msw/msw-handler.ts";

import type { Service } from "../engine/model/service.ts";

export type { AnyHandler } from "../adapters/msw/msw-handler.ts";

/** A handler of an operation, for `handlers` of a configuration or of a mock. */
export interface DefinedHandler {
	/** The id of the operation, or its method and path. */
	readonly operation: string;
	/**
	 * Returns the service with the operation.
	 * @throws RangeError if no operation has this name, and it is not a method and a path
	 */
	addTo(service: Service): Service;
}

/** The possible items of `handlers` in a configuration. */
export type ConfiguredHandler = AnyHandler | DefinedHandler;

/**
 * Whether the value is a handler from `defineHandler`, and not an MSW handler. Checks the properties instead of the
 * class, because the package may be loaded twice.
 */
export const isDefined = (
	handler: ConfiguredHandler,
): handler is DefinedHandler => "addTo" in handler;

/** Returns the MSW handlers, which respond before the mock. */
export const listMswHandlers = (
	handlers: readonly ConfiguredHandler[] = [],
): readonly AnyHandler[] =>
	handlers.filter((each): each is AnyHandler => !isDefined(each));

/**
 * Returns the service with the operations of the handlers.
 * @throws RangeError that names the handler that does not fit
 */
export const withHandlers = (
	service: Service,
	handlers: readonly ConfiguredHandler[] = [],
): Service =>
	handlers.reduce(
		(known, each) => (isDefined(each) ? each.addTo(known) : known),
		service,
	);
