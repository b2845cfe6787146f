import { REJECTED } from "../../document/judgment/blame.ts";
import type { FormChange } from "../../document/judgment/form-change.ts";
import { listInput } from "../../document/judgment/judge-response.ts";
import { tryParseJson, valueAt } from "../../values/json.ts";
import type { LearntCondition } from "../learning/lists/list-inquiry.ts";
import { LAST_ID } from "../learning/lists/positions.ts";
import type { Sighting } from "../observed.ts";
import type { Observation } from "../observer.ts";

type OldRequest = Omit<Observation, "check" | "isArrangement">;
type Description = Pick<Sighting, "where" | "expected" | "actual">;

/** Whether a condition has another name or another form, and not only other values. */
export const isOtherName = ({ name, path, form }: LearntCondition): boolean =>
	path.join(".") !== name || form !== "";

/** Returns how the service takes a condition, in words. */
export const describeCondition = ({ path, form }: LearntCondition): string =>
	[path.join("."), form].filter((each) => each !== "").join(", ");

/**
 * Returns the change of the name or the meaning of a condition; undefined if only its values have another form, or if it is a part of
 * an expression.
 */
export function readName({
	name,
	path,
	join,
	position,
}: LearntCondition): FormChange | undefined {
	if (join !== undefined) return undefined;
	const [to = ""] = path;
	if (path.length > 1) return { kind: "move", to: path };
	if (position) return { kind: "position", to, ...position };
	return to === name ? undefined : { kind: "rename", to, rivals: [] };
}

/** Returns the rule of a cursor that is the id of a record. */
export function readPosition({
	form,
	path,
	example: { request },
}: LearntCondition): Pick<Sighting, "rule"> {
	if (form !== LAST_ID) return {};
	const id = valueAt(tryParseJson(`${request.body ?? ""}`), ...path);
	const ofNumber = { type: "integer", minLength: undefined };
	const keywords = {
		"x-cursor-position": "id",
		...(typeof id === "number" && ofNumber),
	};
	return { rule: { keywords, accepted: undefined } };
}

/** Returns what the service does with the documented name of a condition that has another name there. */
export function findOldName(
	condition: LearntCondition,
	where: string,
	observations: readonly OldRequest[],
): (Description & { readonly example: OldRequest }) | undefined {
	const { name, path } = condition;
	if (path.join(".") === name) return undefined;
	const valid = observations.filter(
		({ status, adapted }) => status < 400 && !adapted,
	);
	const isNamed = ({ request }: OldRequest): boolean =>
		listInput(request).some(([each]) => each === name);
	const isTaken = ({ response }: OldRequest): boolean => response.status < 300;
	const own = valid.filter(isNamed);
	const taken = own.find(isTaken);
	if (taken)
		return {
			...{ where, expected: `only records that ${name} allows` },
			...{ actual: `ignores ${name}`, example: taken },
		};
	const [rejected] = own.filter(({ response }) =>
		REJECTED.includes(response.status),
	);
	// The service may reject all requests of the documented form.
	const isKnown = valid.some((each) => !isNamed(each) && isTaken(each));
	if (!rejected || !isKnown) return undefined;
	return {
		where: `request ${rejected.request.body === undefined ? "query " : "$."}${name}`,
		...{ expected: "accepted", actual: "rejected", example: rejected },
	};
}
