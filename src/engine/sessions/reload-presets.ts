import type { Engine, Presets } from "../engine.ts";
import { stateKeysOf } from "./state-keys.ts";

/** How many users of one thing are named. */
const MAX_NAMED = 3;

function named(sessions: readonly string[]): string {
	const more = sessions.length - MAX_NAMED;
	const names = sessions.slice(0, MAX_NAMED).join(", ");
	if (sessions.length === 1) return `the session ${names}`;
	return `the sessions ${names}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The sessions that use something of the kind that is not among `others`, by its name. */
function missing(
	uses: readonly { readonly name: string; readonly session: string }[],
	others: object,
): Map<string, string[]> {
	const lacking = new Map<string, string[]>();
	for (const { name, session } of uses)
		if (!Object.hasOwn(others, name))
			lacking.set(name, [...(lacking.get(name) ?? []), session]);
	return lacking;
}

/** What is in use and not in the repertoire, and by whom, in words. */
async function lacksOf(
	{ start, sessions, store }: Engine,
	{ datasets, scenarios }: Presets,
): Promise<string[]> {
	const lacks: string[] = [];
	const say = (what: string, name: string, use: string): unknown =>
		lacks.push(`the ${what} "${name}" (${use})`);
	if (!Object.hasOwn(datasets, start.dataset))
		say("dataset", start.dataset, "new sessions start from it");
	if (!Object.hasOwn(scenarios, start.scenario))
		say("scenario", start.scenario, "new sessions start in it");

	const open = sessions.list();
	const inForce = open.map(({ id, active: stage }) => ({
		name: stage.scenario,
		session: id,
	}));
	for (const [name, users] of missing(inForce, scenarios))
		if (name !== start.scenario)
			say("scenario", name, `in force in ${named(users)}`);

	const origins: { name: string; session: string }[] = [];
	for (const session of open)
		for (const key of stateKeysOf(session))
			origins.push({
				name: (await store.origin(key)).dataset,
				session: session.id,
			});
	for (const [name, users] of missing(origins, datasets))
		if (name !== start.dataset)
			say("dataset", name, `a reset of ${named(users)} goes back to it`);
	return lacks;
}

/**
 * Takes other datasets and scenarios, found to be usable, while the mock runs. State stays, and scenarios in force are
 * from now on as they are in these.
 * @throws RangeError where they lack what is in use
 */
export async function reloadPresets(
	engine: Engine,
	{ datasets, scenarios }: Presets,
): Promise<void> {
	const lacks = await lacksOf(engine, { datasets, scenarios });
	if (lacks.length > 0)
		throw new RangeError(
			`It lacks what is in use: ${lacks.join(", ")}. Keep it, or start the mock again.`,
		);
	const { scenarios: before } = engine.presets;
	Object.assign(engine.presets, { datasets, scenarios });
	engine.sessions.refresh(before);
}
