import { expect, test } from "vitest";
import { listTimeDigits } from "../../../src/verification/differences/time-digits.ts";
import { received } from "../../support/received.ts";
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
	response: received(201, { times }),
});

const tell = (...times: string[]) =>
	listTimeDigits(contract, [see(...times)]).map(({ actual }) => actual);

test("the digits after the seconds of times are told if examples have another number", () => {
	expect(tell("2026-01-01T00:00:00.123Z")).toEqual([]);
	expect(tell("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.123Z")).toEqual(
		[],
	);
	expect(tell("2026-01-01T00:00:00Z")).toEqual([
		"times without fractions of seconds",
	]);
	const create = (digits: number) =>
		Array.from(
			{ length: 40 },
			(_, n) => `2026-01-01T00:00:${10 + n}.${"1".repeat(digits)}Z`,
		);
	expect(tell(...create(6))).toEqual(["times with 6 digits after the seconds"]);
	expect(tell("2026-01-01 00:00:00", ...create(6))).toEqual([
		"times with 6 digits after the seconds, or none",
	]);
	expect(tell(...[4, 6, 7].flatMap(create))).toEqual([
		"times with up to 7 digits after the seconds, without zeros at the end",
	]);
	expect(tell("2026-01-01T00:00:00.10Z", ...create(1))).toEqual([
		"times with 1 or 2 digits after the seconds",
	]);
	expect(
		tell(..."12345".split("").map((n) => `2026-01-01T00:00:0${n}.000000Z`)),
	).toEqual([
		"times with 6 digits after the seconds, all of them 0 (whole seconds)",
	]);
	// Some of these may have ended with a zero that is left out.
	expect(tell(...create(9).slice(1))).toEqual([
		"times with up to 9 digits after the seconds",
	]);
});
