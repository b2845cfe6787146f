import { ledger } from "../contracts/generated/ledger.ts";
import {
	limits,
	unmatchedResponses,
} from "../contracts/generated/operations.ts";
import { datasets } from "../fixtures/datasets.ts";
import { behaviors } from "../fixtures/records.ts";
import type { Service } from "../src/engine/model/service.ts";
import { findByStatus } from "../src/values/http.ts";
import { loadOnce } from "../src/values/load-once.ts";
import { operations } from "./operations.ts";
import { scenarios } from "./scenarios.ts";

const loadExamples = loadOnce(
	() => import("../contracts/generated/examples.ts"),
);
const loadValidators = loadOnce(
	() => import("../contracts/generated/response-validators.ts"),
);

/** The definition of the zaps service. */
export const service: Service = {
	...behaviors,
	operations,
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
