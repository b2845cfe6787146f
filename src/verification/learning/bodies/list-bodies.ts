import { isObject, mapValues, tryParseJson } from "../../../values/json.ts";
import type { ContractOperation } from "../../contract.ts";
import type { VerificationContext } from "../../verify-options.ts";
import { renew } from "./fresh-texts.ts";

/** The maximum number of bodies that set up states. */
const MAX_ARRANGED = 4;

/** Returns a body with the kinds of its values, and the kinds of characters that its texts have. */
function shapeOf(body: unknown): unknown {
	if (Array.isArray(body)) return body.map(shapeOf);
	if (typeof body === "string")
		return body.replaceAll(/[a-z]+/g, "a").replaceAll(/[A-Z]+/g, "A");
	return isObject(body) ? mapValues(body, shapeOf) : typeof body;
}

/** Lists functions that return a typical body: the simplest one, the example, and the bodies that set up states. */
export function listBodies(
	{ contract, observer }: Pick<VerificationContext, "contract" | "observer">,
	operation: ContractOperation,
): (() => unknown)[] {
	const { id } = operation;
	const arranged = observer.observations.flatMap(
		({ target, isArrangement, request }) => {
			const text = String(request.body ?? "");
			const body =
				target === id && isArrangement ? tryParseJson(text) : undefined;
			return body === undefined
				? []
				: [[JSON.stringify(shapeOf(body)), text] as const];
		},
	);
	const simplest = () => contract.createValidRequest(id, []).body;
	// With a condition that the service does not know, a search would find other records.
	if (Object.hasOwn(contract.documented.pages, id)) return [simplest];
	return [
		simplest,
		() => operation.example.body,
		...[...new Map(arranged).values()]
			.slice(0, MAX_ARRANGED)
			.map((text) => () => renew(tryParseJson(text))),
	];
}
