import { findRefutedAssumptions } from "../document/judgment/blame.ts";
import type { Contract } from "../verification/contract.ts";
import { findMissingFamilies } from "./find-families.ts";
import { findIgnoredConditions } from "./ignored-conditions.ts";
import type { PageReader } from "./page-reader.ts";
import type { Subject, Tested } from "./subject.ts";
import type { Trail } from "./trail.ts";
import { findTrailPlaces } from "./trail-places.ts";
import { findTrailValues } from "./trail-values.ts";

/** The operations of a document by their behavior. */
export interface Roles {
	readonly creators: readonly Tested[];
	readonly readers: readonly PageReader[];
	/** The search operation of the audit trail. */
	readonly trail: Trail | undefined;
}

/** Creates a function that finds differences that only several successful exchanges together show. */
export const createExchangeReader =
	(
		subject: Subject,
		{ creators, readers, trail }: Roles,
	): NonNullable<Contract["findInExchanges"]> =>
	(exchanges) => {
		const found = [
			...subject.tested
				.filter(({ plan }) => plan.behavior === "metrics")
				.flatMap((each) =>
					findMissingFamilies(subject, each, creators, exchanges),
				),
			...(trail
				? [findTrailValues, findTrailPlaces].flatMap((find) =>
						find(trail, creators, exchanges),
					)
				: []),
			...readers.flatMap((each) =>
				findIgnoredConditions(subject, each, exchanges),
			),
		];
		return found.map((each) => {
			const { target: operation } = each.exchange;
			const known = subject.tested.find(
				(one) => one.operation.id === operation,
			);
			const place = { operation, status: known?.operation.success ?? 0 };
			const { documented } = subject;
			const assumptions = findRefutedAssumptions(documented, place, each);
			return { assumptions, ...each };
		});
	};
