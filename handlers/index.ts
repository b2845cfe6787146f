import { ledger } from "../contracts/generated/ledger.ts";
import {
	limits,
	operations as specs,
	unmatchedResponses,
} from "../contracts/generated/operations.ts";
import type { components } from "../contracts/generated/types.ts";
import { datasets } from "../fixtures/datasets.ts";
import { behaviors } from "../fixtures/records.ts";
import { createScenarios } from "../src/behaviors/scenarios.ts";
import type {
	OperationDefinition,
	OperationModel,
	Service,
} from "../src/engine/model/service.ts";
import { findByStatus } from "../src/values/http.ts";
import { loadOnce } from "../src/values/load-once.ts";

// Loaded with the first request, so that a mock starts sooner.
const loadExamples = loadOnce(
	() => import("../contracts/generated/examples.ts"),
);
const loadRequestValidators = loadOnce(
	() => import("../contracts/generated/request-validators.ts"),
);
const loadValidators = loadOnce(
	() => import("../contracts/generated/response-validators.ts"),
);

type Schemas = components["schemas"];

/** The record type of each collection. */
export interface Collections {
	zaps: Schemas["Zap"];
	commands: Schemas["CommandReceipt"];
	pipelines: Schemas["PipelineReceipt"];
	audit: Schemas["AuditRecord"];
}

/** Returns an operation that behaves as the OpenAPI document says. */
function createOperation(spec: OperationModel): OperationDefinition {
	const handle = behaviors.handles[spec.id];
	if (!handle) throw new Error(`${spec.id} has no behavior.`);
	return {
		...{ spec, handle },
		async loadValidators() {
			const { validators } = await loadRequestValidators();
			return {
				validateBody: validators[`${spec.id} body`],
				validateQuery: validators[`${spec.id} query`],
			};
		},
	};
}

/** The built-in scenarios. */
export const scenarios: ReturnType<typeof createScenarios> = createScenarios(
	Object.values(specs),
);

/** The definition of the zaps service. */
export const service: Service = {
	...behaviors,
	operations: Object.values(specs).map(createOperation),
	unmatched: unmatchedResponses,
	ledger,
	limits,
	datasets,
	scenarios,
	async readExample(operation, status) {
		const { examples } = await loadExamples();
		return findByStatus(examples[operation] ?? {}, status);
	},
	async recordValidators() {
		const { recordValidators } = await loadValidators();
		const { zaps, commands, pipelines, audit } = recordValidators;
		return new Map(Object.entries({ zaps, commands, pipelines, audit }));
	},
	responseValidators: async () => (await loadValidators()).validators,
};
