import { expect } from "vitest";
import { isNode, type Node } from "../../contracts/generate/document.ts";
import {
	idPrefixes,
	metricFamilies,
	operations as specs,
} from "../../contracts/generated/operations.ts";
import { createMock, type Mock } from "../../src/index.ts";
import { type Answer, readAnswer } from "./answers.ts";
import { keptOf, readMetrics } from "./metrics.ts";
import {
	type AuditRecord,
	countRequest,
	emptyModel,
	type Model,
	type Zap,
} from "./model.ts";
import { MAX_LIMIT, readPages } from "./paging.ts";
import { type Parts, toRequest } from "./parts.ts";
import { type OperationRequests, operations } from "./requests.ts";

/** The mock, and what it is expected to know. */
export interface Stage {
	readonly real: Mock;
	readonly model: Model;
}

export function operationNamed(id: keyof typeof specs): OperationRequests {
	const found = operations.find((operation) => operation.id === id);
	if (!found) throw new Error(`openapi.yaml has no ${id}`);
	return found;
}

export async function send(
	{ real, model }: Stage,
	{ id }: OperationRequests,
	parts: Parts,
	expected: number | undefined,
): Promise<Answer> {
	const answer = await readAnswer(id, await real.fetch(toRequest(parts)));
	expect(answer.status).toBe(expected);
	countRequest(model, id, answer.status);
	return answer;
}

/** An id that the model could not know is learnt when it is first seen. */
function expectItem(received: Node, expected: Zap | AuditRecord): void {
	if (Object.values<string>(idPrefixes).includes(expected.id))
		expected.id = String(received.id);
	expect(received).toEqual(expected);
	expect(Object.keys(received).sort()).toEqual(Object.keys(expected).sort());
}

/** Reads all pages and expects these items, whatever happens between the pages. */
export async function expectPages(
	stage: Stage,
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
		(parts) => send(stage, operation, parts, operation.success),
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

/** Whatever the ids are of, what follows their prefixes ascends in the order in which they were given. */
export function expectAscending(ids: readonly unknown[]): void {
	const ulids = ids.map((id) => String(id).replace(/^[a-z]+_/, ""));
	for (const [index, ulid] of ulids.slice(1).entries())
		expect(ulid > String(ulids[index]), `${ulids[index]}, ${ulid}`).toBe(true);
}

export async function expectMetrics({ real, model }: Stage): Promise<void> {
	const families = await readMetrics(real);
	const { commands, pipelines, zaps, audit, requests } = model;
	expect(keptOf(families)).toEqual({
		commands,
		pipelines,
		zaps: zaps.length,
		auditRecords: audit.length,
	});
	const counted = (name: string, suffix = ""): [string, number][] =>
		(families.get(name)?.samples ?? [])
			.filter((sample) => sample.name === name + suffix)
			.map(({ labels: { operation, status, ...others }, value }) => {
				expect(others).toEqual({});
				return [`${operation} ${status}`, value];
			});
	expect(new Map(counted(metricFamilies.requests.name))).toEqual(requests);
	expect(new Map(counted(metricFamilies.durations.name, "_count"))).toEqual(
		requests,
	);
	const durations = families.get(metricFamilies.durations.name)?.samples ?? [];
	// No time passes on a clock that is set, so that every exchange is within every bound.
	for (const { name, labels, value } of durations)
		expect(value).toBe(
			name.endsWith("_sum")
				? 0
				: requests.get(`${labels.operation} ${labels.status}`),
		);
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

/** A mock with the dataset, and a model that has read what is in it. */
export async function createStage(dataset: string): Promise<Stage> {
	const stage: Stage = { real: createMock({ dataset }), model: emptyModel() };
	const { model } = stage;
	const readAll = async (operation: OperationRequests): Promise<Node[]> => {
		const all: Node[] = [];
		for await (const { items } of readPages(
			(parts) => send(stage, operation, parts, operation.success),
			operation,
			[MAX_LIMIT],
		))
			all.push(...items);
		return all.reverse();
	};
	if (dataset === "empty") return stage;
	model.zaps.push(...(await readAll(operationNamed("listZaps"))).filter(isZap));
	model.audit.push(
		...(await readAll(operationNamed("searchAudit"))).filter(isRecord),
	);
	const accepted = (wanted: string): number =>
		model.audit.filter(({ action }) => action === wanted).length;
	model.commands = accepted(specs.submitCommand.audit.action);
	model.pipelines = accepted(specs.submitPipeline.audit.action);
	return stage;
}
