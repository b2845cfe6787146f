import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect } from "vitest";
import { isNode, type Node } from "../../../../contracts/generate/document.ts";
import {
	idPrefixes,
	metricFamilies,
	operations as specs,
} from "../../../../contracts/generated/operations.ts";
import { createMock, type Mock } from "../../../../src/index.ts";
import {
	type OperationRequests,
	operations,
} from "../requests/operation-requests.ts";
import { MAX_LIMIT, readPages } from "../requests/read-pages.ts";
import {
	createJsonRequest,
	type RequestParts,
	toRequest,
} from "../requests/request-parts.ts";
import { fetchMetrics } from "../responses/count-records.ts";
import {
	type ParsedResponse,
	parseResponse,
} from "../responses/parsed-response.ts";
import {
	type AuditRecord,
	countRequest,
	createEmptyModel,
	type Model,
	type Zap,
} from "./model.ts";

/** A mock and a model of its expected state. */
export interface ModelSetup {
	readonly real: Mock;
	readonly model: Model;
}

export function getOperation(id: keyof typeof specs): OperationRequests {
	const found = operations.find((operation) => operation.id === id);
	if (!found)
		throw new Error(
			`openapi.yaml has no operation ${id}. Add it, or change this test.`,
		);
	return found;
}

/** Sends a request, expects the status, by default success, and counts the request in the model. */
export async function send(
	{ real, model }: ModelSetup,
	{ id, successStatus }: OperationRequests,
	parts: RequestParts,
	expectedStatus: number = successStatus,
): Promise<ParsedResponse> {
	const response = await parseResponse(id, await real.fetch(toRequest(parts)));
	expect(response.status).toBe(expectedStatus);
	countRequest(model, id, response.status);
	return response;
}

export const sendJson = (
	setup: ModelSetup,
	id: keyof typeof specs,
	body: unknown,
): Promise<ParsedResponse> =>
	send(setup, getOperation(id), createJsonRequest(getOperation(id), body));

/** Compares an item with the model. An unknown id is copied from the first response that contains it. */
function expectItem(received: Node, expected: Zap | AuditRecord): void {
	if (Object.values<string>(idPrefixes).includes(expected.id))
		expected.id = String(received.id);
	expect(received).toEqual(expected);
	expect(Object.keys(received).sort()).toEqual(Object.keys(expected).sort());
}

/** Reads all pages and expects exactly these items, even if `between` adds items after each page. */
export async function expectPages(
	setup: ModelSetup,
	operation: OperationRequests,
	expected: readonly (Zap | AuditRecord)[],
	{
		limits,
		conditions = {},
		between = async () => {},
	}: {
		limits: readonly (number | undefined)[];
		conditions?: Node;
		between?: () => Promise<void>;
	},
): Promise<void> {
	let rest = expected;
	for await (const { items, nextCursor, limit } of readPages(
		(parts) => send(setup, operation, parts),
		operation,
		limits,
		conditions,
	)) {
		expect(items).toHaveLength(Math.min(limit, rest.length));
		for (const [index, item] of rest.slice(0, limit).entries())
			expectItem(items[index] ?? {}, item);
		expect(nextCursor === null).toBe(rest.length <= limit);
		rest = rest.slice(limit);
		await between();
	}
	expect(rest).toEqual([]);
}

/** Expects ids in ascending order, ignoring their prefixes. */
export function expectAscending(ids: readonly unknown[]): void {
	const ulids = ids.map((id) => String(id).replace(/^[a-z]+_/, ""));
	for (const [index, ulid] of ulids.slice(1).entries())
		expect(ulid > String(ulids[index]), `${ulids[index]}, ${ulid}`).toBe(true);
}

/** Expects the metrics that `prom-client` returns for the same events. */
export async function expectMetrics({
	real,
	model,
}: ModelSetup): Promise<void> {
	const registry = new Registry();
	const registers = [registry];
	const labelNames = ["operation", "status"];
	const { requests, durations } = metricFamilies;
	const requestCounter = new Counter({ ...requests, labelNames, registers });
	const buckets = [...durations.buckets];
	const histogram = new Histogram({
		...durations,
		buckets,
		labelNames,
		registers,
	});
	for (const [key, count] of model.requests) {
		const [operation = "", status = ""] = key.split(" ");
		requestCounter.inc({ operation, status }, count);
		// No time passes on a fixed clock.
		for (let request = 0; request < count; request++)
			histogram.observe({ operation, status }, 0);
	}
	const { commands, pipelines, zaps, auditRecords } = metricFamilies;
	new Counter({ ...commands, registers }).inc(model.commands);
	new Counter({ ...pipelines, registers }).inc(model.pipelines);
	new Gauge({ ...zaps, registers }).set(model.zaps.length);
	new Gauge({ ...auditRecords, registers }).set(model.audit.length);

	// The order of labels has no meaning, and neither have empty lines.
	const normalize = (text: string): string[] =>
		text
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => line.replace(/\{(le="[^"]+"),(.*)\}/, "{$2,$1}"));
	const received = await fetchMetrics(real);
	expect(normalize(received)).toEqual(normalize(await registry.metrics()));
	expect(received).toMatch(/\n$/);
	countRequest(model, "getMetrics", specs.getMetrics.success);
}

const isZap = (item: Node): item is Node & Zap =>
	typeof item.id === "string" &&
	typeof item.name === "string" &&
	typeof item.createdAt === "string";
const isRecord = (item: Node): item is Node & AuditRecord =>
	typeof item.id === "string" &&
	typeof item.at === "string" &&
	typeof item.action === "string" &&
	isNode(item.subject);

/** Creates a mock with the dataset and a model with the same contents. */
export async function createSetup(dataset: string): Promise<ModelSetup> {
	const setup: ModelSetup = {
		real: createMock({ dataset }),
		model: createEmptyModel(),
	};
	const { model } = setup;
	const readAll = async (operation: OperationRequests): Promise<Node[]> => {
		const all: Node[] = [];
		for await (const { items } of readPages(
			(parts) => send(setup, operation, parts),
			operation,
			[MAX_LIMIT],
		))
			all.push(...items);
		return all.reverse();
	};
	if (dataset === "empty") return setup;
	model.zaps.push(...(await readAll(getOperation("listZaps"))).filter(isZap));
	model.audit.push(
		...(await readAll(getOperation("searchAudit"))).filter(isRecord),
	);
	const countRecords = (expected: string): number =>
		model.audit.filter(({ action }) => action === expected).length;
	model.commands = countRecords(specs.submitCommand.audit.action);
	model.pipelines = countRecords(specs.submitPipeline.audit.action);
	return setup;
}
