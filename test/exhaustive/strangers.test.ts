import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Difference, verify } from "zaps-understudy/verify";
import * as aip from "../provider/strangers/aip.ts";
import * as aspnet from "../provider/strangers/aspnet.ts";
import * as django from "../provider/strangers/django.ts";
import * as enterprise from "../provider/strangers/enterprise.ts";
import * as expressTutorial from "../provider/strangers/express-tutorial.ts";
import * as fastapi from "../provider/strangers/fastapi.ts";
import * as laravel from "../provider/strangers/laravel.ts";
import * as minimalGo from "../provider/strangers/minimal-go.ts";
import * as nest from "../provider/strangers/nest.ts";
import * as rails from "../provider/strangers/rails.ts";
import { startStub } from "../support/stub-server.ts";
import { isWhole } from "./sample.ts";

/** A difference of a report. The values are regular expressions, except for the first two. */
interface Pattern {
	readonly operation: string;
	readonly where: string;
	readonly expected?: string;
	readonly actual: string;
}

/** The facts that a person without a verifier lists about a service, with their form in a report. */
interface Facts {
	readonly facts: readonly {
		readonly fact: string;
		/** Empty if no report has told it yet. */
		readonly told: readonly Pattern[];
	}[];
	/** Differences that are not true. */
	readonly untrue: readonly Pattern[];
}

const bearer = (token: string): Record<string, string> => ({
	authorization: `Bearer ${token}`,
});

/** The measured results for the services in `test/provider/strangers`: the minimum of found facts, and the maximum of false ones. */
const STRANGERS = [
	["rails", rails, bearer("development-token"), { told: 74, untrue: 0 }],
	["enterprise", enterprise, bearer(enterprise.TOKEN), { told: 83, untrue: 0 }],
	["minimal-go", minimalGo, {}, { told: 60, untrue: 0 }],
	["fastapi", fastapi, bearer("dev-token"), { told: 75, untrue: 0 }],
	["express-tutorial", expressTutorial, {}, { told: 72, untrue: 0 }],
	[
		"django",
		django,
		{ authorization: `Token ${django.TOKEN}` },
		{ told: 81, untrue: 1 },
	],
	["aspnet", aspnet, aspnet.HEADERS, { told: 87, untrue: 1 }],
	["nest", nest, nest.HEADERS, { told: 112, untrue: 0 }],
	["laravel", laravel, bearer(laravel.TOKEN), { told: 88, untrue: 0 }],
	["aip", aip, bearer(aip.TOKEN), { told: 87, untrue: 0 }],
] as const;

const readFacts = (name: string): Facts =>
	JSON.parse(
		readFileSync(
			join(import.meta.dirname, `../provider/strangers/${name}.json`),
			"utf8",
		),
	);

const isFound =
	(differences: readonly Difference[]) =>
	({ operation, where, expected = "", actual }: Pattern): boolean =>
		differences.some(
			(each) =>
				each.operation === operation &&
				each.where === where &&
				new RegExp(expected).test(each.expected) &&
				new RegExp(actual).test(each.actual),
		);

describe.each(isWhole ? STRANGERS : STRANGERS.slice(-1))(
	"a service in another style: %s",
	(name, { createService }, headers, { told, untrue }) => {
		test("its report tells as much as measured before, and nothing else that is untrue", async () => {
			const service = createService();
			let untyped = 0;
			let requests = 0;
			await using server = await startStub((request, response) => {
				requests += 1;
				if (request.headers["content-type"] === "") untyped += 1;
				void service(request, response);
			});
			const { report } = await verify(server.url, { headers });
			expect(untyped).toBe(0);
			expect(requests).toBeLessThanOrEqual(2_000);
			const vain = report.learning?.filter((each) => !each.isLearnt);
			// Each stranger tells how to create a zap, or takes the documented request.
			expect(vain?.map((each) => each.operation)).not.toContain("createZap");
			const isTold = isFound(report.differences);
			const list = readFacts(name);
			const found = list.facts.filter((each) => each.told.some(isTold));
			expect(found.length).toBeGreaterThanOrEqual(told);
			expect(list.untrue.filter(isTold).length).toBeLessThanOrEqual(untrue);
		});
	},
);
