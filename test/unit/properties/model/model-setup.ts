import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect } from "vitest";
import {
	metricFamilies,
	operations as specs,
} from "../../../../contracts/generated/operations.ts";
import type { Node } from "../../../../src/document/node.ts";
import { createMock, type Mock } from "../../../../src/entries/index.ts";
import type { StoredRecord } from "../../../../src/store/store.ts";
import {
	type OperationRequests,
	operations,
} from "../requests/operation-requests.ts";
import { readPages } from "../requests/read-pages.ts";
import { type RequestParts, toRequest } from "../requests/request-parts.ts";
import { parseResponse } from "../responses.ts";
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
) {
	const response = await parseResponse(id, await real.fetch(toRequest(parts)));
	expect(response.status).toBe(expectedStatus);
	countRequest(model, id, response.status);
	return response;
}

/** Compares an item with the model. An unknown id is copied from the first response that contains it. */
function expectItem(received: Node, expected: Zap | AuditRecord): void {
	if (expected.id === "") expected.id = String(received.id);
	expect(received).toEqual(expected);
	expect(Object.keys(received).sort()).toEqual(Object.keys(expected).sort());
}

/** Reads all pages and expects exactly these items, newest first, even if `between` adds items after each page. */
export async function expectPages(
	setup: ModelSetup,
	id: "listZaps" | "searchAudit",
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
	const operation = getOperation(id);
	let rest = expected.toReversed();
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
	const { method, path, success } = specs.getMetrics;
	const response = await real.fetch(toRequest({ method, path, query: [] }));
	expect(response.status).toBe(success);
	const received = await response.text();
	expect(normalize(received)).toEqual(normalize(await registry.metrics()));
	expect(received).toMatch(/\n$/);
	countRequest(model, "getMetrics", success);
}

const isZap = (record: StoredRecord): record is Zap =>
	"name" in record && "createdAt" in record;
const isAuditRecord = (record: StoredRecord): record is AuditRecord =>
	"at" in record && "action" in record && "subject" in record;

/** Creates a mock with the dataset and a model with the same contents. */
export async function createSetup(dataset: string): Promise<ModelSetup> {
	const setup: ModelSetup = {
		real: createMock({ dataset }),
		model: createEmptyModel(),
	};
	const state = await setup.real.control.state();
	const { zaps = [], commands = [], pipelines = [], audit = [] } = state;
	setup.model.zaps.push(...zaps.filter(isZap).reverse());
	setup.model.audit.push(...audit.filter(isAuditRecord).reverse());
	setup.model.commands = commands.length;
	setup.model.pipelines = pipelines.length;
	return setup;
}
