import type { DocumentService } from "../behaviors/create-service.ts";
import type { Plan } from "../behaviors/find-behaviors.ts";
import { isFreeText, sample } from "../document/field.ts";
import type { DocumentParts } from "../document/node.ts";
import { listViolatingRequests } from "../document/violating-requests.ts";
import { isObject } from "../values/json.ts";
import { uniqueWord } from "../values/unique-word.ts";
import type {
	Contract,
	ContractBehavior,
	ContractOperation,
	ExampleRequest,
	OutgoingRequest,
	Probe,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createBehaviorProbes } from "./behavior-probes.ts";
import {
	type CreateProbe,
	createBoundaryProbes,
	createUnmatchedProbes,
} from "./boundary-probes.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** Shorter texts may not hold a new word. */
const MIN_WORD_LENGTH = 40;

/** Returns the body that the document gives, or else the simplest one. */
function exampleBody({ operation, request }: Plan): unknown {
	const [content] = operation.requestContent;
	if (!content || !request) return undefined;
	return "example" in content[1] ? content[1].example : sample(request);
}

/** Replaces texts that the document does not limit, since a service may require that names are unique. */
function refresh(plan: Plan, body: unknown): unknown {
	const { behavior, request } = plan;
	if (behavior !== "create" || !request || !isObject(body)) return body;
	const free = new Set(
		request.properties.flatMap(([name, field]) => {
			const { maxLength = MIN_WORD_LENGTH } = field.schema;
			const isLong = Number(maxLength) >= MIN_WORD_LENGTH;
			return isFreeText(field) && isLong ? [name] : [];
		}),
	);
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			name,
			free.has(name) ? uniqueWord() : value,
		]),
	);
}

/** Fills in the examples that are missing, from which violating requests are made. */
const withExamples = (
	parts: DocumentParts,
	plans: readonly Plan[],
): DocumentParts => ({
	...parts,
	operations: parts.operations.map((operation) => {
		const plan = plans.find((each) => each.operation === operation);
		const [first, ...others] = operation.requestContent;
		if (!plan || !first) return operation;
		const [mediaType, content] = first;
		const example = exampleBody(plan);
		return {
			...operation,
			requestContent: [[mediaType, { ...content, example }], ...others],
		};
	}),
});

/** Creates a check of one request, and of the response that the document describes for it. */
const createProbe: CreateProbe = (
	{ id, responses },
	what,
	status,
	assumptions,
	create,
) => ({
	description: `${id}: ${what}`,
	assumptions: [
		...new Set([...assumptions, ...(responses[status]?.assumptions ?? [])]),
	],
	status,
	async run(send, _, compare) {
		const request = create();
		return compare(request, await send(request));
	},
});

/** Creates a check of each constraint of a request, by a request that violates it. */
function createViolationProbes(
	{ parts, plans }: DocumentService,
	documented: ContractBehavior,
): Probe[] {
	const violating = listViolatingRequests(withExamples(parts, plans), false);
	const described = new Set<string>();
	return violating.flatMap((each) => {
		const { operation: id, place, constraint, request: given } = each;
		const operation = documented.operations.find((one) => one.id === id);
		if (!operation) return [];
		const request = buildRequest(
			operation,
			"json" in given
				? { body: given.json }
				: { query: `?${new URLSearchParams(given.query)}` },
		);
		const { status, because } = documented.expectStatus(id, request);
		const shown = typeof each.expected === "object" ? "" : ` ${each.expected}`;
		const what = `${place || "the body"} violates ${constraint}${shown}`;
		// Not every value that is likely to be invalid is, and the document may not say how the service rejects it.
		const isExpected =
			because !== undefined && documented.listStatuses(id).includes(status);
		if (!isExpected || described.has(`${id} ${what}`)) return [];
		described.add(`${id} ${what}`);
		return [
			createProbe(operation, what, status, each.assumptions, () => request),
		];
	});
}

/** Creates checks of a body that is no JSON, is declared as another type, or is too large. */
function createBodyProbes(
	documented: ContractBehavior,
	create: (operation: string) => ExampleRequest,
	maxBytes: number,
): Probe[] {
	return documented.operations.flatMap((operation) => {
		const { id, method, path, bodies, problems } = operation;
		const valid = (): string => JSON.stringify(create(id).body);
		const send = (body: string, headers = JSON_TYPE) => ({
			...{ method, path, headers, body },
		});
		const malformed = problems.malformed ?? problems.invalid;
		const kinds: [number | undefined, string, () => OutgoingRequest][] = [
			[malformed, "with a body that is no JSON", () => send("{")],
			[
				problems.unsupportedMedia,
				"with a body declared as plain text",
				() => send(valid(), { "content-type": "text/plain" }),
			],
			[
				problems.tooLarge,
				"with a body over the limit",
				() => send(valid() + " ".repeat(maxBytes)),
			],
		];
		return bodies[0] === JSON_TYPE["content-type"]
			? kinds.flatMap(([status, what, request]) =>
					status === undefined
						? []
						: [createProbe(operation, what, status, [], request)],
				)
			: [];
	});
}

/**
 * Creates the contract that a user's document describes: the checks follow from its schemas and its behaviors. What it
 * does not declare as an assumption is binding.
 */
export function createContract(document: DocumentService): Contract {
	const { plans, service } = document;
	const documented: ContractBehavior = {
		...document.describe(),
		...{ pages: {}, idPrefixes: [], metricFamilies: [] },
	};
	const planOf = new Map(plans.map((plan) => [plan.operation.id, plan]));
	function createValidRequest(id: string): ExampleRequest {
		const plan = planOf.get(id);
		const body = plan && refresh(plan, exampleBody(plan));
		return body === undefined ? {} : { body };
	}
	const operations = service.operations.map(({ spec }) => ({
		...spec,
		get example(): ExampleRequest {
			return createValidRequest(spec.id);
		},
	}));
	const example = (operation: ContractOperation): Probe =>
		createProbe(
			operation,
			"the example of the document",
			operation.success,
			[],
			() => buildRequest(operation, operation.example),
		);
	return {
		operations,
		ledger: service.ledger,
		createValidRequest,
		states: {},
		probes: [
			...operations.map(example),
			...createViolationProbes(document, documented),
			...createBoundaryProbes(
				plans,
				documented,
				(plan) => refresh(plan, exampleBody(plan)),
				createProbe,
			),
			...createUnmatchedProbes(documented, createProbe),
			...createBodyProbes(
				documented,
				createValidRequest,
				service.limits.maxBytes,
			),
			...createBehaviorProbes(document, createValidRequest),
		],
		untestable: {},
		consumer: "understudy",
		documented,
	};
}
