import type { EngineContext } from "./context.ts";
import type { Presets } from "./model/service.ts";
import { validatePresets } from "./presets/validate-presets.ts";
import { listStateKeys } from "./sessions/session.ts";

/** How many sessions that use one preset are named. */
const MAX_NAMED = 3;

function listSessions(ids: readonly string[]): string {
	const more = ids.length - MAX_NAMED;
	const names = ids.slice(0, MAX_NAMED).join(", ");
	if (ids.length === 1) return `session ${names}`;
	return `sessions ${names}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns the sessions that use a preset missing from `presets`, by the name of the preset. */
function findMissing(
	uses: readonly { readonly name: string; readonly session: string }[],
	presets: object,
): Map<string, string[]> {
	const missing = new Map<string, string[]>();
	for (const { name, session } of uses)
		if (!Object.hasOwn(presets, name))
			missing.set(name, [...(missing.get(name) ?? []), session]);
	return missing;
}

/** Describes each preset that is in use and missing from `presets`. */
async function describeMissing(
	{ initial: start, sessions, store }: EngineContext,
	{ datasets, scenarios }: Presets,
): Promise<string[]> {
	const open = sessions.list();
	const active = open.map(({ id, active }) => ({
		name: active.name,
		session: id,
	}));
	const origins: { name: string; session: string }[] = [];
	for (const session of open)
		for (const key of listStateKeys(session))
			origins.push({
				name: (await store.origin(key)).dataset,
				session: session.id,
			});
	const describe = (
		kind: "dataset" | "scenario",
		presets: object,
		uses: typeof origins,
		isUsedIn: string,
	): string[] => [
		...(Object.hasOwn(presets, start[kind])
			? []
			: [`${kind} "${start[kind]}" (new sessions start with it)`]),
		...[...findMissing(uses, presets)]
			.filter(([name]) => name !== start[kind])
			.map(
				([name, ids]) => `${kind} "${name}" (${isUsedIn} ${listSessions(ids)})`,
			),
	];
	return [
		...describe("dataset", datasets, origins, "the origin of"),
		...describe("scenario", scenarios, active, "active in"),
	];
}

/**
 * Replaces the presets of a running mock. States stay; active scenarios follow their new definition.
 * @throws RangeError for an invalid scenario, or if a preset that is in use is missing
 */
export async function reloadPresets(
	context: EngineContext,
	{ datasets, scenarios }: Presets,
): Promise<void> {
	validatePresets(context.service, { datasets, scenarios });
	const missing = await describeMissing(context, { datasets, scenarios });
	if (missing.length > 0)
		throw new RangeError(
			`It lacks presets that are in use: ${missing.join(", ")}. Add them, or restart the mock.`,
		);
	const { scenarios: before } = context.presets;
	Object.assign(context.presets, { datasets, scenarios });
	context.sessions.refreshScenarios(before);
	context.changes.announce({ session: null, subject: "configuration" });
}
