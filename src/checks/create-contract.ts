import { findRecord } from "../behaviors/collections.ts";
import type { DocumentService } from "../behaviors/create-service.ts";
import { child } from "../document/node.ts";
import type { Texts } from "../values/json.ts";
import type {
	Contract,
	ContractOperation,
	ExampleRequest,
	Probe,
} from "../verification/contract.ts";
import { buildRequest } from "../verification/operations.ts";
import { createBoundaryProbes } from "./boundary-probes.ts";
import { createSubject, findInvalidExamples } from "./create-subject.ts";
import { createCreations } from "./creations.ts";
import { createExchangeReader, type Roles } from "./exchange-reader.ts";
import type { Interaction } from "./interaction.ts";
import { findItem } from "./item.ts";
import { createItemProbes } from "./item-probes.ts";
import { createMetricsProbes } from "./metrics-probes.ts";
import { namesParents } from "./named-records.ts";
import { createListProbes } from "./page-probes.ts";
import {
	createPageReader,
	listConditions,
	type PageReader,
} from "./page-reader.ts";
import { createParameterProbes } from "./parameter-probes.ts";
import { createStates } from "./records.ts";
import { createViolations, listViolations } from "./rejections.ts";
import { createBodyProbes } from "./request-probes.ts";
import {
	createFormProbes,
	createRejectionProbes,
	createRepeatProbes,
} from "./response-probes.ts";
import { createPages, createResponses, createScrapes } from "./responses.ts";
import { createFilterProbes } from "./selection-probes.ts";
import type { Subject, Tested } from "./subject.ts";
import {
	createHeadProbes,
	createMethodProbes,
	createPathProbes,
} from "./surface-probes.ts";
import { createTrail } from "./trail.ts";
import {
	createEmptyProbes,
	createTrailProbes,
	createTrails,
} from "./trail-probes.ts";

import { createValidRequest, selectValid } from "./valid-requests.ts";
import { toExample, writePact } from "./write-pact.ts";

/** Whether a list has a required parameter, and shows only records with its value. */
const requiresSelection = ({ plan: { selects = [], operation } }: Tested) =>
	selects.some(({ in: place, name }) =>
		operation.parameters.some(
			(each) =>
				place === "query" &&
				each.in === place &&
				each.name === name &&
				each.required === true,
		),
	);

function assignRoles({ tested }: Subject): Roles {
	const readers = tested.flatMap((each) =>
		requiresSelection(each) ? [] : (createPageReader(each) ?? []),
	);
	const trail = readers.find(({ tested: { collection } }) =>
		collection?.keys.has("action"),
	);
	return {
		// Without a record in the response, it is unknown which record was created.
		creators: tested.filter(
			({ plan }) => plan.behavior === "create" && findRecord(plan),
		),
		readers,
		trail: trail && createTrail(trail),
	};
}

/** Returns each operation that creates records of a list. */
const creatorsOf = (
	{ creators }: Roles,
	{ plan }: PageReader,
): readonly Tested[] =>
	creators.filter(
		(each) =>
			each.plan.resource === plan.resource &&
			namesParents(each, plan.operation.path),
	);

/** Whether the document allows a request that should succeed. Some values that checks make are invalid. */
function isAllowed({ documented }: Subject, interaction: Interaction): boolean {
	const { operation, path, query = {}, body, status } = interaction;
	if (status !== undefined && status !== operation.success) return true;
	const pairs = Object.entries(query).flatMap(([name, values]) =>
		[values].flat().map((each) => [name, String(toExample(each))]),
	);
	const request = buildRequest(
		{ ...operation, path },
		{
			query: pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "",
			body: toExample(body),
		},
	);
	return documented.expectStatus(operation.id, request).because === undefined;
}

function createInteractionsOf(subject: Subject, roles: Roles): Interaction[] {
	const { creators, trail } = roles;
	return [
		...subject.tested.flatMap((each) => {
			const { behavior } = each.plan;
			if (behavior === "create" || each.plan.idParameter !== undefined)
				return createCreations(subject, each);
			if (behavior === "example") return createResponses(subject, each);
			return behavior === "metrics"
				? createScrapes(subject, each, creators)
				: createPages(subject, each);
		}),
		...(trail
			? creators.flatMap((each) => createTrails(subject, trail, each))
			: []),
		...createViolations(subject),
	].filter((each) => isAllowed(subject, each));
}

