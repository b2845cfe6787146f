import fc from "fast-check";
import { expect } from "vitest";
import { isNode, type Node } from "../../../../src/document/node.ts";
import type { Mock } from "../../../../src/entries/index.ts";
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
	chooseSearch,
	conditionChoices,
	nameWithCases,
} from "./search-conditions.ts";

export type ModelCommand = fc.AsyncCommand<Model, Mock>;

const createCommand = <Value>(
	name: string,
	values: fc.Arbitrary<Value>,
	run: (setup: ModelSetup, value: Value) => Promise<unknown>,
): fc.Arbitrary<ModelCommand> =>
	values.map((value) => ({
		check: () => true,
		run: async (model, real) => void (await run({ model, real }, value)),
		toString: () => `${name} ${JSON.stringify(value)}`,
	}));

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

/** Creates a body with the required properties of each operation. */
const createBody = (name: string): Node => ({
	...{ name, command: name, steps: [{ command: name }] },
});

const createWriteCommand = (id: WriteOperation): fc.Arbitrary<ModelCommand> =>
	createCommand(
		id,
		fc.oneof(
			getOperation(id).valid,
			nameWithCases.map((name) =>
				createJsonRequest(getOperation(id), createBody(name)),
			),
		),
		(setup, parts) => write(setup, id, parts),
	);

/** Returns a function that creates a zap in each of its first `count` calls, for changes between pages. */
const createZapsBetweenPages = (setup: ModelSetup, count: number) => {
	const zap = createJsonRequest(getOperation("createZap"), { name: "Between" });
	const remaining = Array(count).fill(zap);
	return async () => {
		if (remaining.pop()) await write(setup, "createZap", zap);
	};
};

const readOptions = { limits: pageLimits, additions: fc.nat(3) };

const listZaps = createCommand(
	"listZaps",
	fc.record(readOptions),
	(setup, { limits, additions }) =>
		expectPages(setup, "listZaps", setup.model.zaps, {
			limits,
			between: createZapsBetweenPages(setup, additions),
		}),
);

const searchAudit = createCommand(
	"searchAudit",
	fc.record({ choices: conditionChoices, ...readOptions }),
	(setup, { choices, limits, additions }) => {
		const { body, finds } = chooseSearch(setup.model, choices);
		return expectPages(setup, "searchAudit", setup.model.audit.filter(finds), {
			limits,
			conditions: body,
			between: createZapsBetweenPages(setup, additions),
		});
	},
);

const invalidRequests = operations.flatMap((operation) =>
	operation.violations.map(({ requests }) =>
		requests.map(({ parts }) => ({ operation, parts })),
	),
);

const sendInvalid = createCommand(
	"invalid",
	fc.oneof(...invalidRequests),
	(setup, { operation, parts }) =>
		send(setup, operation, parts, operation.invalidStatus),
);

const sendUnmatched = createCommand(
	"unmatched",
	fc.constantFrom("GET /v1/zap", "DELETE /v1/zaps", "POST /metrics"),
	({ real }, line) => {
		const [method = "", path = ""] = line.split(" ");
		return real.fetch(toRequest({ method, path, query: [] }));
	},
);

const sendHead = createCommand(
	"HEAD",
	fc.constantFrom(...operations.filter(({ method }) => method === "GET")),
	({ model, real }, { id, path, successStatus }) => {
		countRequest(model, id, successStatus);
		return real.fetch(toRequest({ method: "HEAD", path, query: [] }));
	},
);

/** The commands of the model-based test: every kind of request that clients send. */
export const modelCommands: fc.Arbitrary<ModelCommand>[] = [
	createWriteCommand("submitCommand"),
	createWriteCommand("submitPipeline"),
	createWriteCommand("createZap"),
	listZaps,
	searchAudit,
	createCommand("getMetrics", fc.constant({}), expectMetrics),
	sendInvalid,
	sendUnmatched,
	sendHead,
];
