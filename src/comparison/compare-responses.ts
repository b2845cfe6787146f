import { hasVersion } from "../behaviors/items.ts";
import { findInput, readPageForm } from "../behaviors/operation-plan.ts";
import { isWriting } from "../checks/subject.ts";
import { readText } from "../document/expect-status.ts";
import { child } from "../document/node.ts";
import { tryDecode } from "../values/http.ts";
import { tryParseJson, valueAt, withValueAt } from "../values/json.ts";
import type { Exchange } from "../verification/contract.ts";
import { compareForms, type Exchanges } from "./compare-forms.ts";
import {
	compareItems,
	compareLinks,
	NEXT_PAGE,
	readPage,
} from "./compare-pages.ts";
import { compareValues, ROOT, readOwner } from "./compare-values.ts";
import {
	addDifference,
	type Collecting,
	type Comparing,
	type Difference,
} from "./comparing.ts";
import { PAGING, UNKNOWN } from "./create-input.ts";
import { type Operation, readInput } from "./operation.ts";
import type { More } from "./read-more.ts";
import type { Seen, Step } from "./step.ts";

const hasLocation = ({ response }: Operation["plan"]): boolean =>
	Object.keys(child(response, "headers")).some((name) =>
		/^location$/i.test(name),
	);

/** The result of comparing one step. */
export interface Compared {
	readonly differences: readonly Difference[];
	/** The values that later steps can refer to, on each side. */
	readonly seen: { readonly mock: Seen; readonly real: Seen };
	/** Whether records of others may explain a difference. The next pages of the service will show it. */
	readonly wantsMore: boolean;
	/** Whether the request to only one side violates the document, because of the ids of that side. */
	readonly isUnequal: boolean;
}

