import {
	createRejectionTraces,
	createSuccessTraces,
} from "./describe-traces.ts";
import { createUnknownId } from "./name-records.ts";
import { type Acting, RecordActor } from "./record-actor.ts";
import { type Trace, watchTrail } from "./record-source.ts";

/**
 * Finds which records a request leaves, and the same one again if the service takes only the first.
 * @returns the first request, if the service takes it
 */
export async function measureRepeated(
	acting: Acting,
): Promise<Trace | undefined> {
	const { at, build, create, rules, source, tryRequest } = acting;
	const request = build(create());
	const send = () => watchTrail(source, () => tryRequest(request));
	const first = await send();
	if (!first?.tried.isTaken) {
		rules.push(...createRejectionTraces(at, first));
		return undefined;
	}
	rules.push(
		...createSuccessTraces(acting, at, [first]),
		...createRejectionTraces(at, await send()),
	);
	return first;
}

/** Finds whether a rejected request leaves a record, such as one of an audit. */
export async function measureRejected(acting: Acting): Promise<void> {
	const { at, create } = acting;
	const actor = await RecordActor.create(acting, create());
	if (!actor) return;
	const unknown = createUnknownId(actor.takeRecord(false));
	const body = actor.nameRecord(create(), unknown);
	const trace = await watchTrail(acting.source, () =>
		actor.act(body, [], false),
	);
	acting.rules.push(...createRejectionTraces(at, trace));
}
