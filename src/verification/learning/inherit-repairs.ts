import type { Contract, ContractOperation } from "../contract.ts";
import type { Alternative } from "./alternative.ts";
import type { LearntBody } from "./measure-rules.ts";
import {
	findObject,
	isSamePlace,
	listPlaces,
	type Place,
	type Repair,
} from "./repairs.ts";

/** Returns the places in a body with the properties of another one, such as `steps[*]` for a command. */
const listParts = (body: unknown, whole: unknown): Place[] =>
	listPlaces(body).filter((at) => {
		const names = Object.keys(findObject(body, at) ?? {});
		const isPart = names.every((each) => Object.hasOwn(Object(whole), each));
		return at.length > 0 && names.length > 0 && isPart;
	});

/** Returns a function that moves a place in a body to another body, of which it is a part or which is a part of it. */
function createMove(
	from: ContractOperation,
	to: ContractOperation,
): (at: Place) => Place | undefined {
	const [place] = listParts(to.example.body, from.example.body);
	const [part] = listParts(from.example.body, to.example.body);
	return (at) => {
		if (place) return [...place, ...at];
		return part && isSamePlace(at.slice(0, part.length), part)
			? at.slice(part.length)
			: undefined;
	};
}

/** An accepted body of another operation. */
type Other = LearntBody & { readonly move: ReturnType<typeof createMove> };

/** Lists the other operations with an accepted body, and functions that move places to the body of this one. */
const listOthers = (
	{ operations }: Contract,
	operation: ContractOperation,
	bodies: ReadonlyMap<string, LearntBody>,
): Other[] =>
	operations.flatMap((other) => {
		const learnt = bodies.get(other.id);
		return other.id === operation.id || !learnt?.isAccepted
			? []
			: [{ ...learnt, move: createMove(other, operation) }];
	});

/** Returns the items that have a place in the other body. */
function moveAll<Each extends object>(
	items: readonly Each[],
	move: (at: Place) => Place | undefined,
): Each[] {
	return items.flatMap((each) => {
		const at = "at" in each ? move(each.at as Place) : undefined;
		return at ? { ...each, at } : [];
	});
}

/**
 * Returns the repairs of bodies that are a part of this one, such as those of a command for the steps of a pipeline, and
 * those of such parts of other bodies.
 */
export const inheritRepairs = (
	...input: Parameters<typeof listOthers>
): Repair[] =>
	listOthers(...input).flatMap(({ repairs, move }) => moveAll(repairs, move));

/** Returns the other values of choices in such bodies. */
export const inheritAlternatives = (
	...input: Parameters<typeof listOthers>
): Alternative[] =>
	listOthers(...input).flatMap(({ alternatives, move }) =>
		moveAll(alternatives, move).map((each) => ({
			...{ ...each, required: moveAll(each.required, move) },
		})),
	);
