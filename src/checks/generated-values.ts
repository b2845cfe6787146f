import { readTime } from "../behaviors/forms.ts";
import { fieldsOf, pathOf } from "../document/field.ts";
import { valueAt } from "../values/json.ts";
import type { ProviderExchange } from "../verification/contract.ts";
import { jsonOf, show } from "./page-reader.ts";
import type { Found, Subject, Tested } from "./subject.ts";

/** Lists the arrays of a response whose items have ids that the service generates, and the paths to array and id. */
const listIdentified = ({ plan: { body, request } }: Tested) =>
	(body ? fieldsOf(body) : []).flatMap((field) => {
		const item = field.items;
		const [id] =
			(item && fieldsOf(item).filter(({ role }) => role === "id")) ?? [];
		const at = body && pathOf(body, field);
		const inItem = item && id && pathOf(item, id);
		// A client may send the ids of the same records several times.
		const name = at?.at(-1) ?? "";
		const isSent = request?.byName.get(name)?.items?.byName.has(`${inItem}`);
		return at && inItem && !isSent ? [{ at, inItem }] : [];
	});

/** Finds responses in which several items have the same id. */
export const findSharedIds = <Exchange extends ProviderExchange>(
	subject: Subject,
	exchanges: readonly Exchange[],
): Found<Exchange>[] =>
	subject.tested.flatMap((tested) =>
		listIdentified(tested).flatMap(({ at, inItem }) => {
			const where = `${["$", ...at].join(".")}[*].${inItem.join(".")}`;
			const hasShared = ({ response }: Exchange): boolean => {
				const items = [valueAt(jsonOf(response), ...at)].flat();
				const ids = items.flatMap((each) => valueAt(each, ...inItem) ?? []);
				return new Set(ids).size < ids.length;
			};
			const exchange = exchanges.find(
				(each) => each.target === tested.operation.id && hasShared(each),
			);
			const [expected, actual] = ["another id in each item", "the same id"];
			return exchange ? [{ exchange, where, expected, actual }] : [];
		}),
	);

/** The difference of times that clocks of the same service can have. */
const MAX_SKEW_MS = 3_600_000;

/** Lists the times that an operation gave to new records. Leaves out dates without a time. */
function readTimes<Exchange extends ProviderExchange>(
	{ plan: { body, behavior }, operation }: Tested,
	exchanges: readonly Exchange[],
) {
	const field = body && fieldsOf(body).find(({ role }) => role === "createdAt");
	const path = body && field && pathOf(body, field);
	if (behavior !== "create" || !path) return [];
	return exchanges
		.filter(({ target }) => target === operation.id)
		.flatMap((exchange) => {
			const value = valueAt(jsonOf(exchange.response), ...path);
			const time = /:|^\d+$/.test(`${value}`) ? readTime(value) : Number.NaN;
			const where = ["$", ...path].join(".");
			return Number.isNaN(time) ? [] : [{ exchange, where, value, time }];
		});
}

/**
 * Finds operations that create records with another time than all other operations, and than the header `Date`. The
 * clock of this machine, and a clock that a test has set, do not matter.
 */
export function findWrongTimes<Exchange extends ProviderExchange>(
	subject: Subject,
	exchanges: readonly Exchange[],
): Found<Exchange>[] {
	const clocks = subject.tested.map((tested) => ({
		...{ tested, times: readTimes(tested, exchanges) },
	}));
	const date = Date.parse(`${exchanges[0]?.response.headers.date}`);
	return clocks.flatMap(({ tested, times }) => {
		const others = clocks
			.filter((each) => each.tested !== tested)
			.flatMap((each) => each.times[0]?.time ?? [])
			.concat(Number.isNaN(date) ? [] : [date]);
		const [first = 0] = others;
		const isOther = (time: number): boolean =>
			Math.abs(time - first) > MAX_SKEW_MS;
		const wrong = times.find(({ time }) => isOther(time));
		if (!wrong || others.length < 2 || others.some(isOther)) return [];
		const expected = `a time like ${new Date(first).toISOString()}`;
		const { exchange, where, value } = wrong;
		return [{ exchange, where, expected, actual: show(value) }];
	});
}