function createProbes(subject: Subject, roles: Roles): Probe[] {
	const { creators, readers, trail } = roles;
	const violating = listViolations(subject);
	const metrics = subject.tested.filter(
		({ plan }) => plan.behavior === "metrics",
	);
	return [
		...createFormProbes(subject),
		...createRejectionProbes(subject, violating),
		...createRepeatProbes(subject, creators),
		...createBoundaryProbes(subject),
		...createBodyProbes(subject),
		...createParameterProbes(subject),
		...createPathProbes(subject),
		...createMethodProbes(subject),
		...createHeadProbes(subject),
		...readers.flatMap((reader) => [
			...createEmptyProbes(subject, reader),
			...creatorsOf(roles, reader).flatMap((creator) =>
				createListProbes(subject, reader, creator),
			),
		]),
		...creators.flatMap((each) => {
			const item = findItem(subject, each, readers);
			return [...createItemProbes(item), ...createFilterProbes(item)];
		}),
		...(trail ? createTrailProbes(subject, trail, creators) : []),
		...metrics.flatMap((each) => createMetricsProbes(subject, each, creators)),
	];
}

const UNTESTABLE: readonly (readonly [RegExp, string])[] = [
	[/^5/, "a service cannot be made unavailable from outside"],
	[/^40[13]$/, "no check leaves out the credentials that a service requires"],
	[/^429$/, "only a flood of requests could show that there is no limit"],
];

/**
 * Explains why some assumptions cannot be tested from outside: only responses that no check can cause depend on them.
 */
function explainUntestable({ document, documented, tested }: Subject): Texts {
	const statuses = new Map<string, Set<string>>();
	for (const { operation } of tested)
		for (const status of documented.listStatuses(operation.id)) {
			const { status: ids = [], contentType = [] } =
				documented.findResponseAssumptions(operation.id, status) ?? {};
			for (const id of [...ids, ...contentType])
				statuses.set(id, (statuses.get(id) ?? new Set()).add(`${status}`));
		}
	return Object.fromEntries(
		document.service.ledger.flatMap(({ id }) => {
			const found = [...(statuses.get(id) ?? [])];
			const [, why] =
				UNTESTABLE.find(([pattern]) =>
					found.every((status) => pattern.test(status)),
				) ?? [];
			return found.length > 0 && why !== undefined ? [[id, why]] : [];
		}),
	);
}

/** Returns the name of the provider: the title of the document, in the spelling of Pact. */
const readProvider = ({ parts: { root } }: DocumentService): string =>
	String(child(root, "info").title ?? "service")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-|-$/g, "");

/** The names of the parties of the pact. */
export interface Parties {
	/** Defaults to `understudy`. */
	readonly consumer?: string | undefined;
	/** Defaults to the title of the document. */
	readonly provider?: string | undefined;
}

/**
 * Creates the contract of a document: the checks that follow from its schemas and behaviors. Everything that the
 * document does not declare as an assumption is binding.
 */
export function createContract(
	document: DocumentService,
	{ consumer = "understudy", provider = readProvider(document) }: Parties = {},
): Contract {
	const subject = createSubject(document);
	const { tested, documented } = subject;
	const { ledger } = document.service;
	const roles = assignRoles(subject);
	const confirmed = new Set(
		ledger.flatMap(({ id, status }) => (status === "confirmed" ? [id] : [])),
	);
	const operations = tested.map(
		({ operation, plan }): ContractOperation => ({
			...operation,
			// Each use has new names, because a service may require unique names.
			get example(): ExampleRequest {
				return createValidRequest(plan);
			},
		}),
	);
	return {
		...{ operations, ledger, consumer, documented },
		createValidRequest(id, selected) {
			const found = tested.find(({ operation }) => operation.id === id);
			return found
				? createValidRequest(
						found.plan,
						selectValid(documented, found, selected),
					)
				: {};
		},
		createNamedRecords: subject.createNamedRecords,
		conditions: Object.fromEntries(
			roles.readers.map((each) => [
				each.tested.operation.id,
				listConditions(each),
			]),
		),
		states: createStates(roles.creators, roles.trail),
		probes: createProbes(subject, roles),
		unchecked: document.plans
			.map(({ operation }) => operation.id)
			.filter((id) => operations.every((each) => each.id !== id)),
		invalidExamples: findInvalidExamples(document),
		findInExchanges: createExchangeReader(subject, roles),
		untestable: explainUntestable(subject),
		pact: writePact(createInteractionsOf(subject, roles), confirmed, {
			...{ consumer, provider },
		}),
	};
}
