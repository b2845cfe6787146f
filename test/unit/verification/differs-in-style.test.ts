import { expect, test } from "vitest";
import { differsInStyle } from "../../../src/verification/differs-in-style.ts";
import type { Observation } from "../../../src/verification/observer.ts";
import { received } from "../../support/received.ts";

const see = (target: string, status: number, actual: number): Observation => ({
	...{ target, status, check: "", isArrangement: false },
	request: { method: "POST", path: "/" },
	response: received(actual),
});

/** Whether a service with these rejections has another style if its pages deviate at four places. */
const isOther = (...rejections: Observation[]): boolean =>
	differsInStyle([see("list", 200, 200), ...rejections], ({ response }) => ({
		deviations: ["a", "b", "c", "d"].flatMap((where) =>
			response.status === 200
				? [{ where, expected: "", actual: "", assumptions: [] }]
				: [],
		),
	}));

test("operations that reject valid requests count for another style", () => {
	const rejections = [see("lend", 201, 422), see("read", 200, 400)];
	expect(isOther(...rejections)).toBe(true);
	expect(isOther(...rejections.slice(1))).toBe(false);
	expect(isOther(see("lend", 201, 422), see("lend", 201, 400))).toBe(false);
});

test("rejections of invalid requests and of missing credentials do not", () => {
	expect(isOther(see("lend", 400, 422), see("read", 400, 404))).toBe(false);
	expect(isOther(see("lend", 201, 401), see("read", 200, 403))).toBe(false);
});
