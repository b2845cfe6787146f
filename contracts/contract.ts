import type {
	Contract,
	ExampleRequest,
	ResponseAssumptions,
} from "../src/verification/contract.ts";
import { documentedBehavior } from "./documented-behavior.ts";
import {
	requestElements,
	responseElements,
	unmatchedElements,
} from "./generated/elements.ts";
import { ledger } from "./generated/ledger.ts";
import { operations } from "./generated/operations.ts";
import { acceptanceProbes } from "./probes/acceptance-probes.ts";
import { auditProbes } from "./probes/audit-probes.ts";
import { metricsProbes } from "./probes/metrics-probes.ts";
import { rejectionProbes } from "./probes/rejection-probes.ts";
import { unmatchedProbes } from "./probes/unmatched-probes.ts";
import { states } from "./states.ts";
import { createValidRequest } from "./valid-request.ts";

type ByStatus = Readonly<Record<string, ResponseAssumptions>>;

const responses: Readonly<Record<string, ByStatus>> = responseElements;
const unmatched: ByStatus = unmatchedElements;
const requests: Readonly<Record<string, readonly string[]>> = requestElements;

/** The contract of the service, without the path of its pact. */
export const contract: Omit<Contract, "pact"> = {
	consumer: "understudy",
	documented: documentedBehavior,
	operations: Object.values(operations).map((operation) => ({
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
	})),
	ledger,
	findResponseAssumptions: (operation, status) =>
		responses[operation]?.[status] ?? unmatched[status],
	findRequestAssumptions: (operation) => requests[operation] ?? [],
	createValidRequest,
	states,
	probes: [
		...acceptanceProbes,
		...rejectionProbes,
		...unmatchedProbes,
		...metricsProbes,
		...auditProbes,
	],
	untestable: {
		"health.unavailable": "a service cannot be made unavailable from outside",
		"auth.none":
			"a service that accepts requests without credentials does not show how it rejects them",
		"limits.none": "only a flood of requests could show that there is no limit",
	},
};
