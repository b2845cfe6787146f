import fc from "fast-check";
import { expect } from "vitest";
import { isNode, type Node } from "../../../../contracts/generate/document.ts";
import type { Mock } from "../../../../src/index.ts";
import { operations } from "../requests/operation-requests.ts";
import { pageLimits } from "../requests/read-pages.ts";
import {
	createJsonRequest,
	type RequestParts,
	toRequest,
} from "../requests/request-parts.ts";
import {
	countRequest,
	type Model,
	readNextTime,
	recordWrite,
	search,
	type WriteOperation,
} from "./model.ts";
import {
	expectAscending,
	expectMetrics,
	expectPages,
	getOperation,
	type ModelSetup,
	send,
} from "./model-setup.ts";
import {
	type ConditionChoices,
	chooseConditions,
	conditionChoices,
	createSearchBody,
	nameWithCases,
} from "./search-conditions.ts";

export type ModelCommand = fc.AsyncCommand<Model, Mock>;

const createCommand = (
	name: string,
	values: unknown,
	run: (setup: ModelSetup) => Promise<void>,
): ModelCommand => ({
	check: () => true,
	run: (model, real) => run({ model, real }),
	toString: () => `${name} ${JSON.stringify(values)}`,
});

const toNode = (json: unknown): Node => (isNode(json) ? json : {});

/** Adds the record of a write to the model. Returns the detail of its audit record. */
const addToModel: Readonly<
	Record<WriteOperation, (model: Model, sent: Node, id: string) => Node>
> = {
	submitCommand(model, { command }) {
		model.commands += 1;
		return { command };
	},
	submitPipeline(model, { steps }) {
		model.pipelines += 1;
		return { steps: Array.isArray(steps) ? steps.length : 0 };
	},
	createZap(model, sent, id) {
		const name = String(sent.name);
		model.zaps.push({ ...sent, name, id, createdAt: readNextTime(model) });
		return { name };
	},
};

async function write(
	setup: ModelSetup,
	id: WriteOperation,
	parts: RequestParts,
): Promise<void> {
	const operation = getOperation(id);
	const { body } = await send(setup, operation, parts);
	const response = toNode(body);
	expect(response.acceptedAt ?? response.createdAt).toBe(
		readNextTime(setup.model),
	);
	const steps = Array.isArray(response.steps) ? response.steps : [];
	expectAscending([response, ...steps].map((item) => toNode(item).id));
	const sent = toNode(JSON.parse(parts.body ?? ""));
	const recordId = String(response.id);
	const detail = addToModel[id](setup.model, sent, recordId);
	recordWrite(setup.model, id, recordId, detail);
}

const minimalBodies: Readonly<Record<WriteOperation, (name: string) => Node>> =
	{
		submitCommand: (name) => ({ command: name }),
		submitPipeline: (name) => ({ steps: [{ command: name }] }),
		createZap: (name) => ({ name }),
	};

const createWriteCommand = (id: WriteOperation): fc.Arbitrary<ModelCommand> =>
	fc
		.oneof(
			getOperation(id).valid,
			nameWithCases.map((name) =>
				createJsonRequest(getOperation(id), minimalBodies[id](name)),
			),
		)
		.map((parts) =>
			createCommand(id, parts, (setup) => write(setup, id, parts)),
		);

/** Returns a function that creates a zap in each of its first `count` calls, for changes between pages. */
const createZapsBetweenPages = (setup: ModelSetup, count: number) => {
	let remaining = count;
	return async () => {
		if (remaining > 0)
			await write(
				setup,
				"createZap",
				createJsonRequest(getOperation("createZap"), { name: "Between pages" }),
			);
		remaining -= 1;
	};
};

const createReadCommand = (
	id: "listZaps" | "searchAudit",
	anyChoices: fc.Arbitrary<ConditionChoices>,
): fc.Arbitrary<ModelCommand> =>
	fc
		.tuple(anyChoices, pageLimits, fc.nat(3))
		.map(([choices, limits, additions]) =>
			createCommand(id, { choices, limits, additions }, (setup) => {
				const { model } = setup;
				const conditions = chooseConditions(model, choices);
				return expectPages(
					setup,
					getOperation(id),
					id === "listZaps"
						? [...model.zaps].reverse()
						: search(model, conditions),
					{
						limits,
						conditions: createSearchBody(conditions, choices),
						between: createZapsBetweenPages(setup, additions),
					},
				);
			}),
		);

const sendInvalid = fc
	.oneof(
		...operations.flatMap((operation) =>
			operation.violations.map(({ requests }) =>
				requests.map(({ parts }) => ({ operation, parts })),
			),
		),
	)
	.map(({ operation, parts }) =>
		createCommand(
			`invalid ${operation.id}`,
			parts,
			async (setup) =>
				void (await send(setup, operation, parts, operation.invalidStatus)),
		),
	);

const sendUnmatched = fc
	.constantFrom(
		{ method: "GET", path: "/v1/zap" },
		{ method: "DELETE", path: "/v1/zaps" },
		{ method: "POST", path: "/metrics" },
	)
	.map((route) =>
		createCommand(
			"unmatched request",
			route,
			async ({ real }) =>
				void (await real.fetch(toRequest({ ...route, query: [] }))),
		),
	);

const sendHead = fc
	.constantFrom(...operations.filter(({ method }) => method === "GET"))
	.map((operation) =>
		createCommand(`HEAD ${operation.id}`, {}, async ({ model, real }) => {
			await real.fetch(
				toRequest({ method: "HEAD", path: operation.path, query: [] }),
			);
			countRequest(model, operation.id, operation.successStatus);
		}),
	);

/** The commands of the model-based test: every kind of request that clients send. */
export const modelCommands: fc.Arbitrary<ModelCommand>[] = [
	createWriteCommand("submitCommand"),
	createWriteCommand("submitPipeline"),
	createWriteCommand("createZap"),
	createReadCommand("listZaps", fc.constant({})),
	createReadCommand("searchAudit", conditionChoices),
	fc.constant(createCommand("getMetrics", {}, expectMetrics)),
	sendInvalid,
	sendUnmatched,
	sendHead,
];
