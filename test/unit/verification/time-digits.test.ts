import { expect, test } from "vitest";
import { listTimeDigits } from "../../../src/verification/differences/time-digits.ts";
import { contract } from "../../support/shipped-contract.ts";

const see = (...times: string[]) => ({
	...{ operation: "createZap", target: "createZap", check: "", status: 201 },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], additional: [] },
	request: {
		method: "POST",
		path: "/v1/zaps",
		body: '{"at":"2026-01-01T00:00:00.5Z"}',
	},
	response: {
		...{ status: 201, headers: {} },
		body: Buffer.from(JSON.stringify({ times })),
	},
});

const tell = (...times: string[]) =>
	listTimeDigits(contract, [see(...times)], []).map(({ actual }) => actual);

test("the digits after the seconds of times are told if examples have another number", () => {
	expect(tell("2026-01-01T00:00:00.123Z")).toEqual([]);
	expect(tell("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.123Z")).toEqual(
		[],
	);
	expect(tell("2026-01-01T00:00:00.123456+00:00")).toEqual([
		"times with 6 digits after the seconds",
	]);
	expect(tell("2026-01-01 00:00:00", "2026-01-01T00:00:00.123456Z")).toEqual([
		"times with 6 digits after the seconds, or none",
	]);
	expect(tell("2026-01-01T00:00:00Z")).toEqual([
		"times without fractions of seconds",
	]);
	const many = [1, 4, 5, 6, 7].map(
		(each) => `2026-01-01T00:00:00.${"1".repeat(each)}Z`,
	);
	expect(tell(...many)).toEqual([
		"times with up to 7 digits after the seconds",
	]);
});
