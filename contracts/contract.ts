import { createDocumentedBehavior } from "../src/document/documented-behavior.ts";
import type { OperationModel } from "../src/document/model.ts";
import type { Contract, ExampleRequest } from "../src/verification/contract.ts";
import { requestAssumptions, responses } from "./generated/details.ts";
import { ledger } from "./generated/ledger.ts";
import * as names from "./generated/names.ts";
import * as model from "./generated/operations.ts";
import { validators as requestValidators } from "./generated/request-validators.ts";
import { validators as responseValidators } from "./generated/response-validators.ts";
import { auditProbes } from "./probes/audit-probes.ts";
import { metricsProbes } from "./probes/metrics-probes.ts";
import { requestProbes } from "./probes/request-probes.ts";
import { createValidRequest } from "./probes/valid-request.ts";
import { states } from "./states.ts";

const { limit, cursor, ...filters } = names.names.auditQuery;

const documented: Contract["documented"] = {
	...createDocumentedBehavior({
		model: { ...model, ...names },
		details: { responses, requestAssumptions },
		requestValidators,
		responseValidators,
	}),
	pages: {
		listZaps: {
			...names.names.zapPage,
			...names.names.zapQuery,
			in: "query",
			filters: [],
		},
		searchAudit: {
			...names.names.auditPage,
			limit,
			cursor,
			in: "body",
			filters: Object.values(filters),
		},
	},
	idPrefixes: Object.values(model.idPrefixes),
	metricFamilies: Object.values(model.metricFamilies).map(({ name }) => name),
};

/** The contract of the service, without the path of its pact. */
export const contract: Omit<Contract, "pact"> = {
	consumer: "understudy",
	documented,
	operations: Object.values<OperationModel>(model.operations).map(
		(operation) => ({
			...operation,
			// Each use has another name, because a service may require that names are unique.
			get example(): ExampleRequest {
				const { id, example } = operation;
				const { body } = createValidRequest(id);
				return {
					...example,
					...(id === "createZap" && {
						body: { ...Object(example.body), ...Object(body) },
					}),
				};
			},
		}),
	),
	ledger,
	createValidRequest,
	states,
	probes: [...requestProbes, ...metricsProbes, ...auditProbes],
	untestable: {
		"health.unavailable": "a service cannot be made unavailable from outside",
		"auth.none":
			"a service that accepts requests without credentials does not show how it rejects them",
		"limits.none": "only a flood of requests could show that there is no limit",
	},
};
