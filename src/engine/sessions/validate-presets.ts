import { validateFaults } from "../../faults/validate-faults.ts";
import { isObject } from "../../values/is-object.ts";
import type { Presets } from "../engine.ts";
import { CREDENTIAL_KINDS, type Service } from "../service.ts";
import { targetOf } from "./session.ts";

type Targets = Parameters<typeof validateFaults>[1];
/** What is wrong with a member's value, in words; undefined where nothing is. */
type Check = (
	value: unknown,
	datasets: object,
	targets: Targets,
) => string | undefined;

/** Those but the first may be absent. */
const MEMBERS: Readonly<Record<string, Check>> = {
	description: (value) =>
		typeof value === "string"
			? undefined
			: "its description must be a string, of one sentence",
	dataset: (value, datasets) =>
		typeof value === "string" && Object.hasOwn(datasets, value)
			? undefined
			: `there is no dataset "${String(value)}"; use one of ${Object.keys(datasets).join(", ")}`,
	faults(value, _, targets) {
		const read = validateFaults(value, targets);
		return "invalid" in read
			? read.invalid
					.map(({ pointer, detail }) => `faults${pointer} ${detail}`)
					.join("; ")
			: undefined;
	},
	auth: (value) =>
		CREDENTIAL_KINDS.some((kind) => kind === value)
			? undefined
			: `its auth must be one of ${CREDENTIAL_KINDS.join(", ")}`,
	rateLimit: (value) =>
		typeof value === "number" && value > 0
			? undefined
			: "its rateLimit must be a number above 0, of requests a second",
};

/** What is wrong with a scenario, in words. */
function wrongWith(
	name: string,
	scenario: unknown,
	datasets: object,
	targets: Targets,
): string | undefined {
	const known = Object.keys(MEMBERS).join(", ");
	if (!/^[A-Za-z0-9._-]{1,100}$/.test(name))
		return 'a name is 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-"';
	if (!isObject(scenario)) return `it must be an object with ${known}`;
	const unknown = Object.keys(scenario).find(
		(member) => !Object.hasOwn(MEMBERS, member),
	);
	if (unknown !== undefined)
		return `it has a member "${unknown}" that means nothing; use ${known}`;
	for (const [member, check] of Object.entries(MEMBERS)) {
		const value = scenario[member];
		if (value === undefined && member !== "description") continue;
		const wrong = check(value, datasets, targets);
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

/** @throws RangeError for a scenario that cannot be */
export function validatePresets(
	{ operations }: Pick<Service, "operations">,
	{ datasets, scenarios }: Presets,
): void {
	const targets = operations.map(({ spec }) => targetOf(spec));
	for (const [name, scenario] of Object.entries(scenarios)) {
		const wrong = wrongWith(name, scenario, datasets, targets);
		if (wrong !== undefined)
			throw new RangeError(`The scenario "${name}" cannot be: ${wrong}.`);
	}
}
