import type { Contract, ContractOperation } from "../../contract.ts";
import {
	findObject,
	isSamePlace,
	listPlaces,
	type Place,
	placeWithin,
	type Repair,
} from "../rejections/repairs.ts";
import type { LearntBody } from "../rules/measure-rules.ts";

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

/** Whether a repair adds a property to items. */
export const isOfItems = (each: Repair): each is Repair & { kind: "set" } =>
	each.kind === "set" && each.documented === undefined && each.at.includes("*");

/**
 * Returns the repairs of bodies that are a part of this one, such as those of a command for the steps of a pipeline, and
 * those of such parts of other bodies.
 */
export const inheritRepairs = (
	{ operations }: Contract,
	operation: ContractOperation,
	bodies: ReadonlyMap<string, Pick<LearntBody, "repairs" | "isAccepted">>,
): Repair[] =>
	operations.flatMap((other) => {
		const learnt = bodies.get(other.id);
		if (other.id === operation.id || !learnt?.isAccepted) return [];
		const move = createMove(other, operation);
		return learnt.repairs.flatMap((each) => {
			if (each.kind === "wrap") return [];
			// The other body may have other wrappers.
			const within = placeWithin(each, learnt.repairs);
			const at = within && move(within);
			return at ? { ...each, at } : [];
		});
	});
