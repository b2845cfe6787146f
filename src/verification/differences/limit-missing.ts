import { isObject, tryParseJson } from "../../values/json.ts";
import type { Difference } from "../report.ts";

/** An error of an operation. */
interface Rejection {
	readonly operation: string;
	readonly response: { readonly status: number; readonly body: Buffer };
}

/**
 * Says which errors of an operation lack a property, if others have it.
 * @param rejections all errors that were seen, and other responses
 */
export function limitMissing(
	differences: readonly Difference[],
	rejections: readonly Rejection[],
): Difference[] {
	const bodies = rejections
		.filter(({ response }) => response.status >= 400)
		.flatMap(({ operation, response }) => {
			const body = tryParseJson(`${response.body}`);
			const { status } = response;
			return isObject(body) ? [{ operation, status, body }] : [];
		});
	return differences.map((each) => {
		const [, name] = /^\$\.(\w+)$/.exec(each.where) ?? [];
		const isOfError = Number(each.example.response?.status) >= 400;
		if (name === undefined || each.actual !== "missing" || !isOfError)
			return each;
		const lacking = new Set<number>();
		const having = new Set<number>();
		for (const { operation, status, body } of bodies)
			if (operation === each.operation)
				(Object.hasOwn(body, name) ? having : lacking).add(status);
		const only = [...lacking].filter((status) => !having.has(status)).sort();
		return having.size === 0 || only.length === 0
			? each
			: { ...each, actual: `missing with ${only.join(", ")}` };
	});
}
