import { tryParseJson } from "../values/json.ts";
import type { Node } from "./node.ts";

/** Returns the default of a schema, if it has its type. Some documents write numbers as texts, or texts as numbers. */
export function readTypedDefault({ type, default: given }: Node): unknown {
	if (typeof type === "string" && given !== undefined) {
		if (given === null) return type === "null" ? null : undefined;
		if (typeof given === "string" && type !== "string")
			return tryParseJson(given);
		if (typeof given !== "object" && type === "string") return String(given);
	}
	return typeof given === "object" ? structuredClone(given) : given;
}
