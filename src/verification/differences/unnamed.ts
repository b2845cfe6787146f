import type { Shape } from "../../document/model.ts";
import { groupBy } from "../../values/group-by.ts";
import { isMediaType } from "../../values/http.ts";
import type { ProviderExchange } from "../contract.ts";
import type { ComparedObservation, Sighting } from "../observed.ts";
import { listAdditionalParts } from "./additional-parts.ts";
import { listCountedIds } from "./counted-ids.ts";
import {
	type Evidence,
	type Shown,
	tellOperations,
} from "./difference-collection.ts";
import { listErrorPlaces } from "./error-places.ts";
import { listOptionalParts } from "./optional-parts.ts";
import { listCauses } from "./rejection-causes.ts";
import {
	isOfRequest,
	listRejectionForms,
	type Rejection,
} from "./rejection-forms.ts";
import { listTimeDigits } from "./time-digits.ts";

/** Returns the names that the service has for what differs. */
function listActual(change: Sighting["change"], actual: string): string[] {
	if (change?.kind === "flatten") return Object.values(change.to);
	return change?.kind === "wrap" ? [change.to] : actual.split(", ");
}

/** Returns a function that lists the names in responses that other differences explain, in an object or within it. */
function createListExplained(sightings: readonly Sighting[]) {
	const known = new Map<string, readonly string[]>();
	return (
		{ operation, response: { status } }: ComparedObservation,
		place: string,
	): readonly string[] => {
		const isRejection = status >= 400;
		const key = `${operation} ${isRejection} ${place}`;
		const names = known.get(key);
		if (names) return names;
		const found = sightings.flatMap(({ where, change, ...each }) =>
			each.operation === operation &&
			each.example.response.status >= 400 === isRejection &&
			where.startsWith(place) &&
			// Another name is one beside it.
			(change?.kind !== "rename" || where.lastIndexOf(".") === place.length)
				? listActual(change, each.actual)
				: [],
		);
		known.set(key, [...new Set(found)]);
		return [...new Set(found)];
	};
}

/** Lists the rejections of checks with their causes, and those of learning without. */
function listRejections(
	{ contract, learnt }: Evidence,
	compared: readonly ComparedObservation[],
) {
	const { documented, operations } = contract;
	const ofChecks = listCauses(documented, compared);
	const others = learnt
		.filter(({ target }) => operations.some(({ id }) => id === target))
		.map((each: ProviderExchange): Rejection => {
			return { ...each, operation: each.target, cause: undefined };
		});
	// The service does not require the documented form, so the document says nothing about the cause.
	const known = others.filter(
		({ response: { status } }) => ![400, 422].includes(status),
	);
	return { all: [...ofChecks, ...others], known: [...ofChecks, ...known] };
}

/** Whether the document has a place in rejections, such as `$.errors[*].pointer`. */
export function hasPlace(
	{ documented }: Evidence["contract"],
	{ operation }: Pick<Rejection, "operation">,
	where: string,
): boolean {
	const steps = where.match(/[^.[\]$]+|\[\*\]/g) ?? [];
	return documented
		.listStatuses(operation)
		.filter((status) => status >= 400)
		.some((status) => {
			const found = steps.reduce<Shape | undefined>(
				(shape, step) =>
					step === "[*]" ? shape?.items : shape?.properties?.[step],
				documented.findResponse(operation, status)?.schema,
			);
			// An object or an array has its places in its own properties or items.
			return found !== undefined && !found.properties && !found.items;
		});
}

/** Lists the properties that the document requires in the errors of operations. */
const listRequired = (
	{ documented }: Evidence["contract"],
	rejections: readonly Rejection[],
): string[] => [
	...new Set(
		rejections
			.filter(isOfRequest)
			.flatMap(
				({ operation, response: { status } }) =>
					documented.findResponse(operation, status)?.schema?.required ?? [],
			),
	),
];

const CHARSET = /; *charset=/i;

/** Tells where media types lack the documented charset, which is the default, or have another parameter. They conform. */
export function listParameters(seen: readonly ComparedObservation[]): Shown[] {
	const differing = seen.flatMap((example) => {
		const { "content-type": actual = "" } = example.response.headers;
		const { contentType: expected = "" } = example.documentedForm ?? {};
		const isLacking = CHARSET.test(expected) && !CHARSET.test(actual);
		const isAdding = !expected.includes("*") && !isMediaType(expected, actual);
		return (isLacking || isAdding) && isMediaType(actual, expected)
			? [{ example, expected, actual }]
			: [];
	});
	return groupBy(differing, ({ actual }) => actual).flatMap((alike) => {
		const [{ expected, actual }] = alike;
		const where = "header content-type";
		const examples = alike.map(({ example }) => example);
		return tellOperations(examples, { where, expected, actual });
	});
}

/**
 * Lists what responses have that the document does not name: properties, headers, and forms and words of errors.
 * @param accepted the responses of learning, which have other values of such properties
 */
export function listUnnamed(
	evidence: Evidence,
	compared: readonly ComparedObservation[],
	sightings: readonly Sighting[],
	accepted: readonly ComparedObservation[],
): Shown[] {
	const { contract } = evidence;
	const parts = listAdditionalParts(
		compared,
		createListExplained(sightings),
		({ target, status }, name) =>
			name in
			(contract.documented.findResponseAssumptions(target, status)?.headers ??
				{}),
		({ target, status }) =>
			Object.values(
				contract.documented.findResponse(target, status)?.schema?.properties ??
					{},
			).flatMap(({ items }) => Object.keys(items?.properties ?? {})),
		accepted,
	);
	const { all, known } = listRejections(evidence, compared);
	return [
		...parts,
		...listRejectionForms(known, listRequired(contract, known)),
		...listErrorPlaces(all, (each, where) => hasPlace(contract, each, where)),
		...listTimeDigits(contract, compared),
		...listCountedIds(contract, compared),
		...listOptionalParts(
			contract,
			[...compared, ...accepted],
			(operation, where) =>
				sightings.some(
					(each) =>
						each.operation === operation && each.where.startsWith(where),
				),
		),
		...listParameters(compared),
	];
}
