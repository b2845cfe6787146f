import { createMismatch } from "../../src/document/judgment/blame.ts";
import { essenceOf } from "../../src/values/http.ts";
import type { Probe } from "../../src/verification/contract.ts";
import { operations } from "../generated/operations.ts";

const { getHealth, getMetrics, listZaps } = operations;

/** Probes that HEAD has the same result as GET. */
export const headProbes: readonly Probe[] = [
	getHealth,
	listZaps,
	getMetrics,
].map(({ id, path, success }) => ({
	description: `${id}: with method HEAD`,
	assumptions: ["methods.head"],
	status: success,
	async run(send) {
		// Other checks look at GET. HEAD need only be the same.
		const get = await send({ method: "GET", path });
		const head = await send({ method: "HEAD", path });
		if (head.status !== get.status)
			return [createMismatch("status", `${get.status}`, `${head.status}`)];
		const expected = get.headers["content-type"] ?? "none";
		const actual = head.headers["content-type"] ?? "none";
		return essenceOf(actual) === essenceOf(expected)
			? []
			: [createMismatch("header content-type", expected, actual)];
	},
}));
