import { findFaultErrors } from "../../faults/validate-faults.ts";
import { validators } from "../../schemas/generated/engine-validators.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	findUnrepresentable,
	formatPlaces,
	type InvalidPointer,
} from "../../values/validation.ts";
import type { Presets, Service } from "../model/service.ts";

/** Finds what a schema cannot express. */
function findErrors(
	{ operations }: Pick<Service, "operations">,
	{ datasets, scenarios }: Presets,
): InvalidPointer[] {
	const unrepresentable = findUnrepresentable(scenarios);
	if (unrepresentable) return [unrepresentable];
	const targets = operations.map(({ spec }) => spec);
	const names = Object.keys(datasets);
	return Object.entries(scenarios).flatMap(
		([name, { dataset, faults = [] }]) => [
			...(dataset === undefined || names.includes(dataset)
				? []
				: [
						{
							pointer: `/${name}/dataset`,
							detail: describeUnknown("dataset", dataset, names),
						},
					]),
			...findFaultErrors(faults, targets).map(({ pointer, detail }) => ({
				pointer: `/${name}/faults${pointer}`,
				detail,
			})),
		],
	);
}

/** @throws RangeError that names each invalid place of the scenarios */
export function validatePresets(
	service: Pick<Service, "operations">,
	presets: Presets,
): void {
	const invalid = findInvalidPlaces(presets.scenarios, validators.Scenarios);
	if (invalid.length === 0) invalid.push(...findErrors(service, presets));
	if (invalid.length > 0)
		throw new RangeError(formatPlaces("Invalid scenarios:", invalid));
}
