import { createDocumentService } from "../../../src/behaviors/create-service.ts";
import { createContract } from "../../../src/checks/create-contract.ts";
import type { Contract } from "../../../src/verification/contract.ts";
import {
	array,
	content,
	may,
	NUMBER,
	object,
	role,
	saves,
	TEXT,
	withPaths,
} from "../../support/openapi.ts";

const text = (as: string) => role(as, TEXT);
const time = { ...TEXT, format: "date-time" };
const jar = object({ id: text("jar.id"), label: text("jar.label") });
const entry = object({
	id: text("log.id"),
	at: role("log.createdAt", time),
	event: text("log.action"),
	kind: text("log.subjectType"),
	what: text("log.subjectId"),
});
const asked = {
	event: text("query.action"),
	kind: text("query.subjectType"),
	what: text("query.subjectId"),
	words: text("query.text"),
	since: role("query.from", time),
	until: role("query.to", time),
	size: role("query.limit", { ...NUMBER, minimum: 1 }),
};
const family = (name: string, type: string) => ({ name, type, help: name });

/** The contract of a service with an audit trail and metrics. */
export const pantry: Contract = createContract(
	createDocumentService(
		withPaths({
			"/jars": {
				post: {
					operationId: "addJar",
					"x-audit": {
						...{ "x-assumption": "log.written" },
						...{ action: "jar.added", subjectType: "jar" },
					},
					...saves(jar, object({ label: TEXT })),
				},
			},
			"/log": {
				post: {
					...{ operationId: "searchLog", "x-behavior": "search" },
					...saves(
						object({ rows: role("page.items", array(entry)) }),
						may(asked),
					),
				},
			},
			"/stats": {
				get: {
					...{ operationId: "readStats", "x-behavior": "metrics" },
					responses: {
						200: {
							description: "",
							"x-metrics": {
								requests: family("pantry_requests", "counter"),
								jars: family("pantry_jars", "gauge"),
							},
							...content(TEXT, "text/plain; version=0.0.4"),
						},
					},
				},
			},
		}),
	),
);
