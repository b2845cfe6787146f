/** Parts of OpenAPI documents. */

export const TEXT = { type: "string" };
export const NUMBER = { type: "integer" };

/** A schema with a role. */
export const role = (name: string, schema: object = {}) => ({
	...{ ...schema, "x-role": name },
});

export const array = <Items>(items: Items) => ({ type: "array", items });

/** The schema of an object that may have the properties. */
export const may = <Properties extends object>(properties: Properties) => ({
	...{ type: "object", properties },
});

/** The schema of one that has all of them. */
export const object = <Properties extends object>(properties: Properties) => ({
	...{ type: "object", properties, required: Object.keys(properties) },
});

/** The content of a body. */
export const content = (schema: object, mediaType = "application/json") => ({
	content: { [mediaType]: { schema } },
});

/** The JSON body of an operation. */
export const takes = (schema: object) => ({ requestBody: content(schema) });

/** A response without a body, or with one that has the schema. */
export const response = (schema?: object) => ({
	...{ description: "", ...(schema && content(schema)) },
});

/** The responses of an operation whose body has the schema. */
export const respond = (schema: object) => ({
	responses: { "200": response(schema) },
});

/** The responses of an operation that lists records. */
export const list = (items: object) => respond(array(items));

/** An operation that saves what it takes, and shows the saved record. */
export const saves = (shown: object, sent = shown) => ({
	...takes(sent),
	...respond(shown),
});

/** An operation that creates what it requires, and shows it. */
export const creates = (shown: object, sent = shown, mediaType?: string) => ({
	requestBody: { required: true, ...content(sent, mediaType) },
	responses: { "201": response(shown) },
});

/** An operation with further responses. */
export const also = (
	{ responses, ...operation }: { readonly responses: object },
	others: object,
) => ({ ...operation, responses: { ...responses, ...others } });

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

/** A document with one operation. */
export const withOperation = (operation: object, others = {}) => ({
	openapi: "3.1.0",
	info: { title: "Books", version: "1" },
	paths: { "/books": { get: { operationId: "listBooks", ...operation } } },
	...others,
});

/** A document with these paths. */
export const withPaths = <Paths extends object>(
	paths: Paths,
	others: object = {},
) => ({ ...withOperation({}), ...others, paths });
