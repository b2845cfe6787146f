import { openContent } from "./open-document.ts";
import { respond, withPaths } from "./write-document.ts";

export const TEXT = { type: "string" };
export const NUMBER = { type: "integer" };

/** A schema with a role. */
export const role = (name: string, schema: object = {}) => ({
	...{ ...schema, "x-role": name },
});

export const array = (items: unknown) => ({ type: "array", items });

/** The schema of an object that may have the properties. */
export const may = (properties: object) => ({ type: "object", properties });

/** The schema of one that has all of them. */
export const object = (properties: object) => ({
	...{ type: "object", properties, required: Object.keys(properties) },
});

/** The JSON body of an operation. */
export const takes = (schema: object) => ({
	requestBody: { content: { "application/json": { schema } } },
});

/** The responses of an operation that lists records. */
export const list = (items: object) => respond(array(items));

/** An operation that saves what it takes, and shows the saved record. */
export const saves = (shown: object, sent = shown) => ({
	...takes(sent),
	...respond(shown),
});

/** The operations that list records, and add one. */
export const collection = (shown: object, sent = shown) => ({
	get: list(shown),
	post: saves(shown, sent),
});

export const inQuery = (name: string, schema: object, keywords = {}) => ({
	...{ name, in: "query", schema, ...keywords },
});

/** A parameter of a path. */
export const inPath = (name: string, schema: object = TEXT) => ({
	parameters: [{ name, in: "path", required: true, schema }],
});

/** Creates a mock of a document with these paths. */
export const openPaths = (paths: object, components: object = {}) =>
	openContent(withPaths(paths, { components }));

/** Creates such a mock without records. */
export const openEmpty = (paths: object) =>
	openContent(withPaths(paths), { dataset: "empty" });
