import { readSource } from "../document/compose.ts";
import type { Field } from "../document/field.ts";
import { child } from "../document/node.ts";
import { ANY_VALUE } from "../store/read-page.ts";
import type { Facets, StoredRecord } from "../store/store.ts";
import { readTime } from "./forms.ts";
import type { OperationPlan } from "./operation-plan.ts";

/** Lists the texts and numbers of a value at any depth. */
function listTexts(value: unknown, texts: string[] = []): string[] {
	if (typeof value === "string" || typeof value === "number")
		texts.push(String(value));
	else if (typeof value === "object" && value !== null)
		for (const each of Object.values(value)) listTexts(each, texts);
	return texts;
}

/** The name of a condition that compares a property. Other conditions compare roles. */
export const propertyKey = (property: string): string => `/${property}`;

/** By the action of an audit record, the delay in milliseconds after which searches find it. */
export type Delays = ReadonlyMap<unknown, number>;

export const listDelays = (plans: readonly OperationPlan[]): Delays =>
	new Map(
		plans.flatMap(({ operation: { node } }) => {
			const { action, delayMs } = child(node, "x-audit");
			return typeof delayMs === "number" ? [[action, delayMs]] : [];
		}),
	);

export const createFacets =
	(
		record: Field,
		{
			keys,
			isTrail,
			unknown,
		}: {
			readonly keys: ReadonlySet<string>;
			readonly isTrail: boolean;
			/** If a record lacks one of these properties, it matches every value: a sample belongs to every parent. */
			readonly unknown: readonly string[];
		},
		delays: Delays,
		properties: readonly string[],
	): ((record: StoredRecord) => Facets) =>
	(stored) => {
		const { roles } = readSource(record, stored);
		const { action, subjectId, detail, createdAt = 0 } = roles;
		const compared: Record<string, string | string[]> = {};
		for (const role of keys)
			if (Object.hasOwn(roles, role) && typeof roles[role] !== "object")
				compared[role] = String(roles[role]);
		for (const property of properties) {
			const value: unknown = Reflect.get(stored, property);
			const isUnknown = value === undefined && unknown.includes(property);
			const own = Array.isArray(value) ? value.map(String) : String(value);
			compared[propertyKey(property)] = isUnknown ? ANY_VALUE : own;
		}
		const at = readTime(createdAt);
		const delayMs = delays.get(action);
		return {
			keys: compared,
			at,
			...(delayMs !== undefined && { visibleAt: at + delayMs }),
			texts: listTexts(isTrail ? [action, subjectId, detail] : stored),
		};
	};
