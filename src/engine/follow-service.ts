import { createServiceParts } from "./context.ts";
import type { Engine } from "./engine.ts";
import {
	findUnknownOperations,
	type LoadForwarder,
} from "./forwarding/forwarder.ts";
import type { MockOptions } from "./mock-options.ts";
import {
	listCredentialNames,
	type Presets,
	type Service,
} from "./model/service.ts";
import { hasOtherSchema } from "./outdated-state.ts";
import { listStateKeys } from "./sessions/session.ts";

/** What a running mock follows from now on. */
export interface Following {
	readonly service: Service;
	readonly presets: Presets;
	readonly loadForwarder: LoadForwarder | undefined;
	readonly statuses?: MockOptions["statuses"];
	/** The record schemas of the service before, which that of the package does not have itself. */
	readonly before: Service["recordSchemas"];
}

/** What another service has changed in the state. */
export interface StateChange {
	/** The collections whose schema has changed, or that are gone. */
	readonly collections: readonly string[];
	/** The names of the sessions that had records of them, and were started anew. */
	readonly sessions: readonly string[];
	/** The operations that the forwarding of sessions names and the service lacks, by session. */
	readonly unknownOperations: ReturnType<typeof findUnknownOperations>;
}

/**
 * Lets a running mock follow another service from now on: routes, validation, presets, ledger and forwarding. Requests
 * under way end as they began, and no request meets a part of the change. Sessions start anew if they have records of a
 * collection whose schema differs. `requireUsedPresets` checks the presets.
 * @throws RangeError if the settings of forwarding do not fit the service; nothing has changed then
 */
export async function followService(
	mock: Pick<Engine, "context" | "options" | "replaceContext">,
	{ service, presets, loadForwarder, statuses, before }: Following,
): Promise<StateChange> {
	const { context, options } = mock;
	const { sessions, store, changes, current, redact } = context;
	const known = Object.keys(await context.service.recordValidators());
	// From here on without a pause.
	const parts = createServiceParts(
		service,
		{ ...options, loadForwarder, statuses },
		context.forwarding,
	);
	// Those of the service before stay: clients may still send them.
	for (const name of listCredentialNames(service)) redact.add(name);
	const collections = known.filter((name) =>
		hasOtherSchema(before, service.recordSchemas, name),
	);
	const restarted = sessions
		.list()
		.filter((session) =>
			listStateKeys(session).some((key) => store.hasRecords(key, collections)),
		);
	store.follow({ ...service, buckets: service.durationBuckets });
	sessions.replacePresets(presets);
	sessions.restart(restarted, "document");
	current.service = parts.service;
	mock.replaceContext({ ...context, ...parts });
	for (const subject of [
		"configuration",
		"state",
		"snapshots",
		"forward",
	] as const)
		changes.announce({ session: null, subject });
	return {
		collections,
		sessions: restarted.map(({ id }) => id),
		unknownOperations: findUnknownOperations(
			sessions.list(),
			service.operations.map(({ spec }) => spec.id),
		),
	};
}
