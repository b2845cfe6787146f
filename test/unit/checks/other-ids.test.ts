import { expect, test } from "vitest";
import type { OutgoingRequest } from "../../../src/verification/contract.ts";
import { receivedJson } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

/**
 * Runs the check of the page after the second one, with a service that does not know the limit.
 * @param others the number of records of others that each request adds
 */
async function check(prefix: string, others: number) {
	const ids: string[] = [];
	let requests = 0;
	const send = async ({ method }: OutgoingRequest) => {
		requests += 1;
		for (let left = others; left > 0; left--) ids.unshift(`${ids.length}`);
		if (method === "GET") {
			const items = ids.slice(0, 20).map((id) => ({ id }));
			return receivedJson({ items, nextCursor: null });
		}
		const id = `${ids.length}`;
		ids.unshift(id);
		return receivedJson({ id: prefix + id }, 201);
	};
	const call = Object.assign(
		async () =>
			JSON.parse(`${(await send({ method: "POST", path: "" })).body}`),
		{ send, nameRecords: async () => ({}) },
	);
	const probe = contract.probes.find(({ description }) =>
		description.endsWith("listZaps: the page after the second"),
	);
	const compare = () => [];
	const found = await probe?.run(send, call, compare);
	return { found, requests };
}

test("a list with other ids than the responses to new records is no list of other clients", async () => {
	const { found, requests } = await check("zaps/", 0);
	expect(found).toHaveLength(1);
	expect(requests).toBeLessThan(20);
});

test("a check ends if other clients write each time that it runs", async () => {
	await expect(check("", 1)).rejects.toThrow("Other clients write");
});
