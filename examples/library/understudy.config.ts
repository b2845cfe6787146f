import { defineConfig, type ServiceTypes } from "zaps-understudy";
import { catalog } from "./catalog.ts";
import { rules } from "./rules.ts";

export default defineConfig<ServiceTypes>({
	document: "./openapi.yaml",
	ledger: "./understudy.assumptions.yaml",
	flags: { dataset: "catalog" },
	datasets: { catalog },
	handlers: rules,
	scenarios: {
		closed: {
			description: "Every book is lent.",
			faults: [{ operation: "lendBook", kind: "status", status: 409 }],
		},
	},
});
