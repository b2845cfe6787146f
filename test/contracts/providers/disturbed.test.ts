import { expect, test } from "vitest";
import { type Verification, verify } from "zaps-understudy/verify";
import { isWhole } from "../../exhaustive/sample.ts";
import { startService } from "../../provider/server.ts";
import { startCli } from "../../support/understudy.ts";
import {
	chooseAtRandom,
	type Disturb,
	type Disturbance,
	limitRate,
	reset,
	respondInstead,
	startDisturbance,
} from "./start-disturbance.ts";

const TIMEOUT_MS = 600_000;
/** The bar is 10 runs of each kind, which take 12 minutes. */
const RUNS = isWhole ? 10 : 1;
/** One of ten may be disturbed so much that a check could not be verified. */
const MIN_COMPLETE = RUNS - Math.floor(RUNS / 10);

const atRandom =
	(share: number, ...disturbances: Disturb[]) =>
	(seed: number): Disturbance => ({
		after: chooseAtRandom(share, seed, disturbances),
	});
const gateway = [502, 503, 504].map((status) => respondInstead(status));
const limited =
	(perSecond: number, headers?: Record<string, string>) => () => ({
		before: limitRate(perSecond, respondInstead(429, headers)),
	});

/** By description, what disturbs a run with a seed, and the operations to verify. */
const kinds: Readonly<
	Record<string, readonly [(seed: number) => Disturbance, only?: string[]]>
> = isWhole
	? {
			"5 % of 500": [atRandom(0.05, respondInstead(500))],
			"5 % of 502, 503 and 504": [atRandom(0.05, ...gateway)],
			"2 % of resets": [atRandom(0.02, reset)],
			"20 requests per second": [limited(20)],
			"20 requests per second and Retry-After": [
				limited(20, { "retry-after": "1" }),
			],
		}
	: {
			"10 % of 5xx and resets": [
				atRandom(0.1, respondInstead(500), ...gateway, reset),
				["listZaps", "searchAudit"],
			],
			"5 requests per second": [limited(5), ["getHealth", "getMetrics"]],
		};

const isComplete = ({ exitCode, report }: Verification): boolean =>
	exitCode === 0 && report.interactions.every(({ passed }) => passed);

test.each(Object.entries(kinds))(
	"a conforming service is verified completely, despite %s",
	async (_, [disturb, only]) => {
		let complete = 0;
		for (let seed = 1; seed <= RUNS; seed++) {
			await using service = await startService();
			await using proxy = await startDisturbance(service.url, disturb(seed));
			const verification = await verify(proxy.url, { only });
			const { report, exitCode } = verification;
			expect(report.differences).toEqual([]);
			expect(report.summary.assumed.refuted).toBe(0);
			expect(exitCode === 0).toBe(verification.notRecordable === undefined);
			if (isComplete(verification)) complete += 1;
		}
		expect(complete).toBeGreaterThanOrEqual(MIN_COMPLETE);
	},
	TIMEOUT_MS,
);

if (isWhole)
	test(
		"the mock with a rate limit is verified completely",
		async () => {
			await using mock = await startCli(["--rate-limit", "20/s"]);
			for (let run = 0; run < RUNS; run++)
				expect(await verify(mock.url)).toSatisfy(isComplete);
		},
		TIMEOUT_MS,
	);

test.each([
	[429, "rate limit", /responded with 429\. Lift the service's rate limit/],
	[
		502,
		"outage",
		/responded with 502.* Verify again when the service is stable/,
	],
])(
	"%s in an endless %s is not verified, and refutes nothing",
	async (status, _, says) => {
		let accepted = 40;
		const disturb = respondInstead(status, { "retry-after": "3600" });
		await using service = await startService();
		await using proxy = await startDisturbance(service.url, {
			before: () => (accepted-- > 0 ? undefined : disturb),
		});
		const only = ["listZaps", "searchAudit"];
		const verification = await verify(proxy.url, { only, deadlineS: 60 });
		const { exitCode, notRecordable, notices, report } = verification;
		const { refuted } = report.summary.assumed;
		expect({ exitCode, refuted }).toEqual({ exitCode: 2, refuted: 0 });
		const head = report.assumptions.find(({ id }) => id === "methods.head");
		expect(head?.verdict).toBe("untested");
		expect(report.differences).toEqual([]);
		expect(notRecordable).toMatch(says);
		expect(notices.join(" ")).toMatch(says);
	},
	TIMEOUT_MS,
);

test(
	"5xx that only some requests receive, and always, is a difference, also of a disturbed service",
	async () => {
		const disturb = chooseAtRandom(0.1, 1, [respondInstead(503)]);
		await using service = await startService();
		await using proxy = await startDisturbance(service.url, {
			after: (status) => (status === 405 ? respondInstead(500) : disturb()),
		});
		const { exitCode, report } = await verify(proxy.url, {
			only: ["listZaps"],
		});
		const refuted = report.assumptions.filter(
			(each) => each.verdict === "refuted",
		);
		expect(exitCode).toBe(0);
		expect(refuted.map(({ id }) => id)).toEqual(["errors.method"]);
	},
	TIMEOUT_MS,
);
