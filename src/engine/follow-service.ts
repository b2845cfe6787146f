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

/** The service, presets and settings that a running mock changes to. */
export interface Following {
	readonly service: Service;
	readonly presets: Presets;
	readonly loadForwarder: LoadForwarder | undefined;
	readonly statuses?: MockOptions["statuses"];
	/** The record schemas of the previous service. The service of the package does not contain its own. */
	readonly before: Service["recordSchemas"];
}

/** The changes of the state because of another service. */
export interface StateChange {
	/** The collections that were removed, or whose schema has changed. */
	readonly collections: readonly string[];
	/** The names of the sessions that were restarted because they had records in these collections. */
	readonly sessions: readonly string[];
	/** By session, the operations that forwarding names and that the service lacks. */
	readonly unknownOperations: ReturnType<typeof findUnknownOperations>;
}

const CHANGED = ["configuration", "state", "snapshots", "forward"] as const;

/**
 * Changes a running mock to another service: routes, validation, presets, ledger and forwarding. Requests in progress
 * end as they began, and every request sees either the old or the new service. A session restarts if it has records
 * of a collection whose schema differs. `requireUsedPresets` checks the presets first.
 * @throws RangeError if the settings of forwarding do not fit the service. Then nothing has changed.
 */
export async function followService(
	mock: Pick<Engine, "context" | "options" | "replaceContext">,
	{ service, presets, loadForwarder, statuses, before }: Following,
): Promise<StateChange> {
	const { context, options } = mock;
	const { sessions, store, changes, current, redact } = context;
	const known = [...(await context.service.recordValidators()).keys()];
	// No `await` from here on, so that no request sees a part of the change.
	const given = { ...options, loadForwarder, statuses };
	const parts = createServiceParts(service, given, context.forwarding);
	// The names of the previous service stay, because clients may still send them.
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
	for (const subject of CHANGED) changes.announce({ session: null, subject });
	return {
		collections,
		sessions: restarted.map(({ id }) => id),
		unknownOperations: findUnknownOperations(
			sessions.list(),
			service.operations.map(({ spec }) => spec.id),
		),
	};
}
