import { expect, test } from "vitest";
import { mergeSightings } from "../../../src/verification/differences/difference-collection.ts";
import { listFindings } from "../../../src/verification/differences/findings.ts";
import type { Sighting } from "../../../src/verification/observed.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const response = received(200, "{}");

const see = (where: string, actual: string): Sighting => ({
	...{ key: `${where} ${actual}`, operation: "list", where, actual },
	...{ expected: "an object", assumptions: [], explains: [] },
	example: {
		...{ check: "", target: "list", status: 200, isArrangement: false },
		...{ request: { method: "GET", path: "/" }, response },
	},
});

test("digits and prefixes are told only if they are not there by chance", () => {
	const told = (...sightings: Sighting[]) =>
		mergeSightings(sightings, [], []).map(({ actual }) => actual);
	const other = see("$.a", "another string");
	const digits = "a string of digits";
	expect(told(other, see("$.a", digits))).toEqual(["another string"]);
	expect(told(see("$.b", "another string"), see("$.a", digits))).toEqual([
		"another string",
		digits,
	]);
	const [first, ...prefixes] = ["ab_", "c-", "De_"].map((prefix) =>
		see("$.a", `a string that starts with ${prefix}`),
	);
	const again = prefixes.map((each) => ({
		...{ ...each, key: `${each.key}, too`, seen: "b" },
	}));
	expect(told(other, ...prefixes, ...again)).toHaveLength(5);
	expect(told(other, ...prefixes, first ?? other)).toEqual(["another string"]);
	const count = (others: number) =>
		mergeSightings(
			[other, ...prefixes],
			[
				new Set(prefixes.map(({ key }) => key)),
				...Array.from({ length: others }, () => new Set([other.key])),
			],
			[],
		);
	const texts = (...some: string[]) =>
		some.map((seen) => ({ ...other, seen: `${seen}-c` }));
	const page = prefixes.map((each) => ({
		...each,
		check: "a page",
		seen: "c",
	}));
	// Each page may have the same record.
	expect(told(...texts(..."abcdefghi"), ...page, ...page)).toHaveLength(1);
	expect(told(...texts("a", "b", "c"), ...page, ...page)).toHaveLength(3);
	expect(count(4)).toHaveLength(3);
	expect(count(5)).toHaveLength(1);
});

test("what the document allows is told only of a service in another style", () => {
	const found = see("$", "").example;
	const allowing = {
		...contract,
		findInExchanges: <Each>([exchange]: readonly Each[]) =>
			exchange
				? [
						{
							...{ exchange, where: "$.a", expected: "a", actual: "missing" },
							...{ assumptions: [], isAllowed: true },
						},
					]
				: [],
	};
	const tell = (...places: readonly string[]) =>
		listFindings({ contract: allowing }, [
			{
				...{ ...found, operation: "list", isVerified: true, isReadable: true },
				additional: [],
				deviations: places.map((where) => ({
					...{ where, expected: "a", actual: "b", assumptions: [] },
				})),
			},
		]).map(({ where }) => where);
	expect(tell("$.b")).toEqual([]);
	expect(tell("$.b", "$.c", "$.d", "$.e", "$.f", "$.g")).toEqual(["$.a"]);
});

test("a word that was sent under another name counts as the documented one", () => {
	const seen: Parameters<typeof contract.findInExchanges>[0][number][] = [];
	const spy = {
		...contract,
		findInExchanges: (exchanges: readonly (typeof seen)[number][]) => {
			seen.push(...exchanges);
			return [];
		},
	};
	const request = { method: "POST", path: "/" };
	const exchange = {
		...see("$", "").example,
		...{ deviations: [], additional: [], isReadable: true },
		...{ operation: "list", isVerified: true },
		request: {
			...request,
			body: '{"command":"jars.fill","args":[1],"on":"a"}',
		},
		adapted: { ...request, body: '{"data":{"type":"lids.up"},"args":[1]}' },
	};
	const sentNames = new Map([["list command", "type"]]);
	listFindings({ contract: spy, sentNames }, [exchange]);
	listFindings({ contract: spy }, [exchange]);
	expect(seen.map((each) => `${each.request.body}`)).toEqual([
		'{"command":"lids.up","args":[1]}',
		'{"args":[1]}',
	]);
});
