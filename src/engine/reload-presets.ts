import { findFaultErrors } from "../faults/validate-faults.ts";
import { validators } from "../schemas/generated/engine-validators.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	findUnrepresentable,
	formatPlaces,
	type InvalidPointer,
	placesBelow,
} from "../values/validation.ts";
import type { EngineContext } from "./context.ts";
import type { Presets, Service } from "./model/service.ts";
import { listStateKeys } from "./sessions/session.ts";
import { listSessions } from "./sessions/session-name.ts";

/** Finds errors that a schema cannot express. */
function findErrors(
	{ operations }: Pick<Service, "operations">,
	{ datasets, scenarios }: Presets,
): InvalidPointer[] {
	const unrepresentable = findUnrepresentable(scenarios);
	if (unrepresentable) return [unrepresentable];
	const targets = operations.map(({ spec }) => spec);
	const names = Object.keys(datasets);
	return Object.entries(scenarios).flatMap(([name, scenario]) => {
		const { dataset, faults = [] } = scenario;
		const errors = placesBelow("/faults", findFaultErrors(faults, targets));
		if (dataset !== undefined && !names.includes(dataset)) {
			const detail = describeUnknown("dataset", dataset, names);
			errors.unshift({ pointer: "/dataset", detail });
		}
		return placesBelow(`/${name}`, errors);
	});
}

/** @throws RangeError that names each invalid place in the scenarios */
export function validatePresets(
	service: Pick<Service, "operations">,
	presets: Presets,
): void {
	const invalid = findInvalidPlaces(presets.scenarios, validators.Scenarios);
	if (invalid.length === 0) invalid.push(...findErrors(service, presets));
	if (invalid.length > 0)
		throw new RangeError(formatPlaces("Invalid scenarios:", invalid));
}

/** @throws RangeError for an invalid scenario, or if a used preset is missing */
export async function requireUsedPresets(
	context: EngineContext,
	presets: Presets,
	service: Service = context.service,
): Promise<void> {
	validatePresets(service, presets);
	const { sessions, store, initial } = context;
	/** The sessions by the preset that they use. New sessions use the initial presets. */
	const datasets = new Map<string, string[]>([[initial.dataset, []]]);
	const scenarios = new Map<string, string[]>([[initial.scenario, []]]);
	const note = (uses: typeof datasets, name: string, id: string): unknown =>
		uses.set(name, [...(uses.get(name) ?? []), id]);
	for (const session of sessions.list()) {
		note(scenarios, session.active.name, session.id);
		for (const key of listStateKeys(session))
			note(datasets, (await store.origin(key)).dataset, session.id);
	}
	/** Describes each used preset that `presets` lacks. */
	const describe = (
		kind: "dataset" | "scenario",
		uses: typeof datasets,
		isUsedIn: string,
	): string[] =>
		Array.from(uses)
			.filter(([name]) => !Object.hasOwn(presets[`${kind}s`], name))
			.map(([name, ids]) =>
				name === initial[kind]
					? `${kind} "${name}" (new sessions start with it)`
					: `${kind} "${name}" (${isUsedIn} ${listSessions(ids)})`,
			);
	const missing = [
		...describe("dataset", datasets, "the origin of"),
		...describe("scenario", scenarios, "active in"),
	];
	if (missing.length > 0)
		throw new RangeError(
			`It lacks presets that are in use: ${missing.join(", ")}. Add them, or restart the mock.`,
		);
}

/**
 * Replaces the presets of a running mock. Sessions keep their states, and active scenarios follow their new
 * definition.
 * @throws RangeError for an invalid scenario, or if a used preset is missing
 */
export async function reloadPresets(
	context: EngineContext,
	presets: Presets,
): Promise<void> {
	await requireUsedPresets(context, presets);
	context.sessions.replacePresets(presets);
	context.changes.announce({ session: null, subject: "configuration" });
}
