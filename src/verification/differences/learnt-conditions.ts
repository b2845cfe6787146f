import type { ServiceChange } from "../../document/judgment/service-change.ts";
import { tryParseJson, valueAt } from "../../values/json.ts";
import {
	EARLY,
	LISTED,
	MILLISECONDS,
	SECONDS,
} from "../learning/lists/condition-trials.ts";
import {
	hasOtherName,
	type LearntCondition,
} from "../learning/lists/list-inquiry.ts";
import { LAST_ID } from "../learning/lists/positions.ts";

/** Whether a condition has another name or another form, and not only other values. */
export const isOtherName = (condition: LearntCondition): boolean =>
	hasOtherName(condition) || condition.form !== "";

/** Returns how the service takes a condition, in words. */
export const describeCondition = ({
	path,
	form,
	isInQuery = false,
}: LearntCondition): string =>
	[path.join("."), form, isInQuery ? "in the query" : ""]
		.filter((each) => each !== "")
		.join(", ");

/**
 * Returns the change of the name, the meaning or the type of a condition; undefined if only its texts have another form, or if it
 * is a part of an expression.
 */
function readName({
	name,
	path,
	join,
	position,
	isInQuery,
	form,
	translate,
}: LearntCondition): ServiceChange | undefined {
	if (join !== undefined || isInQuery) return undefined;
	const [to = ""] = path;
	if (path.length > 1) return { kind: "move", to: path };
	if (position) return { kind: "position", to, ...position };
	const isListed = form === LISTED;
	if (to !== name)
		return { kind: "rename", to, rivals: [], ...(isListed && { isListed }) };
	if (isListed) return { kind: "other type", value: translate("text") };
	const isNumber = form === SECONDS || form === MILLISECONDS;
	return isNumber ? { kind: "other type", value: translate(EARLY) } : undefined;
}

/** Returns the rule of a cursor that is the id of a record. */
function createIdRule({
	path,
	example: { request },
}: LearntCondition): ServiceChange {
	const id = valueAt(tryParseJson(`${request.body ?? ""}`), ...path);
	const ofNumber = { type: "integer", minLength: undefined };
	const keywords = {
		"x-cursor-position": "id",
		...(typeof id === "number" && ofNumber),
	};
	return { kind: "rule", keywords, accepted: undefined };
}

/** Returns the change of a condition, or else the rule of a cursor that is the id of a record. */
export const readCondition = (
	condition: LearntCondition,
): ServiceChange | undefined =>
	readName(condition) ??
	(condition.form === LAST_ID ? createIdRule(condition) : undefined);
