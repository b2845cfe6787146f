import { useEffect, useState } from "preact/hooks";
import { isObject } from "../../values/json.ts";
import { useInspector } from "./inspector.ts";

/** An operation of the OpenAPI document. */
export interface Operation {
	readonly id: string;
	readonly method: string;
	/** With the base path of the mock. */
	readonly path: string;
	readonly summary: string;
	/** The documented statuses, ascending. */
	readonly statuses: readonly number[];
}

/** The properties of a component that shows operations. */
export interface OperationsProps {
	readonly operations: readonly Operation[];
}

/**
 * Returns the operations of an OpenAPI document.
 * @param basePath the prefix of the paths, without a trailing slash
 */
export function readOperations(
	document: unknown,
	basePath: string,
): readonly Operation[] {
	const paths =
		isObject(document) && isObject(document.paths) ? document.paths : {};
	return Object.entries(paths).flatMap(([path, item]) =>
		Object.entries(isObject(item) ? item : {}).flatMap(([method, operation]) =>
			isObject(operation) && typeof operation.operationId === "string"
				? [
						{
							id: operation.operationId,
							method: method.toUpperCase(),
							path: basePath + path,
							summary: String(operation.summary ?? ""),
							statuses: Object.keys(
								isObject(operation.responses) ? operation.responses : {},
							).map(Number),
						},
					]
				: [],
		),
	);
}

/** Returns the operations of the service; none until they are loaded. */
export function useOperations(): readonly Operation[] {
	const { connection } = useInspector();
	const [operations, setOperations] = useState<readonly Operation[]>([]);
	useEffect(() => {
		Promise.all([connection.document(), connection.basePath()]).then(
			([document, basePath]) =>
				setOperations(readOperations(document, basePath)),
			// The page says elsewhere that the mock does not respond.
			() => {},
		);
	}, [connection]);
	return operations;
}

/**
 * Whether a fault has to force its status, since the OpenAPI document does not list it.
 * @param operation the id of an operation, or `*`; there, a server error means an outage of all operations
 */
export const requiresForce = (
	operation: string,
	status: number,
	operations: readonly Operation[],
): boolean =>
	operation === "*"
		? status >= 500 ||
			!operations.some(({ statuses }) => statuses.includes(status))
		: !operations.some(
				({ id, statuses }) => id === operation && statuses.includes(status),
			);
