import type {
	Contract,
	ResponseAssumptions,
} from "../src/verification/contract.ts";
import { described } from "./described.ts";
import {
	requestElements,
	responseElements,
	unmatchedElements,
} from "./generated/elements.ts";
import { ledger } from "./generated/ledger.ts";
import { operations } from "./generated/operations.ts";
import { beyond as beyondProbes } from "./probes/beyond.ts";
import { consequences } from "./probes/consequences.ts";
import { metrics } from "./probes/metrics.ts";
import { refusals } from "./probes/refusals.ts";
import { states } from "./states.ts";

const elements: Readonly<
	Record<string, Readonly<Record<string, ResponseAssumptions>>>
> = responseElements;
const beyond: Readonly<Record<string, ResponseAssumptions>> = unmatchedElements;
const requests: Readonly<Record<string, readonly string[]>> = requestElements;

/** The contract of the service, but for where its files are. */
export const contract: Omit<Contract, "pact"> = {
	consumer: "understudy",
	documented: described,
	operations: Object.values(operations).map(
		({ id, method, path, success, example }) => ({
			id,
			method,
			path,
			success,
			example,
		}),
	),
	ledger,
	findResponseAssumptions: (operation, status) =>
		elements[operation]?.[status] ?? beyond[status],
	findRequestAssumptions: (operation) => requests[operation] ?? [],
	states,
	probes: [...refusals, ...beyondProbes, ...metrics, ...consequences],
	untestable: {
		"health.unavailable":
			"a service cannot be made unable to work from outside",
		"auth.none":
			"that no credentials are needed does not show what happens where they are",
		"limits.none": "only a flood of requests could show that there is no limit",
	},
};
