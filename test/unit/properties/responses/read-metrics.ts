import { expect } from "vitest";
import { metricFamilies } from "../../../../contracts/generated/operations.ts";
import type { Mock } from "../../../../src/index.ts";
import { operations } from "../requests/operation-requests.ts";
import { toRequest } from "../requests/request-parts.ts";
import { type Family, parseExposition } from "./parse-exposition.ts";

const METRICS = operations.find(({ id }) => id === "getMetrics");
const { commands, pipelines, zaps, auditRecords } = metricFamilies;
const RECORD_FAMILIES = { commands, pipelines, zaps, auditRecords };

/** Requests and parses the metrics. */
export async function readMetrics(mock: Mock): Promise<Map<string, Family>> {
	if (!METRICS)
		throw new Error(
			"openapi.yaml has no operation getMetrics. Add it, or change this helper.",
		);
	const { method, path, successStatus } = METRICS;
	const response = await mock.fetch(toRequest({ method, path, query: [] }));
	expect(response.status).toBe(successStatus);
	return parseExposition(await response.text());
}

/** Returns the number of records of each kind. */
export function readRecordCounts(
	families: ReadonlyMap<string, Family>,
): Record<keyof typeof RECORD_FAMILIES, number> {
	const value = (family: { readonly name: string }): number => {
		const samples = families.get(family.name)?.samples ?? [];
		expect(samples, family.name).toHaveLength(1);
		return samples[0]?.value ?? Number.NaN;
	};
	return {
		commands: value(commands),
		pipelines: value(pipelines),
		zaps: value(zaps),
		auditRecords: value(auditRecords),
	};
}
