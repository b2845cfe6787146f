import { expect, test } from "vitest";
import { findOldName } from "../../../src/verification/differences/learnt-conditions.ts";

const see = (path: string, status: number, adapted = false, expected = 200) => {
	const request = { method: "GET", path };
	return {
		...{ target: "listJars", request, status: expected },
		...(adapted && { adapted: request }),
		response: { status, headers: {}, body: Buffer.from("") },
	};
};

const find = (to: string, ...seen: readonly ReturnType<typeof see>[]) => {
	const condition = {
		...{ name: "limit", path: [to], form: "" },
		...{ example: see("/", 200), translate: (value: unknown) => value },
	};
	const found = findOldName(condition, "$.items", seen);
	return found && `${found.where}: ${found.actual}`;
};

test("a service that takes another name ignores the documented one if it accepts it", () => {
	const ignored = see("/jars?limit=1", 200);
	expect(find("size", see("/jars?limit=0", 400), ignored)).toBe(
		"$.items: ignores limit",
	);
	expect(find("limit", ignored)).toBe(undefined);
	expect(find("size", see("/jars?limit=1", 200, true))).toBe(undefined);
	expect(find("size", see("/jars?limit=0", 200, false, 400))).toBe(undefined);
});

test("a service rejects the documented name if it accepts requests without it", () => {
	const rejected = see("/jars?limit=1", 422);
	expect(find("size", rejected, see("/jars", 200))).toBe(
		"request query limit: rejected",
	);
	expect(find("size", rejected, see("/jars", 422))).toBe(undefined);
});
