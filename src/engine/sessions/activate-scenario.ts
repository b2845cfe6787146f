import { activateFaults } from "../../faults/select-faults.ts";
import type { Page, Position, Store, StoredRecord } from "../../store/store.ts";
import { attempt } from "../../values/errors.ts";
import { tryDecode } from "../../values/http.ts";
import type { CursorPage, State } from "../model/service.ts";
import { cacheJsonText } from "../response/response.ts";
import {
	type ActiveScenario,
	type RateLimit,
	type ScenarioOptions,
	type Session,
	storeOf,
} from "./session.ts";

/** Differences below this many milliseconds are rounding errors. */
const ROUNDING_MS = 0.001;

/** @param perSecond above 0; 0.1 allows one request in ten seconds */
function createRateLimit(perSecond: number): RateLimit {
	const interval = 1000 / perSecond;
	const burst = (Math.max(1, perSecond) - 1) * interval;
	// A point in time instead of an amount that is added up, because many small additions would add up rounding errors.
	let earliest = Number.NEGATIVE_INFINITY;
	return {
		perSecond,
		acquire(now) {
			const from = Math.max(earliest, now);
			const wait = from - burst - now - ROUNDING_MS;
			if (wait > 0) return Math.ceil(wait / 1000);
			earliest = from + interval;
			return 0;
		},
	};
}

const PLAIN = /^([^:]+):(\d{1,15}):([\x21-\x7e]+)$/;

/** Encodes a position as an opaque cursor. */
function encodeCursor(collection: string, { sequence, id }: Position): string {
	// Names and ids in a document may contain any character.
	return btoa(
		[collection, sequence, id]
			.map((each) => encodeURIComponent(each))
			.join(":"),
	)
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** Decodes a cursor. Returns undefined if it does not belong to this collection. */
function decodeCursor(
	collection: string,
	cursor: string,
): Position | undefined {
	const base64 = cursor.replaceAll("-", "+").replaceAll("_", "/");
	const plain = attempt(() => atob(base64)) ?? "";
	const [, name, sequence, id] = (PLAIN.exec(plain) ?? []).map((each) =>
		tryDecode(each),
	);
	if (name !== collection || sequence === undefined || id === undefined)
		return undefined;
	const position = { sequence: Number(sequence), id };
	// Several base64 texts decode to the same bytes. The mock issued only one of them.
	return encodeCursor(collection, position) === cursor ? position : undefined;
}

/** Cached by page of the store, so that an unchanged page is rendered only once. Pages are never modified. */
const cursorPages = new WeakMap<Page<StoredRecord>, CursorPage<StoredRecord>>();

function withCursor(
	collection: string,
	page: Page<StoredRecord>,
): CursorPage<StoredRecord> {
	const known = cursorPages.get(page);
	if (known) return known;
	const { items, next } = page;
	const nextCursor = next && encodeCursor(collection, next);
	const made = cacheJsonText(Object.freeze({ items, nextCursor }));
	cursorPages.set(page, made);
	return made;
}

/** Creates the view of the store for the handlers of one session. */
function createState(open: () => Store, session: string): State {
	return {
		append: (compose) => open().append(session, compose),
		async page(collection, { cursor, ...request }) {
			const after =
				cursor === undefined ? undefined : decodeCursor(collection, cursor);
			if (cursor !== undefined && after === undefined) return undefined;
			const from = after ? { ...request, after } : request;
			const page = await open().page(session, collection, from);
			return page && withCursor(collection, page);
		},
		get: (collection, id) => open().get(session, collection, id),
		change: (target, compose) => open().change(session, target, compose),
		count: (collection) => open().count(session, collection),
		observations: () => open().observations(session),
	};
}

/**
 * Activates a scenario for the state with this name.
 * @param session its `leftover` belongs to this state
 */
export function activateScenario(
	options: ScenarioOptions,
	{ rateLimits, leftover }: Pick<Session, "rateLimits" | "leftover">,
	name: string,
	stateKey: string,
): ActiveScenario {
	const scenario = options.presets.scenarios[name];
	const perSecond = scenario?.rateLimit ?? options.rateLimit;
	const rateLimit = perSecond
		? (rateLimits.get(perSecond) ??
			options.createRateLimit?.(stateKey, perSecond) ??
			createRateLimit(perSecond))
		: undefined;
	if (rateLimit) rateLimits.set(rateLimit.perSecond, rateLimit);
	return {
		name,
		stateKey,
		leftover,
		state: createState(() => storeOf(options.store, { leftover }), stateKey),
		auth: scenario?.auth ?? options.auth,
		rateLimit,
		faults: activateFaults(scenario?.faults ?? []),
	};
}
