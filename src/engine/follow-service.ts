import { createServiceParts } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { LoadForwarder } from "./forwarding/forwarder.ts";
import type { MockOptions } from "./mock-options.ts";
import type { Presets, Service } from "./model/service.ts";
import { hasOtherSchema } from "./outdated-state.ts";
import { replacePresets, requireUsedPresets } from "./reload-presets.ts";
import { listStateKeys } from "./sessions/session.ts";

/** What a running mock follows from now on. */
export interface Following {
	readonly service: Service;
	readonly presets: Presets;
	readonly loadForwarder: LoadForwarder | undefined;
}

/** What another service has changed in the state. */
export interface StateChange {
	/** The collections whose schema has changed, or that are gone. */
	readonly collections: readonly string[];
	/** The names of the sessions that had records of them, and were started anew. */
	readonly sessions: readonly string[];
}

/**
 * Lets a running mock follow another service: routes, validation, presets, ledger and forwarding. Requests under way end
 * as they began. Sessions start anew if they have records of a collection whose schema differs.
 * @param options those of the mock
 * @throws RangeError for an invalid scenario, if a preset that is in use is missing, or if the settings of forwarding do
 * not fit the service; nothing has changed then
 */
export async function followService(
	mock: Engine,
	{ service: given, presets, loadForwarder }: Following,
	options: MockOptions,
): Promise<StateChange> {
	const { context } = mock;
	const { sessions, store, forwarding, changes } = context;
	await requireUsedPresets(context, presets, given);
	const known = Object.keys(await context.service.recordValidators());
	const parts = createServiceParts(given, options);
	const { service } = parts;
	// From here on without a pause, so that no request meets a part of it.
	const ids = service.operations.map(({ spec }) => spec.id);
	forwarding.follow(loadForwarder, ids);
	const collections = known.filter((name) =>
		hasOtherSchema(context.service, service, name),
	);
	const restarted = sessions
		.list()
		.filter((session) =>
			listStateKeys(session).some((key) => store.hasRecords(key, collections)),
		);
	store.follow({ ...service, buckets: service.durationBuckets });
	replacePresets(context, presets);
	sessions.restart(restarted, "document");
	context.current.service = service;
	mock.setContext({ ...context, ...parts });
	for (const subject of ["state", "snapshots", "forward"] as const)
		changes.announce({ session: null, subject });
	return { collections, sessions: restarted.map(({ id }) => id) };
}