/** Returns the last part of a path. */
const readLast = (path: string): string =>
	tryDecode(path.replace(/\?.*/, "").replace(/.*\//, ""));

/** Remembers the properties of a record that a request has set. */
function noteSet(
	{ set }: Comparing,
	{ plan }: Operation,
	step: Step,
	{ body }: Exchange["request"],
	id: string,
): void {
	if (!isWriting(plan)) return;
	const values = set.get(id) ?? new Map<string, unknown>();
	const sent = tryParseJson(readText(body)) ?? step.body;
	for (const [name, value] of Object.entries(Object(sent)))
		values.set(name, value);
	for (const { in: place, name, property } of plan.selects ?? [])
		if (place === "path") values.set(property, step.path[name]);
	set.set(id, values);
}

/** Compares the headers with the version and the path of a record. */
function compareHeaders(
	collecting: Collecting,
	{ mock, real }: Exchanges,
	owner: string,
): void {
	const { comparing, operation } = collecting;
	const { areBound, bind, knows } = comparing.bindings;
	const { etag } = mock.response.headers;
	const found = real.response.headers.etag;
	if (hasVersion(operation.plan) && etag !== undefined) {
		const add = (form: string) =>
			addDifference(collecting, "header etag", form, etag, found ?? "missing");
		if (found === undefined) add("missing");
		else {
			comparing.versions.set(owner, { mock: etag, real: found });
			const state = [...(comparing.set.get(owner) ?? [])].filter(
				([name]) => !UNKNOWN.includes(name),
			);
			// A service may show an earlier version again if the record has its earlier state again.
			const isEqual = bind(`state ${owner} ${found}`, state, found);
			const isSame =
				bind(`etag ${owner} ${etag}`, etag, found) &&
				(bind(`etag ${owner}`, etag, found) || isEqual);
			if (!isSame) add("the version of another state");
		}
	}
	const { location } = mock.response.headers;
	if (location === undefined || !hasLocation(operation.plan)) return;
	const actual = real.response.headers.location ?? "missing";
	const [id, shown] = [readLast(location), readLast(actual)];
	// Without a body, only the header shows the new id.
	const isNew = !knows("mock", id) && actual.includes("/");
	const isSame =
		id === shown ||
		areBound(id, shown) ||
		(isNew && bind(`${operation.plan.resource} location`, id, shown, true));
	if (!isSame)
		addDifference(collecting, "header location", "another", location, actual);
}

/** Returns the limit of a request, or the default in the document. */
function readLimit(operation: Operation, step: Step): number | undefined {
	const [, field] = findInput(operation.plan, "limit") ?? [];
	const asked = readInput(operation, step, "limit");
	const limit = Number(asked ?? field?.schema.default);
	return Number.isInteger(limit) ? limit : undefined;
}

/** Returns the conditions that select the items of a page, as text. */
function describeConditions({ plan }: Operation, step: Step): string {
	const paging = [...PAGING].flatMap(
		(role) => findInput(plan, role)?.[0] ?? [],
	);
	const all = { ...step.path, ...step.query, ...Object(step.body) };
	return JSON.stringify(
		Object.entries(all).filter(([name]) => !paging.includes(name)),
	);
}

/**
 * Compares the responses to one step. Skips everything that the document leaves to the service.
 * @param more the items of the service's next pages, if they may contain items of the sequence
 */
export function compareResponses(
	comparing: Comparing,
	operation: Operation,
	step: Step,
	exchanges: Exchanges,
	more: More = { items: [], isWhole: false },
): Compared {
	const { mock, real } = exchanges;
	const { status } = mock.response;
	const found: Difference[] = [];
	const collecting = { comparing, operation, status, found };
	const { body, actual } = compareForms(collecting, exchanges);
	const seen = {
		mock: { headers: mock.response.headers, body },
		real: { headers: real.response.headers, body: actual },
	};
	const isInvalid = ({ request }: Exchange): boolean =>
		comparing.subject.documented.expectStatus(operation.operation.id, request)
			.because !== undefined;
	const isUnequal =
		found.some(({ where }) => where === "status") &&
		isInvalid(mock) !== isInvalid(real);
	const compared = { differences: found, seen, wantsMore: false, isUnequal };
	if (status >= 300 || real.response.status >= 300) return compared;
	const { page, recordPath, record, plan } = operation;
	const owner =
		readOwner(record, recordPath && valueAt(body, ...recordPath)) ??
		readLast(mock.response.headers.location ?? mock.request.path);
	noteSet(comparing, operation, step, mock.request, owner);
	if (!page) {
		if (body !== undefined && actual !== undefined)
			compareValues(collecting, plan.body, body, actual, ROOT);
		compareHeaders(collecting, exchanges, owner);
		return compared;
	}
	const left = readPage(collecting, "mock", body);
	const first = readPage(collecting, "real", actual);
	const wanted = Math.max(left.own.length, first.own.length);
	const whole = withItems(actual, page.items, more.items);
	const all = readPage(collecting, "real", whole);
	const limit = readLimit(operation, step);
	const isFull = limit !== undefined && first.count >= limit;
	// Older records of others may come first, on more pages than are read.
	const isFar = readPageForm(plan).isOldestFirst && !more.isWhole;
	const right = {
		...{ ...first, own: all.own.slice(0, wanted) },
		isCut: isFull && first.hasOthers && (isFar || !page.leadsOn),
	};
	const isSame = compareItems(collecting, page, left, right, limit);
	// After the items that the mock shows, no more items belong to the sequence.
	const isFollowed = more.items.length > 0 && all.own.length <= wanted;
	const hasOthers = first.hasOthers || left.hasOthers || isFollowed;
	const conditions = describeConditions(operation, step);
	const bodies = { mock: body, real: actual };
	compareLinks(collecting, bodies, { hasOthers, isSame, conditions });
	const isCrowded = first.own.length < left.own.length && first.hasOthers;
	const isLast = found.some(({ form }) => form === NEXT_PAGE);
	const show = (of: Seen, own: readonly unknown[]): Seen => {
		const shown = withItems(of.body, page.items, own, true);
		// The next page of the service then begins with another record of the sequence than that of the mock.
		const isOther = isCrowded && page.nextCursor;
		const body = isOther ? withValueAt(shown, isOther, null) : shown;
		return { ...of, body };
	};
	return {
		...compared,
		seen: { mock: show(seen.mock, left.own), real: show(seen.real, right.own) },
		wantsMore: more.items.length === 0 && (isCrowded || isLast),
	};
}

/** Returns the body of a page with other items, or with more items. */
function withItems(
	body: unknown,
	path: readonly string[],
	items: readonly unknown[],
	replaces = false,
): unknown {
	const known = valueAt(body, ...path);
	const before = !replaces && Array.isArray(known) ? known : [];
	return withValueAt(body, path, [...before, ...items]);
}
