import { expect, test } from "vitest";
import { listOptionalParts } from "../../../src/verification/differences/optional-parts.ts";
import type { ComparedObservation } from "../../../src/verification/observed.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const see = (
	target: string,
	status: number,
	body: unknown,
	sent?: unknown,
): ComparedObservation => ({
	...{ operation: target, target, check: "", isArrangement: false, status },
	...{ isVerified: true, isReadable: true, deviations: [], additional: [] },
	request: { method: "POST", path: "/", body: JSON.stringify(sent) ?? "" },
	response: received(status, ""),
	documentedForm: {
		...{ status, contentType: "application/json" },
		body: JSON.stringify(body),
	},
});

const list = (
	seen: readonly ComparedObservation[],
	isTold = (_: string, where: string) => where.endsWith("told"),
) =>
	listOptionalParts(contract, seen, isTold).map(
		({ where, expected, actual }) => `${where} ${expected} ${actual}`,
	);

const search = (...items: unknown[]) =>
	see("searchAudit", 200, { items, nextCursor: null });

test("an optional property that none of many records has is told once", () => {
	const none = Array(20).fill({ id: "a" });
	expect(list([search(...none)])).toEqual(["$.items[*].detail detail missing"]);
	expect(list([search(...none.slice(1))])).toEqual([]);
	expect(list([search(...none, { id: "b", detail: {} })])).toEqual([]);
	expect(list([search(...none)], () => true)).toEqual([]);
});

test("the value that an optional property has if no request sends it is told", () => {
	const run = (steps: unknown[], sent: unknown[]) =>
		see("submitPipeline", 202, { steps }, { steps: sent });
	const [a, own] = [{ command: "a" }, { command: "a", args: { b: 1 } }];
	const seen = Array(4).fill(run([own, { ...a, args: {} }], [own, a]));
	expect(list(seen)).toEqual([
		"$.steps[*].args not documented {} if it is not sent",
	]);
	expect(list(seen.slice(3))).toEqual([]);
	expect(list([...seen, run([a], [a])])).toEqual([]);
});

test("what items have if no request sends it is told by the names of the service", () => {
	const [sent, empty] = [{ to: { b: 1 } }, { to: {} }];
	const run = (items: unknown[]) => ({
		...see("submitPipeline", 202, { steps: items }, { steps: [{}, {}] }),
		adapted: {
			...{ method: "POST", path: "/" },
			body: JSON.stringify({ steps: [sent, {}] }),
		},
	});
	expect(list([run([sent, empty]), run([sent, empty])])).toEqual([
		"$.steps[*].to not documented {} if it is not sent",
	]);
	expect(list([run([sent, empty]), run([sent, sent])])).toEqual([]);
	const { adapted: _, ...deep } = run([sent, sent]);
	const body = `{"steps":[{},{}],"a":${"[".repeat(2000)}${"]".repeat(2000)}}`;
	const request = { method: "POST", path: "/", body };
	expect(
		list([run([sent, empty]), run([sent, empty]), { ...deep, request }]),
	).toHaveLength(1);
});
