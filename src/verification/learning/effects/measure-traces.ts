import { tryParseJson } from "../../../values/json.ts";
import type { Tried } from "../rules/create-trier.ts";
import {
	listNamedLeaves,
	listSent,
	mayBeState,
} from "../values/record-values.ts";
import { describeChanges } from "./describe-changes.ts";
import {
	createRejectionTraces,
	createSuccessTraces,
} from "./describe-traces.ts";
import { createUnknownId } from "./name-records.ts";
import { type Acting, RecordActor } from "./record-actor.ts";
import { type Trace, watchTrail } from "./watch-trail.ts";

/** Says which states the items of a response have, if they have several. What a request leaves depends on them. */
function describeStates({ response, request }: Tried): string {
	const sent = listSent(tryParseJson(`${request.body ?? ""}`));
	const states = new Map<string, Set<unknown>>();
	for (const [name, leaf, isOfItem] of listNamedLeaves(
		tryParseJson(`${response.body}`),
	))
		if (isOfItem && mayBeState(leaf) && !sent.includes(leaf))
			states.set(name, (states.get(name) ?? new Set()).add(leaf));
	return [...states]
		.filter(([, words]) => words.size > 1)
		.map(
			([name, words]) =>
				`; the items of the response have ${name} ${Array.from(words, (each) => JSON.stringify(each)).join(", ")}`,
		)
		.join("");
}

/**
 * Finds what a body changes in the record that it names, although it need not name one.
 * @returns the records that it leaves; undefined if the service rejects it
 */
export async function measureNamed(acting: Acting): Promise<Trace | undefined> {
	const { at, create, rules, source } = acting;
	const actor = await RecordActor.create(acting, create());
	const id = actor?.takeRecord(true);
	if (!actor || id === undefined) return undefined;
	const trace = await watchTrail(source, () =>
		actor.act(actor.nameRecord(create(), id), [id], true),
	);
	if (!trace?.tried.isTaken) return undefined;
	const [changes = []] = trace.tried.changes;
	const { tried: example } = trace;
	const actual = `${describeChanges(changes, example.response)}, of the record that it names`;
	if (changes.length > 0)
		rules.push({ at, example, expected: "changes no record", actual });
	return trace;
}

/**
 * Finds which records a request leaves, and the same one again if the service takes only the first.
 * @param named what another request has left that names a record
 * @returns the first request, if the service takes it
 */
export async function measureRepeated(
	acting: Acting,
	named?: Trace,
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
		...createSuccessTraces(acting, at, [first, ...(named ? [named] : [])]).map(
			(each) => ({
				...each,
				actual: each.actual + describeStates(first.tried),
			}),
		),
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
