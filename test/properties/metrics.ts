import { expect } from "vitest";
import { metricFamilies } from "../../contracts/generated/operations.ts";
import type { Mock } from "../../src/index.ts";
import { toRequest } from "./parts.ts";
import { type Family, parseExposition } from "./prometheus.ts";
import { operations } from "./requests.ts";

const METRICS = operations.find(({ id }) => id === "getMetrics");
const { commands, pipelines, zaps, auditRecords } = metricFamilies;
const KEPT = { commands, pipelines, zaps, auditRecords };

/** Reads the metrics, as one more request. */
export async function readMetrics(mock: Mock): Promise<Map<string, Family>> {
	if (!METRICS) throw new Error("The document has no metrics");
	const { method, path, success } = METRICS;
	const response = await mock.fetch(toRequest({ method, path, query: [] }));
	expect(response.status).toBe(success);
	return parseExposition(await response.text());
}

/** How much of everything is kept. */
export function keptOf(
	families: ReadonlyMap<string, Family>,
): Record<keyof typeof KEPT, number> {
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
