import { request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type Verification, verify } from "zaps-understudy/verify";
import { isWhole } from "../../exhaustive/sample.ts";
import { startService } from "../../provider/server.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";
import { startCli } from "../../support/understudy.ts";

/** Sends a response instead of the service, or breaks the connection. */
type Disturb = (outgoing: ServerResponse) => void;

/** Returns the disturbance of one request, or undefined. */
type Choose = (status?: number) => Disturb | undefined;

interface Disturbance {
	/** Called before the service receives a request. */
	readonly before?: Choose;
	/** Called when the service has executed a request. */
	readonly after?: Choose;
}

const respondInstead =
	(status: number, headers: Record<string, string> = {}): Disturb =>
	(outgoing) => {
		outgoing
			.writeHead(status, { "content-type": "text/html", ...headers })
			.end("<h1>Bad Gateway</h1>");
	};
const reset: Disturb = ({ socket }) => socket?.resetAndDestroy();

/** Chooses one of the disturbances for this share of requests, always the same requests for a seed. */
function chooseAtRandom(
	share: number,
	seed: number,
	disturbances: readonly Disturb[],
): Choose {
	// Park and Miller's generator.
	let state = seed * 7919;
	const next = (): number => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
	next();
	return () =>
		next() < share
			? disturbances[Math.floor(next() * disturbances.length)]
			: undefined;
}

/** Disturbs requests beyond a number per second. */
function limitRate(perSecond: number, disturb: Disturb): Choose {
	let tokens = perSecond;
	let last = performance.now();
	return () => {
		const now = performance.now();
		tokens = Math.min(tokens + ((now - last) * perSecond) / 1000, perSecond);
		last = now;
		if (tokens < 1) return disturb;
		tokens -= 1;
		return undefined;
	};
}

/** Starts a proxy that disturbs some of the exchanges with a service. */
const startDisturbance = (
	url: string,
	{ before, after }: Disturbance,
): Promise<StubServer> =>
	startStub((incoming, outgoing) => {
		const early = before?.();
		if (early) return early(outgoing);
		const { method, headers } = incoming;
		const options = { method, headers, agent: false } as const;
		const relayed = request(`${url}${incoming.url}`, options);
		relayed.on("response", async (response) => {
			const { statusCode = 0 } = response;
			const body = await buffer(response);
			const late = after?.(statusCode);
			if (late) late(outgoing);
			else outgoing.writeHead(statusCode, response.headers).end(body);
		});
		incoming.pipe(relayed);
	});

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
