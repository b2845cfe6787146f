import { expect, test } from "vitest";
import {
	createRejectionTraces,
	createSuccessTraces,
} from "../../../src/verification/learning/effects/describe-traces.ts";
import { watchTrail } from "../../../src/verification/learning/effects/record-source.ts";
import type { Values } from "../../../src/verification/learning/values/record-values.ts";
import { received } from "../../support/received.ts";

const createTried = (sent: Values, status: number, body: unknown) => ({
	request: { method: "POST", path: "/loans", body: JSON.stringify(sent) },
	response: received(status, JSON.stringify(body)),
	isTaken: status < 300,
});

const trace = (
	sent: Values,
	[status, body]: readonly [number, unknown],
	...records: readonly Values[]
) => ({
	tried: createTried(sent, status, body),
	left: new Map([["listEvents", records]]),
});

const tell = (...traces: ReturnType<typeof trace>[]) =>
	createSuccessTraces({ recorded: "loan.made" }, [], traces).map(
		({ expected, actual }) => [expected, actual],
	);

const LOAN = "loan-77";

test("values of records are told by those of the request and the response", () => {
	expect(
		tell(
			trace(
				{ book: 12345678, title: "Jam", kind: "lend" },
				[201, { id: LOAN, clerk: { id: 5 } }],
				{
					...{ clerkId: 5, id: "e-1", at: "2026-01-01T00:00:00Z", ms: 12 },
					...{ event: "lent", about: { loanId: LOAN, bookId: 12345678 } },
					...{ userId: null, isLate: false, name: "Jam", ids: [LOAN] },
				},
			),
		),
	).toEqual([
		[
			'leaves a record with "loan.made"',
			'leaves a record of listEvents with clerkId the id of clerk of the response, event "lent", about.loanId the id of the response, about.bookId the book of the request, userId null, isLate false, name the title of the request, ids an array with the id of the response',
		],
	]);
});

test("records of several words are told once, and those of the same kind are counted", () => {
	const act = (kind: string) =>
		trace(
			{ kind },
			[200, {}],
			{ event: `loan.${kind}` },
			{ event: "seen" },
			{ event: "seen" },
		);
	expect(tell(act("lend"), act("return")).map(([, actual]) => actual)).toEqual([
		'leaves 3 records of listEvents: one with event "loan.lend" or "loan.return"; 2 with event "seen"',
	]);
});

test("only another record than the documented one is told, and each of a rejection", () => {
	const documented = { event: "loan.made" };
	expect(tell(trace({}, [201, {}], documented))).toEqual([]);
	expect(
		tell(trace({}, [201, {}], documented, { event: "seen" })),
	).toHaveLength(1);
	expect(createRejectionTraces([], trace({}, [201, {}], documented))).toEqual(
		[],
	);
	const [rule] = createRejectionTraces([], trace({}, [404, {}], documented));
	expect([rule?.expected, rule?.actual]).toEqual([
		"leaves no record of a request that it rejects with 404",
		'leaves a record of listEvents with event "loan.made"',
	]);
});

test("the records that a list has after a request are its own, unless all are others", async () => {
	const watch = async (before: Values[], after: Values[], status = 200) => {
		const pages = [before, after];
		const readTrails = async () =>
			new Map([["listEvents", pages.shift() ?? []]]);
		const found = await watchTrail({ readTrails }, async () =>
			createTried({}, status, {}),
		);
		return found && [...found.left.values()].flat();
	};
	expect(await watch([{ id: 1 }], [{ id: 2 }, { id: 1 }])).toEqual([{ id: 2 }]);
	expect(await watch([], [{ id: 2 }])).toEqual([{ id: 2 }]);
	expect(await watch([{ id: 1 }], [{ id: 2 }])).toEqual([]);
	const startMs = performance.now();
	await watch([], [], 202);
	expect(performance.now() - startMs).toBeGreaterThan(200);
});

test("what an earlier request leaves late is not that of the next one", async () => {
	const records: { id: number }[] = [{ id: 0 }];
	let sent = 0;
	const act = async () => {
		const id = ++sent;
		setTimeout(() => records.push({ id }), 20);
		return {
			request: { method: "POST", path: "/" },
			response: received(202, "{}"),
			isTaken: true,
		};
	};
	await act();
	const readTrails = async () => new Map([["list", [...records]]]);
	const trace = await watchTrail({ readTrails, isLate: true }, act);
	expect(trace?.left.get("list")).toEqual([{ id: 2 }]);
});
