import { validateFaults } from "../../faults/validate-faults.ts";
import { describeUnknownName } from "../../values/describe-unknown-name.ts";
import { isObject } from "../../values/is-object.ts";
import type { Presets } from "../context.ts";
import { CREDENTIAL_KINDS, type Service } from "../service.ts";
import { createFaultTarget } from "../sessions/session.ts";

type Targets = Parameters<typeof validateFaults>[1];
/** Describes what is wrong with the value of a property; undefined if it is valid. */
type Check = (
	value: unknown,
	datasets: object,
	targets: Targets,
) => string | undefined;

/** The properties of a scenario. Only the first is required. */
const CHECKS: Readonly<Record<string, Check>> = {
	description: (value) =>
		typeof value === "string" ? undefined : "description must be a string.",
	dataset: (value, datasets) =>
		typeof value === "string" && Object.hasOwn(datasets, value)
			? undefined
			: describeUnknownName("dataset", String(value), Object.keys(datasets)),
	faults(value, _, targets) {
		const read = validateFaults(value, targets);
		return "invalid" in read
			? read.invalid
					.map(({ pointer, detail }) => `faults${pointer} ${detail}`)
					.join("; ")
					.concat(".")
			: undefined;
	},
	auth: (value) =>
		CREDENTIAL_KINDS.some((kind) => kind === value)
			? undefined
			: `auth must be one of ${CREDENTIAL_KINDS.join(", ")}.`,
	rateLimit: (value) =>
		typeof value === "number" && value > 0
			? undefined
			: "rateLimit must be a number of requests per second above 0.",
};

const PROPERTIES = Object.keys(CHECKS);

/** Describes what is wrong with a scenario; undefined if it is valid. */
function findError(
	name: string,
	scenario: unknown,
	datasets: object,
	targets: Targets,
): string | undefined {
	if (!/^[A-Za-z0-9._-]{1,100}$/.test(name))
		return 'Its name must have 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-".';
	if (!isObject(scenario))
		return `It must be an object with ${PROPERTIES.join(", ")}.`;
	const unknown = Object.keys(scenario).find(
		(property) => !Object.hasOwn(CHECKS, property),
	);
	if (unknown !== undefined)
		return describeUnknownName("property", unknown, PROPERTIES);
	for (const [property, check] of Object.entries(CHECKS)) {
		const value = scenario[property];
		if (value === undefined && property !== "description") continue;
		const error = check(value, datasets, targets);
		if (error !== undefined) return error;
	}
	return undefined;
}

/** @throws RangeError for the first invalid scenario */
export function validatePresets(
	{ operations }: Pick<Service, "operations">,
	{ datasets, scenarios }: Presets,
): void {
	const targets = operations.map(({ spec }) => createFaultTarget(spec));
	for (const [name, scenario] of Object.entries(scenarios)) {
		const error = findError(name, scenario, datasets, targets);
		if (error !== undefined)
			throw new RangeError(`Invalid scenario "${name}". ${error}`);
	}
}
