import { findInput } from "../behaviors/operation-plan.ts";
import { tryParseJson, valueAt } from "../values/json.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import { type Operation, readInput, withInput } from "./operation.ts";
import type { Step } from "./step.ts";

const MAX_PAGES = 20;

/** The items of the pages after a page. */
export interface More {
	readonly items: readonly unknown[];
	/** Whether the last page was among them. */
	readonly isWhole: boolean;
}

/**
 * Reads the pages of the service after a page, until a page is empty or the maximum is reached.
 * @param ask sends the request for a page
 */
export async function readMore(
	operation: Operation,
	step: Step,
	response: ProviderResponse,
	ask: (step: Step) => Promise<ProviderResponse>,
): Promise<More> {
	const more: unknown[] = [];
	const known = new Set<string>();
	const end = (isWhole: boolean): More => ({ items: more, isWhole });
	const { page, plan } = operation;
	if (!page) return end(true);
	const largest = findInput(plan, "limit")?.[1].schema.maximum;
	let last = response;
	let offset = Number(readInput(operation, step, "offset") ?? 0);
	for (let count = 1; count <= MAX_PAGES; count++) {
		const body = tryParseJson(`${last.body}`);
		const items = valueAt(body, ...page.items);
		if (!Array.isArray(items) || items.length === 0) return end(true);
		for (const item of items) {
			const text = JSON.stringify(item);
			// New records of others may move a record to the next page.
			if (count > 1 && !known.has(text)) more.push(item);
			known.add(text);
		}
		offset += items.length;
		const cursor = page.nextCursor
			? valueAt(body, ...page.nextCursor)
			: valueAt(items.at(-1), ...(page.cursorId ? [page.cursorId] : [""]));
		if (page.takesCursor && !cursor) return end(true);
		const next =
			withInput(operation, step, "cursor", cursor || undefined) ??
			withInput(operation, step, "offset", offset);
		const asked =
			next === undefined
				? withInput(
						operation,
						step,
						"page",
						Number(readInput(operation, step, "page") ?? 1) + count,
					)
				: (withInput(operation, next, "limit", largest) ?? next);
		if (!asked) return end(false);
		last = await ask(asked);
		if (last.status !== operation.operation.success) return end(false);
	}
	return end(false);
}
