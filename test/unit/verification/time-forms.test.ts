import { expect, test } from "vitest";
import { listTimeForms } from "../../../src/verification/differences/time-forms.ts";
import type { ComparedObservation } from "../../../src/verification/observed.ts";
import { contract } from "../../support/shipped-contract.ts";

const create = (createdAt: unknown): ComparedObservation => ({
	...{ operation: "createZap", target: "createZap", check: "", additional: [] },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], status: 201 },
	request: { method: "POST", path: "/v1/zaps" },
	response: {
		...{ status: 201, headers: {} },
		body: Buffer.from(JSON.stringify({ id: "1", createdAt })),
	},
});

const list = (...times: unknown[]) =>
	listTimeForms(contract, times.map(create), []).map(
		({ where, expected, actual }) => `${where}: ${expected} > ${actual}`,
	);

test("times of another precision are told once", () => {
	expect(
		list("2026-11-27T19:35:41.330492Z", "2026-11-27T19:35:41.33049Z"),
	).toEqual([
		'$.createdAt: a time with 3 digits after the seconds > a time with 6 digits after the seconds, such as "2026-11-27T19:35:41.330492Z"',
	]);
	expect(list("2026-11-27T19:35:41Z")).toEqual([
		'$.createdAt: a time with 3 digits after the seconds > a time with no digits after the seconds, such as "2026-11-27T19:35:41Z"',
	]);
});

test("times of the documented precision are no difference, and neither are other values", () => {
	expect(
		list("2026-11-27T19:35:41.330Z", "2026-11-27T19:35:41Z", 5, "today"),
	).toEqual([]);
	expect(list(7, "2026-11-27T19:35:41.33+00:00")).toEqual([]);
});
