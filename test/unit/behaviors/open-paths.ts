import { openDocument } from "./open-document.ts";
import { respond, withOperation, write } from "./write-document.ts";

export const TEXT = { type: "string" };

/** The schema of an object that has all of the properties. */
export const object = (properties: object) => ({
	...{ type: "object", properties, required: Object.keys(properties) },
});

/** The JSON body of an operation. */
export const takes = (schema: object) => ({
	requestBody: { content: { "application/json": { schema } } },
});

/** The responses of an operation that lists records. */
export const list = (items: object) => respond({ type: "array", items });

/** A parameter of a path. */
export const inPath = (name: string, schema: object = TEXT) => ({
	parameters: [{ name, in: "path", required: true, schema }],
});

/** Opens a mock of a document with these paths. */
export const openPaths = async (paths: object, dataset?: string) =>
	openDocument(
		await write({ "api.json": { ...withOperation({}), paths } }),
		dataset,
	);
