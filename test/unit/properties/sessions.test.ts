import fc from "fast-check";
import { expect, test } from "vitest";
import type { Control } from "../../../src/control/control.ts";
import {
	type ControlledMock,
	createControlledMock,
} from "../../support/controlled-mock.ts";
import { countRuns } from "../../support/exhaustive.ts";

const SESSIONS = ["default", "a", "b"] as const;

/** Uses one session of a mock. Returns what its user sees. */
type Use = (
	mock: ControlledMock,
	id: string,
	control: Control,
) => Promise<unknown>;

const describeUse = <Values extends unknown[]>(
	label: string,
	values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
	create: (...values: Values) => Use,
): fc.Arbitrary<Use> =>
	fc.tuple<Values>(...values).map((drawn) =>
		Object.assign(create(...drawn), {
			[fc.toStringMethod]: () => `${label}(${fc.stringify(drawn)})`,
		}),
	);

/** Sends a request with the session id in the header or in the path. */
const send =
	(isInPath: boolean, init: RequestInit, headers = {}): Use =>
	async ({ fetch }, id) => {
		const prefix = isInPath ? `/__session/${id}` : "";
		const url = `http://zaps.test${prefix}/v1/zaps?limit=100`;
		const session = isInPath ? {} : { "mock-session": id };
		const sent = { ...init, headers: { ...headers, ...session } };
		const response = await fetch(new Request(url, sent));
		return [response.status, await response.json()];
	};

const zapName = fc.stringMatching(/^[A-Za-z]{1,4}$/);
const createZap = describeUse(
	"create",
	[fc.boolean(), zapName, fc.constantFrom({}, { prefer: "scenario=empty" })],
	(isInPath, name, prefer) => {
		const body = JSON.stringify({ name });
		const headers = { "content-type": "application/json", ...prefer };
		return send(isInPath, { method: "POST", body }, headers);
	},
);
const setScenario = describeUse(
	"set scenario",
	[fc.constantFrom("normal", "empty", "empty", "broken")],
	(scenario) => (_mock, _id, control) => control.setScenario(scenario),
);
const setFault = describeUse("set fault", [fc.nat(2)], (times) => {
	const scope = { operation: "createZap", force: true, times };
	return (_mock, _id, control) =>
		times === 0
			? control.clearFaults()
			: control.setFaults([{ kind: "status", status: 500, ...scope }]);
});
const reset = describeUse(
	"reset",
	[fc.constantFrom({}, { dataset: "empty" }, { dataset: "default" })],
	(origin) => (_mock, _id, control) => control.reset(origin),
);
const replaceState = describeUse(
	"replace state",
	[fc.array(zapName, { maxLength: 3 }), fc.constantFrom("0", "3")],
	(names, century) => (_mock, _id, control) => {
		const createdAt = "2025-01-01T00:00:00.000Z";
		const zaps = names.map((name, index) => {
			const digits = String(names.length - index).padStart(25, "0");
			return { id: `zap_${century}${digits}`, name, createdAt };
		});
		return control.setState({ zaps });
	},
);
const useSnapshot = describeUse(
	"use snapshot",
	[fc.nat(3), fc.constantFrom("restore", "deleteSnapshot")],
	(choice, method) => async (_mock, _id, control) => {
		const ids = await control.snapshots();
		return control[method](ids[choice % ids.length] ?? "none");
	},
);
const others: Readonly<Record<string, Use>> = {
	snapshot: async (_mock, _id, control) => void (await control.snapshot()),
	clearRequests: (_mock, _id, control) => control.clearRequests(),
	delete: ({ control }, id) => control.deleteSession(id),
};

const use = fc.oneof(
	...[createZap, createZap, createZap, setScenario, setScenario],
	...[setFault, reset, replaceState],
	fc.boolean().map((isInPath) => send(isInPath, {})),
	useSnapshot,
	...Object.entries(others).map(([label, each]) =>
		describeUse(label, [], () => each),
	),
);
/** Uses of one or several sessions at once. */
const step = fc.uniqueArray(fc.tuple(fc.constantFrom(...SESSIONS), use), {
	...{ minLength: 1, maxLength: 2, selector: ([id]) => id },
});

const run = (mock: ControlledMock, id: string, use: Use): Promise<unknown> =>
	use(mock, id, mock.control.session(id)).catch(String);

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
