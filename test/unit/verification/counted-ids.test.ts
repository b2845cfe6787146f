import { expect, test } from "vitest";
import { listCountedIds } from "../../../src/verification/differences/counted-ids.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const see = (target: string, status: number, body: unknown) => ({
	...{ operation: target, target, check: "", status },
	...{ isArrangement: false, isVerified: true, isReadable: true },
	...{ deviations: [], additional: [] },
	request: { method: "POST", path: "/v1/command" },
	response: received(status, body),
});

const tell = (zaps: readonly unknown[], commands: readonly unknown[]) =>
	listCountedIds(contract, [
		see("listZaps", 200, { items: zaps.map((id) => ({ id })) }),
		...commands.map((id) => see("submitCommand", 202, { id })),
	]).map(({ operation, actual }) => `${operation} ${actual}`);

test("numbers that records of several kinds have as ids are told", () => {
	const told =
		"counts ids for each kind of record, so that several have the id 2";
	expect(tell([2, 3, 4], [4, 2, 3])).toEqual([
		`listZaps ${told}`,
		`submitCommand ${told}`,
	]);
	expect(tell([1, 2, 3], [3, 2, 9, 1])[0]).toContain("counts ids from 1 for");
	expect(tell([1, 2, 3], [3, 4, 5])).toEqual([]);
	expect(tell(["a1", "a2", "a3"], ["a1", "a2", "a3"])).toEqual([]);
});
