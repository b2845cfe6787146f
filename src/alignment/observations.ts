import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { Deviation, Visit } from "../document/judgment/comparison.ts";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import type { ServiceChange } from "../document/judgment/service-change.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { computeByObject } from "../values/load-once.ts";
import { listValues } from "../verification/differences/additional-parts.ts";
import { keyOfDeviation } from "../verification/differences/collect-differences.ts";
import type {
	ComparedObservation,
	Observed,
	Sighting,
} from "../verification/observed.ts";
import { keyOf, lastStep, type Place, parentOf } from "./schema-places.ts";

/** The observations of a run by place in bodies. */
export interface Observations {
	readonly sightings: readonly Sighting[];
	/** The exchanges in which the service showed how it behaves. */
	readonly exchanges: readonly ComparedObservation[];
	/** The rejections of requests without the credentials that the service needs. */
	readonly denied: readonly ComparedObservation[];
	/** The seen values at a place. */
	valuesAt(place: Place): readonly unknown[];
	/** Returns the names of undocumented properties in the objects at a place. */
	listAdditional(place: Place): readonly string[];
	/** The number of responses that contain a place. */
	countAt(place: Place): number;
	/** The number of responses with this change of form at a place; with any change if undefined. */
	countChanged(place: Place, change?: ServiceChange): number;
}

/** Responses of a service that is disturbed, or that does not know the caller. */
export const isTelling = ({
	response: { status },
}: {
	readonly response: Pick<ComparedObservation["response"], "status">;
}): boolean => status < 500 && ![401, 403, 429].includes(status);

/**
 * Returns the status whose form a response has: the expected one. The form of a rejection does not depend on its reason, but
 * on its status if the service sends the expected one, too.
 * @param sent the statuses that the service sends, by target
 */
function expectedOf(
	{ target, status, response }: ComparedObservation,
	sent: ReadonlySet<string>,
): number {
	const isOther = status < 400 || sent.has(`${target} ${status}`);
	return response.status >= 400 && isOther ? response.status : status;
}

/** A value of a body at a documented place. */
type Visited = Parameters<Visit>;

const changeKey = (place: Place, change?: ServiceChange): string =>
	`${keyOf(place)} ${JSON.stringify(change)}`;

/** Whether a value is an object without properties. */
export const isBare = (value: unknown): boolean =>
	isObject(value) && Object.keys(value).length === 0;

/** Parses a body once, because many differences may be in a long one. */
const jsonOf = computeByObject(
	({ body }: Sighting["example"]["response"]): unknown =>
		tryParseJson(`${body}`),
);

/** Whether a response has an object without properties at the place of a difference. */
export const isOfBare = ({ where, example }: Sighting): boolean =>
	listValues(jsonOf(example.response), where).some(isBare);

/** Leaves out what is seen within an object that another one replaces: it has the same cause. */
function withoutReplaced(sightings: Observed["sightings"]) {
	const placeOf = ({ operation, example, where }: (typeof sightings)[number]) =>
		`${operation} ${example.response.status} ${where}`;
	const replaced = sightings
		.filter((each) => each.change?.kind === "other object" && !isOfBare(each))
		.map(placeOf);
	return sightings.filter((each) =>
		replaced.every(
			(place) =>
				!placeOf(each).startsWith(`${place}.`) &&
				(each.change?.kind !== "wrap" || placeOf(each) !== place),
		),
	);
}

/**
 * Leaves out the values within an object that has another form. Its documented properties say nothing of it, not even
 * if an envelope was looked through for them.
 */
function listVisited(
	visited: readonly Visited[],
	deviations: readonly Deviation[],
): readonly Visited[] {
	const replaced = deviations
		.filter(({ change }) => change?.kind === "other object")
		.map(({ where }) => where);
	const isWithin = ([where]: Visited, index: number): boolean =>
		replaced.some(
			(place) =>
				where.startsWith(`${place}.`) ||
				(place === "$" && where === "$" && index > 0),
		);
	return visited.filter((each, index) => !isWithin(each, index));
}

/** Returns the differences that the judgment of an exchange has found. */
export const listSightings = (example: ComparedObservation): Sighting[] =>
	example.deviations.map((deviation) => ({
		...{ ...deviation, operation: example.operation, example, explains: [] },
		key: keyOfDeviation(example.operation, deviation),
	}));

/** Judges the rejections of requests without credentials by the documented responses with their statuses. */
const judgeDenied = (
	documented: DocumentedBehavior,
	sightings: readonly Sighting[],
): ComparedObservation[] =>
	sightings.flatMap(({ change, operation, example }) => {
		const { status } = example.response;
		const isListed = documented.listStatuses(operation).includes(status);
		if (change?.kind !== "credentials" || !isListed) return [];
		const exchange = { ...example, status };
		const judgment = judgeResponse(documented, exchange);
		return [{ ...exchange, operation, isVerified: true, ...judgment }];
	});

/** Collects the values of all responses by their places. */
export function collectObservations(
	documented: DocumentedBehavior,
	{ sightings, exchanges }: Observed,
): Observations {
	const values = new Map<string, unknown[]>();
	const counts = new Map<string, number>();
	const renamed = new Map<string, string>();
	const additional = new Map<string, Set<string>>();
	const noteAdditional = (place: Place): void => {
		const key = keyOf({ ...place, where: parentOf(place.where) });
		const names = additional.get(key) ?? new Set();
		additional.set(key, names.add(lastStep(place.where)));
	};
	const telling = exchanges.filter(isTelling);
	const denied = judgeDenied(documented, sightings);
	const sent = new Set(
		telling.map(({ target, response }) => `${target} ${response.status}`),
	);
	for (const compared of [...telling, ...denied]) {
		const exchange = { ...compared, status: expectedOf(compared, sent) };
		const seen = new Set<string>();
		const visited: Visited[] = [];
		const { deviations } = judgeResponse(documented, exchange, {
			renamed,
			visit: (...each) => visited.push(each),
		});
		for (const [where, value, isAdditional] of listVisited(
			visited,
			deviations,
		)) {
			const key = keyOf({ ...exchange, where });
			if (isAdditional) noteAdditional({ ...exchange, where });
			seen.add(key);
			const known = values.get(key) ?? [];
			known.push(value);
			values.set(key, known);
		}
		for (const { where, change } of deviations)
			if (change)
				seen
					.add(changeKey({ ...exchange, where }, change))
					.add(changeKey({ ...exchange, where }));
		for (const key of seen) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	/** Whether a body belongs to another documented response than the expected one. */
	const isOfOther = ({ where, example }: Sighting): boolean =>
		where.startsWith("$") &&
		example.response.status !== example.status &&
		documented.listStatuses(example.target).includes(example.response.status);
	return {
		sightings: withoutReplaced([
			...sightings.filter(
				(each) =>
					each.change?.kind === "credentials" ||
					(isTelling(each.example) && !isOfOther(each)),
			),
			...denied.flatMap(listSightings),
		]),
		exchanges: telling,
		denied,
		valuesAt: (place) => values.get(keyOf(place)) ?? [],
		listAdditional: (place) => [...(additional.get(keyOf(place)) ?? [])],
		countAt: (place) => counts.get(keyOf(place)) ?? 0,
		countChanged: (place, change) => counts.get(changeKey(place, change)) ?? 0,
	};
}
