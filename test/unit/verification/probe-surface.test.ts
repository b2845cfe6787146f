import { expect, test } from "vitest";
import { tryParseJson } from "../../../src/values/json.ts";
import { createObserver } from "../../../src/verification/observer.ts";
import { probeSurface } from "../../../src/verification/run/probe-surface.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

test.each([
	[
		400,
		"passed",
		"responded with 404, but with 400 to a malformed body, so it exists",
	],
	[404, "failed", "responded with 404, so it does not exist"],
])(
	"an operation that responds with 404 to its example, and with %i to a malformed body: %s",
	async (status, verdict, why) => {
		const operations = contract.operations.filter(
			({ id }) => id === "submitCommand",
		);
		const observer = createObserver(contract, async ({ body }) =>
			received(tryParseJson(`${body}`) === undefined ? status : 404, "{}"),
		);
		const surface = await probeSurface(contract, operations, {}, observer, []);
		expect(surface).toEqual([
			expect.objectContaining({ status: 404, verdict, why }),
		]);
	},
);

test("reading operations are called first, because metrics show events from the first one on", async () => {
	const methods: string[] = [];
	const observer = createObserver(contract, async ({ method }) => {
		methods.push(method);
		return received(200, "{}");
	});
	const { operations } = contract;
	const surface = await probeSurface(contract, operations, {}, observer, []);
	expect(methods).toEqual(methods.toSorted());
	expect(surface.map(({ operation }) => operation)).toEqual(
		operations.map(({ id }) => id),
	);
});
