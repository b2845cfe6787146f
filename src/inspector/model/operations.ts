import { useCallback } from "preact/hooks";
import { isObject } from "../../values/is-object.ts";
import type { Connection } from "./connection.ts";
import { useInspector } from "./use-inspector.ts";
import { type Resource, useResource } from "./use-resource.ts";

/** An operation of the service. */
export interface Operation {
	readonly id: string;
	/** In upper case. */
	readonly method: string;
	readonly path: string;
	readonly summary: string;
	/** The statuses that the OpenAPI document lists. */
	readonly statuses: readonly number[];
}

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/;
const STATUS = /^[1-5][0-9]{2}$/;

/** Returns the operations of an OpenAPI document, in its order. */
export function readOperations(document: unknown): readonly Operation[] {
	const { paths } = Object(document);
	return Object.entries(Object(paths)).flatMap(([path, item]) =>
		Object.entries(Object(item)).flatMap(([method, operation]) => {
			if (!METHOD.test(method) || !isObject(operation)) return [];
			const { operationId, summary, responses } = operation;
			if (typeof operationId !== "string") return [];
			return {
				id: operationId,
				method: method.toUpperCase(),
				path,
				summary: typeof summary === "string" ? summary : "",
				statuses: Object.keys(Object(responses))
					.filter((status) => STATUS.test(status))
					.map(Number),
			};
		}),
	);
}

export const loadOperations = async (
	connection: Connection,
): Promise<readonly Operation[]> => readOperations(await connection.document());

/** Loads the operations of the service. */
export function useOperations(): Resource<readonly Operation[]> {
	const { connection } = useInspector();
	const load = useCallback(() => loadOperations(connection), [connection]);
	return useResource(load, []);
}
