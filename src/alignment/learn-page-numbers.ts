import { isNode } from "../document/node.ts";
import { valueAt } from "../values/json.ts";
import { joinPointer } from "./edit.ts";
import type { Learn, Of } from "./lesson.ts";
import { insertWithin, pathOf, propertiesOf } from "./schema-edits.ts";
import { findElements, stepsOf } from "./schema-places.ts";

/** Learns the role of a number beside the records of a page. */
export const learnPageNumber: Learn<Of<"page number">> = (
	{ document, observations },
	[{ where, change, example }],
) => {
	const place = { ...example, where: "$" };
	const [page] = findElements(document, place);
	const path = stepsOf(where);
	const [first = ""] = path;
	const isBeside =
		first in Object(page?.node.properties) ||
		observations.listAdditional(place).includes(first);
	if (!page || !where.startsWith("$.") || !isBeside) return undefined;
	const roles = Object.values(propertiesOf(page.node)).flatMap((each) =>
		typeof Object(each)["x-role"] === "string" ? Object(each)["x-role"] : [],
	);
	const [group] = `${roles[0] ?? ""}`.split(".");
	// Without roles, names show the meaning.
	if (!group) return [];
	const role = `${group}.${change.role}`;
	return {
		...{ kind: "page number", isCertain: true },
		changes: [
			{
				pointer: page.pointer,
				edit(before) {
					if (!isNode(before)) return [];
					const pointer = joinPointer(...pathOf(path));
					const known = valueAt(before, ...pathOf(path));
					return isNode(known)
						? [{ pointer: `${pointer}/x-role`, value: role }]
						: insertWithin(
								...([before, path] as const),
								{ "x-role": role, type: "integer" },
								false,
							);
				},
			},
		],
	};
};
