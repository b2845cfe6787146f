import { mapValues, withValueAt } from "../../../values/json.ts";
import { applyRepairs, isSamePlace } from "../rejections/repairs.ts";
import { type Measurement, placeOf, type Trier } from "./create-trier.ts";

/** The maximum number of words without which properties are left out. */
const MAX_LEFT_OUT = 5;

export type Sources = Required<
	Pick<Measurement, "describedAs" | "fresh" | "shown" | "alike" | "isRecord">
>;

/** A word that the service does not take by itself. */
export interface Other {
	readonly word: string;
	readonly why: string;
	readonly status: number;
}

/**
 * Returns a body with the ids of other records, and whether it has no id of a record that others have. Repairs may name
 * another record each time, in which case two bodies differ there.
 */
export function renewIds(
	{ at, own }: Pick<Trier, "at" | "own">,
	name: string,
	{ fresh, isRecord }: Sources,
	create: () => unknown,
): { readonly body: unknown; readonly isRenewed: boolean } {
	let isRenewed = true;
	const renew = (
		body: unknown,
		other: unknown,
		path: readonly string[],
	): unknown => {
		if (isSamePlace(path, [...at, name])) return body;
		if (typeof body === "object" && body !== null) {
			const inner = (each: unknown, key: string) =>
				renew(each, Object(other)[key], [...path, key]);
			return Array.isArray(body)
				? body.map((each, index) => inner(each, `${index}`))
				: mapValues({ ...body }, inner);
		}
		const last = path.at(-1) ?? "";
		const isOwn = isSamePlace(path.slice(0, -1), at) && last in own;
		const isId = isRecord(body, last);
		if (body !== other || !(isOwn || isId)) return body;
		const id = fresh(body, last);
		if (id === undefined && isId) isRenewed = false;
		return id ?? body;
	};
	return { body: renew(create(), create(), []), isRenewed };
}

/**
 * Finds which of the added properties only some words need, and notes those words in the repairs.
 * @param isAll whether the service has no other words
 */
export async function findNeeds(
	trier: Trier,
	name: string,
	sources: Sources,
	taken: readonly string[],
	others: readonly string[],
	isAll: boolean,
): Promise<void> {
	const { build, createBody, repairs, tryRequest } = trier;
	const at = placeOf(trier.at);
	for (const [index, repair] of repairs.entries()) {
		if (repair.kind !== "set" || repair.documented !== undefined) continue;
		const isChoice = repair.name === name && isSamePlace(repair.at, at);
		const place = [...repair.at, repair.name];
		const isAround = repairs.some(
			(each) =>
				each.kind !== "wrap" &&
				isSamePlace(each.at.slice(0, place.length), place),
		);
		const isBeside = isSamePlace(repair.at.slice(0, at.length), at);
		if (isChoice || isAround || !isBeside) continue;
		const without = repairs.filter((each) => each !== repair);
		async function tryWithout(word: string) {
			const { body, isRenewed } = renewIds(trier, name, sources, () =>
				applyRepairs(createBody(), without),
			);
			if (!isRenewed) return undefined;
			return tryRequest(build(withValueAt(body, [...trier.at, name], word)));
		}
		const needing: string[] = [];
		let isOptional = false;
		for (const word of [...taken, ...others].slice(0, MAX_LEFT_OUT)) {
			const tried = await tryWithout(word);
			if (!tried) return;
			if (tried.isTaken) isOptional = true;
			else if (taken.includes(word) && tried.response.status !== 409)
				needing.push(JSON.stringify(word));
		}
		if ((isOptional || !isAll) && needing.length > 0)
			repairs[index] = {
				...repair,
				only: `${isOptional ? "" : "at least "}with ${name} ${needing.join(", ")}`,
			};
	}
}
