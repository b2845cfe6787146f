import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";

import type { Contract } from "../../../src/verification/contract.ts";

const text = { type: "string" };
const role = (name: string, schema: object = text) => ({
	...schema,
	"x-role": name,
});
const json = (schema: object) => ({
	description: "",
	content: { "application/json": { schema } },
});
const object = (properties: object, required = Object.keys(properties)) => ({
	...{ type: "object", required, properties },
});
const time = { type: "string", format: "date-time" };
const jar = object({ id: role("jar.id"), label: role("jar.label") });
const entry = object({
	id: role("log.id"),
	at: role("log.createdAt", time),
	event: role("log.action"),
	kind: role("log.subjectType"),
	what: role("log.subjectId"),
});
const asked = {
	event: role("query.action"),
	kind: role("query.subjectType"),
	what: role("query.subjectId"),
	words: role("query.text"),
	since: role("query.from", time),
	until: role("query.to", time),
	size: role("query.limit", { type: "integer", minimum: 1 }),
};
const family = (name: string, type: string) => ({ name, type, help: name });

/** The contract of a service with an audit trail and metrics. */
export const pantry: Contract = createContract(
	createDocumentService({
		openapi: "3.1.0",
		info: { title: "Pantry", version: "1" },
		paths: {
			"/jars": {
				post: {
					operationId: "addJar",
					"x-audit": { action: "jar.added", subjectType: "jar" },
					requestBody: {
						content: {
							"application/json": { schema: object({ label: text }) },
						},
					},
					responses: { 201: json(jar) },
				},
			},
			"/log": {
				post: {
					operationId: "searchLog",
					"x-behavior": "search",
					requestBody: {
						content: { "application/json": { schema: object(asked, []) } },
					},
					responses: {
						200: json(
							object({
								rows: role("page.items", { type: "array", items: entry }),
							}),
						),
					},
				},
			},
			"/stats": {
				get: {
					operationId: "readStats",
					"x-behavior": "metrics",
					responses: {
						200: {
							description: "",
							"x-metrics": {
								requests: family("pantry_requests", "counter"),
								jars: family("pantry_jars", "gauge"),
							},
							content: {
								"text/plain; version=0.0.4": { schema: text },
							},
						},
					},
				},
			},
		},
	}),
);
