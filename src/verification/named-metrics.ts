import { attempt } from "../values/errors.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { readMetrics } from "../values/read-exposition.ts";
import type { ContractOperation, ProviderExchange } from "./contract.ts";

/** The maximum number of metrics that one reading asks for. */
const MAX_NAMED = 8;
/** The beginnings of words, which may be forms of the same. */
const STEM = /[a-z]{4,5}/g;

/**
 * Lists the names of metrics in JSON that has no values: each value has a path of its own below that of the metrics.
 * @param families the documented ones. Metrics that share a word with them come first.
 */
export function listNamed(text: string, families: readonly string[]): string[] {
	const value = tryParseJson(text);
	const hasValues = attempt(() => readMetrics(text).samples.length > 0);
	if (hasValues ?? true) return [];
	const lists = isObject(value) ? Object.values(value) : [value];
	const names = lists
		.flatMap((each) => (Array.isArray(each) ? each : []))
		.filter((each) => typeof each === "string" && /^[\w.:-]+$/.test(each));
	const stems = families.flatMap((each) => each.match(STEM) ?? []);
	const isSimilar = (name: string): number =>
		Number(stems.some((each) => name.toLowerCase().includes(each)));
	return names.sort((a, b) => isSimilar(b) - isSimilar(a)).slice(0, MAX_NAMED);
}

/**
 * Returns the text of metrics, with the values of those that it only names.
 * @param read returns the body of the response at a path
 */
export async function readNamed(
	text: string,
	path: string,
	families: readonly string[],
	read: (path: string) => Promise<string | undefined>,
): Promise<string> {
	const values: [string, unknown][] = [];
	for (const name of listNamed(text, families)) {
		const value = tryParseJson((await read(`${path}/${name}`)) ?? "");
		if (value === undefined) break;
		values.push([name, value]);
	}
	return values.length > 0 ? JSON.stringify(Object.fromEntries(values)) : text;
}

/** Returns the exchanges of a run in which each reading of metrics has the values that were read right after it. */
export const joinNamed = <Exchange extends ProviderExchange>(
	exchanges: readonly Exchange[],
	{ id, path }: Pick<ContractOperation, "id" | "path">,
): Exchange[] =>
	exchanges.flatMap((each, index) => {
		const { target, response } = each;
		if (target !== id || listNamed(`${response.body}`, []).length === 0)
			return [each];
		const after = exchanges.slice(index + 1, index + 1 + MAX_NAMED);
		const end = after.findIndex(
			({ request }) => !request.path.startsWith(`${path}/`),
		);
		const values = after
			.slice(0, end < 0 ? undefined : end)
			.map(({ request, response: { body } }) => [
				request.path.slice(path.length + 1),
				tryParseJson(`${body}`),
			]);
		if (values.length === 0) return [];
		const body = Buffer.from(JSON.stringify(Object.fromEntries(values)));
		return [{ ...each, response: { ...response, body } }];
	});
