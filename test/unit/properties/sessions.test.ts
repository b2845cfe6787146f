import fc from "fast-check";
import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import {
	type ControlledMock,
	createControlledMock,
} from "../../support/controlled-mock.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { zapsFault } from "../../support/zaps-fault.ts";

const SESSIONS = ["default", "a", "b"] as const;

const zapName = fc.stringMatching(/^[A-Za-z]{1,4}$/);
const failCreateZap = (times: number) =>
	zapsFault({ operation: "createZap", kind: "reset", times });

const zaps = fc
	.tuple(fc.array(zapName, { maxLength: 3 }), fc.constantFrom("0", "3"))
	.map(([names, century]) =>
		names.map((name, index) => {
			const digits = String(names.length - index).padStart(25, "0");
			const createdAt = "2025-01-01T00:00:00.000Z";
			return { id: `zap_${century}${digits}`, name, createdAt };
		}),
	);

/** A request that creates a zap or, without a name, lists the zaps. */
interface ZapsRequest {
	readonly isInPath: boolean;
	readonly name: string | undefined;
	readonly prefer: string;
}

const request: fc.Arbitrary<ZapsRequest> = fc.record({
	isInPath: fc.boolean(),
	name: fc.option(zapName, { freq: 4, nil: undefined }),
	prefer: fc.constantFrom("", "scenario=empty"),
});

/** The argument of each method of a control; a number is the place of a snapshot. */
const ARGUMENTS = {
	setScenario: fc.constantFrom("normal", "empty", "empty", "broken"),
	setFaults: fc.constantFrom([failCreateZap(1)], [failCreateZap(2)], []),
	reset: fc.constantFrom({}, { dataset: "empty" }, { dataset: "default" }),
	setState: fc.record({ zaps }),
	snapshot: fc.constant(undefined),
	restore: fc.nat(3),
	deleteSnapshot: fc.nat(3),
	clearRequests: fc.constant(undefined),
	deleteSession: fc.constant(undefined),
};

type Method = keyof typeof ARGUMENTS;
type Use = ZapsRequest | readonly [Method, unknown];

const use: fc.Arbitrary<Use> = fc.oneof(
	{ weight: 4, arbitrary: request },
	...Object.entries(ARGUMENTS).map(([method, values]) => ({
		weight: method === "setScenario" ? 2 : 1,
		arbitrary: fc.tuple(fc.constant(method as Method), values),
	})),
);

/** Uses of one or several sessions at once. */
const step = fc.uniqueArray(fc.tuple(fc.constantFrom(...SESSIONS), use), {
	...{ minLength: 1, maxLength: 2, selector: ([id]) => id },
});

/** Sends a request with the session id in the header or in the path. */
async function send(
	{ fetch }: ControlledMock,
	id: string,
	{ isInPath, name, prefer }: ZapsRequest,
): Promise<unknown> {
	const prefix = isInPath ? `/__session/${id}` : "";
	const sent = new Request(`http://zaps.test${prefix}/v1/zaps?limit=100`, {
		...(name && { method: "POST", body: JSON.stringify({ name }) }),
		headers: {
			"content-type": "application/json",
			prefer,
			...(!isInPath && { "mock-session": id }),
		},
	});
	const response = await fetch(sent);
	return [response.type, response.status, await response.text()];
}

async function call(
	control: Control,
	id: string,
	[method, value]: readonly [Method, unknown],
): Promise<unknown> {
	const ids = typeof value === "number" ? await control.snapshots() : [];
	const snapshot = ids[Number(value) % ids.length] ?? "none";
	const argument = typeof value === "number" ? snapshot : value;
	const sent = method === "deleteSession" ? id : argument;
	const result = await Reflect.apply(control[method], control, [sent]);
	// The id of a snapshot depends on snapshots of other sessions.
	return method === "snapshot" ? undefined : result;
}

/** Uses one session of a mock. Returns what its user sees. */
const run = (mock: ControlledMock, id: string, each: Use): Promise<unknown> =>
	("prefer" in each
		? send(mock, id, each)
		: call(mock.control.session(id), id, each)
	).catch(String);

async function readSession({ control }: ControlledMock, id: string) {
	const session = control.session(id);
	const { requests } = await session.requests();
	return {
		state: await session.state(),
		scenario: (await session.scenarios()).active,
		faults: await session.faults(),
		snapshots: (await session.snapshots()).length,
		requests: requests.map(({ session, status }) => `${session} ${status}`),
	};
}

test.each(["empty", "default"])(
	"each session that starts from the dataset %s behaves as if it were alone in a mock",
	async (dataset) => {
		let steps = 0;
		const property = fc.asyncProperty(
			fc.array(step, { minLength: 10, maxLength: 25 }),
			async (sequence) => {
				const shared = createControlledMock({ dataset });
				const alone = new Map(
					SESSIONS.map((id) => [id, createControlledMock({ dataset })]),
				);
				for (const uses of sequence) {
					const results = await Promise.all(
						uses.map(([id, each]) => run(shared, id, each)),
					);
					for (const [index, [id, each]] of uses.entries()) {
						const own = alone.get(id) ?? shared;
						expect(results[index]).toEqual(await run(own, id, each));
					}
					for (const [id, own] of alone)
						expect(await readSession(shared, id)).toEqual(
							await readSession(own, id),
						);
					steps += 1;
				}
				for (const mock of [shared, ...alone.values()]) await mock.close();
			},
		);
		await fc.assert(property, {
			numRuns: countRuns(100),
			interruptAfterTimeLimit: 20_000,
		});
		expect(steps).toBeGreaterThan(0);
	},
);
