import type { DocumentedBehavior } from "../document/documented-behavior.ts";
import type { FormChange } from "../document/judgment/form-change.ts";
import { judgeResponse } from "../document/judgment/judge-response.ts";
import type {
	ComparedObservation,
	Denied,
	Observed,
	Sighting,
} from "../verification/observed.ts";
import { keyOf, lastStep, type Place, parentOf } from "./schema-places.ts";

/** The observations of a run by place in bodies. */
export interface Observations {
	readonly sightings: readonly Sighting[];
	/** The requests that the service rejects without credentials. */
	readonly denied: Denied;
	/** The exchanges in which the service showed how it behaves. */
	readonly exchanges: readonly ComparedObservation[];
	/** The seen values at a place. */
	valuesAt(place: Place): readonly unknown[];
	/** Returns the names of undocumented properties in the objects at a place. */
	listAdditional(place: Place): readonly string[];
	/** The number of responses that contain a place. */
	countAt(place: Place): number;
	/** The number of responses with this change of form at a place; with any change if undefined. */
	countChanged(place: Place, change?: FormChange): number;
}

const NOTHING: Denied = { sightings: [], scheme: "" };

/** Responses of a service that is disturbed, or that does not know the caller. */
const isTelling = ({
	response: { status },
}: Pick<ComparedObservation, "response">): boolean =>
	status < 500 && ![401, 403, 429].includes(status);

/** The expected status. The form of a rejection does not depend on its reason. */
const expectedOf = ({ status, response }: ComparedObservation): number =>
	status < 400 && response.status >= 400 ? response.status : status;

const changeKey = (place: Place, change?: FormChange): string =>
	`${keyOf(place)} ${JSON.stringify(change)}`;

/** Leaves out what is seen within an object that another one replaces: it has the same cause. */
function withoutReplaced(sightings: Observed["sightings"]) {
	const placeOf = ({ operation, example, where }: (typeof sightings)[number]) =>
		`${operation} ${example.response.status} ${where}`;
	const replaced = sightings
		.filter(({ change }) => change?.kind === "other object")
		.map(placeOf);
	return sightings.filter((each) =>
		replaced.every((place) => !placeOf(each).startsWith(`${place}.`)),
	);
}

/** Collects the values of all responses by their places. */
export function collectObservations(
	documented: DocumentedBehavior,
	{ sightings, exchanges, denied = NOTHING }: Observed,
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
	for (const compared of telling) {
		const exchange = { ...compared, status: expectedOf(compared) };
		const seen = new Set<string>();
		const { deviations } = judgeResponse(documented, exchange, {
			renamed,
			visit(where, value, isAdditional) {
				const key = keyOf({ ...exchange, where });
				if (isAdditional) noteAdditional({ ...exchange, where });
				seen.add(key);
				const known = values.get(key) ?? [];
				known.push(value);
				values.set(key, known);
			},
		});
		for (const { where, change } of deviations)
			if (change)
				seen
					.add(changeKey({ ...exchange, where }, change))
					.add(changeKey({ ...exchange, where }));
		for (const key of seen) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return {
		sightings: withoutReplaced(
			sightings.filter(({ example }) => isTelling(example)),
		),
		exchanges: telling,
		denied,
		valuesAt: (place) => values.get(keyOf(place)) ?? [],
		listAdditional: (place) => [...(additional.get(keyOf(place)) ?? [])],
		countAt: (place) => counts.get(keyOf(place)) ?? 0,
		countChanged: (place, change) => counts.get(changeKey(place, change)) ?? 0,
	};
}
