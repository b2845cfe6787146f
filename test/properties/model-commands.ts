import fc from "fast-check";
import { expect } from "vitest";
import { isNode, type Node } from "../../contracts/generate/document.ts";
import type { Mock } from "../../src/index.ts";
import { casedName, conditionsOf, membersOf, picks } from "./conditions.ts";
import {
	addCommand,
	addPipeline,
	addZap,
	countRequest,
	type Model,
	search,
	timeOf,
} from "./model.ts";
import { limitsArbitrary } from "./paging.ts";
import { type Parts, partsOf, toRequest } from "./parts.ts";
import { operations } from "./requests.ts";
import {
	expectAscending,
	expectMetrics,
	expectPages,
	operationNamed,
	type Stage,
	send,
} from "./stage.ts";

export type Command = fc.AsyncCommand<Model, Mock>;

const command = (
	name: string,
	values: unknown,
	perform: (stage: Stage) => Promise<void>,
): Command => ({
	check: () => true,
	run: (model, real) => perform({ model, real }),
	toString: () => `${name} ${JSON.stringify(values)}`,
});

const read = (json: unknown): Node => (isNode(json) ? json : {});

/** What a write sent and was given. */
interface Written {
	readonly sent: Node;
	readonly id: string;
}

type WriteId = "submitCommand" | "submitPipeline" | "createZap";
const remember: Readonly<
	Record<WriteId, (model: Model, written: Written) => void>
> = {
	submitCommand: (model, { sent, id }) =>
		addCommand(model, id, { command: String(sent.command) }),
	submitPipeline: (model, { sent, id }) =>
		addPipeline(model, id, Array.isArray(sent.steps) ? sent.steps : []),
	createZap: (model, { sent, id }) =>
		addZap(model, {
			...sent,
			name: String(sent.name),
			id,
			createdAt: timeOf(model),
		}),
};

async function write(stage: Stage, id: WriteId, parts: Parts): Promise<void> {
	const operation = operationNamed(id);
	const { body } = await send(stage, operation, parts, operation.success);
	const answer = read(body);
	expect(answer.acceptedAt ?? answer.createdAt).toBe(timeOf(stage.model));
	const steps = Array.isArray(answer.steps) ? answer.steps : [];
	expectAscending([answer, ...steps].map((given) => read(given).id));
	remember[id](stage.model, {
		sent: read(JSON.parse(parts.body ?? "")),
		id: String(answer.id),
	});
}

const bodies: Readonly<Record<WriteId, (name: string) => Node>> = {
	submitCommand: (name) => ({ command: name }),
	submitPipeline: (name) => ({ steps: [{ command: name }] }),
	createZap: (name) => ({ name }),
};

const writing = (id: WriteId): fc.Arbitrary<Command> =>
	fc
		.oneof(
			operationNamed(id).valid,
			casedName.map((name) => partsOf(operationNamed(id), bodies[id](name))),
		)
		.map((parts) => command(id, parts, (stage) => write(stage, id, parts)));

/** The zaps that are created while others read page by page. */
const meanwhile = (stage: Stage, count: number) => {
	let left = count;
	return async () => {
		if (left > 0)
			await write(
				stage,
				"createZap",
				partsOf(operationNamed("createZap"), { name: "Meanwhile" }),
			);
		left -= 1;
	};
};

const listing = fc
	.tuple(limitsArbitrary, fc.nat(3))
	.map(([limits, inserts]) =>
		command("listZaps", { limits, inserts }, (stage) =>
			expectPages(
				stage,
				operationNamed("listZaps"),
				[...stage.model.zaps].reverse(),
				{ limits, between: meanwhile(stage, inserts) },
			),
		),
	);

const searching = fc
	.tuple(picks, limitsArbitrary, fc.nat(3))
	.map(([picked, limits, inserts]) =>
		command("searchAudit", { picked, limits, inserts }, (stage) => {
			const conditions = conditionsOf(stage.model, picked);
			return expectPages(
				stage,
				operationNamed("searchAudit"),
				search(stage.model, conditions),
				{
					limits,
					conditions: membersOf(conditions, picked),
					between: meanwhile(stage, inserts),
				},
			);
		}),
	);

const invalid = fc
	.oneof(
		...operations.flatMap((operation) =>
			operation.faults.map(({ requests }) =>
				requests.map(({ parts }) => ({ operation, parts })),
			),
		),
	)
	.map(({ operation, parts }) =>
		command(
			`invalid ${operation.id}`,
			parts,
			async (stage) =>
				void (await send(stage, operation, parts, operation.invalid)),
		),
	);

const beyond = fc
	.constantFrom(
		{ method: "GET", path: "/v1/zap" },
		{ method: "DELETE", path: "/v1/zaps" },
		{ method: "POST", path: "/metrics" },
	)
	.map((where) =>
		command(
			"beyond",
			where,
			async ({ real }) =>
				void (await real.fetch(toRequest({ ...where, query: [] }))),
		),
	);

const head = fc
	.constantFrom(...operations.filter(({ method }) => method === "GET"))
	.map((operation) =>
		command(`HEAD ${operation.id}`, {}, async ({ model, real }) => {
			await real.fetch(
				toRequest({ method: "HEAD", path: operation.path, query: [] }),
			);
			countRequest(model, operation.id, operation.success);
		}),
	);

/** Everything that clients do. */
export const commands: fc.Arbitrary<Command>[] = [
	writing("submitCommand"),
	writing("submitPipeline"),
	writing("createZap"),
	listing,
	searching,
	fc.constant(command("getMetrics", {}, expectMetrics)),
	invalid,
	beyond,
	head,
];
