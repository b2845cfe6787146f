import {
	metricFamilies,
	operations,
} from "../../../../contracts/generated/operations.ts";
import { readExposition } from "../../../../contracts/probes/read-exposition.ts";
import type { Mock } from "../../../../src/index.ts";

const { commands, pipelines, zaps, auditRecords } = metricFamilies;

/** Requests the metrics. */
export async function fetchMetrics(mock: Mock): Promise<string> {
	const { path } = operations.getMetrics;
	const response = await mock.fetch(new Request(`http://zaps.test${path}`));
	return response.text();
}

/** Returns the number of resources and of audit records in the mock. */
export async function countRecords(
	mock: Mock,
): Promise<{ resources: number; auditRecords: number }> {
	const { total } = readExposition(await fetchMetrics(mock));
	const count = ({ name }: { readonly name: string }): number =>
		total(name) ?? Number.NaN;
	return {
		resources: count(commands) + count(pipelines) + count(zaps),
		auditRecords: count(auditRecords),
	};
}
