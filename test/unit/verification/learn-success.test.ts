import { expect, test } from "vitest";
import { learnSuccess } from "../../../src/verification/learning/bodies/learn-success.ts";
import { applyRepairs } from "../../../src/verification/learning/rejections/repairs.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";

type Body = Readonly<Record<string, unknown>>;

/** Learns what a body needs so that the service, which accepts each, runs it without a failure. */
async function learn(
	run: (body: Body) => Body,
	documented: Body = { verb: "lend" },
) {
	const createBody = () => documented;
	let requests = 0;
	const send = async (body: unknown) => {
		requests += 1;
		return received(201, { options: {}, ...run(Object(body)) });
	};
	const repairs = await learnSuccess(
		{
			...{ createBody, send, repairs: [], knowledge: createMemory() },
			...{ wrappers: ["data"], optionalObjects: ["details"] },
		},
		await send(createBody()),
	);
	return {
		requests,
		needs: repairs?.map((each) =>
			each.kind === "set" || each.kind === "remove" ? each.only : each.kind,
		),
		body: repairs && applyRepairs(createBody(), repairs),
	};
}

test("the property is found that an accepted request needs to succeed", async () => {
	const { body, needs, requests } = await learn(({ options }) =>
		typeof Object(options).title === "string"
			? { state: "done", error: null }
			: { state: "failed", error: "title: must be a text" },
	);
	expect(body).toEqual({
		verb: "lend",
		options: { title: expect.any(String) },
	});
	expect(needs).toEqual(["with a request that succeeds"]);
	expect(requests).toBeLessThan(30);
});

test("a property is left out with which an item fails", async () => {
	const steps = [{ verb: "lend", with: { mood: "blue", hue: 4 } }];
	const { body, needs, requests } = await learn(
		({ steps }) => {
			const { hue } = Object(steps)[0].with;
			return hue === undefined
				? { steps: [{ state: "done", errors: null }] }
				: { steps: [{ state: "failed", errors: { hue: ["No such name."] } }] };
		},
		{ steps },
	);
	expect(body).toEqual({ steps: [{ verb: "lend", with: { mood: "blue" } }] });
	expect(needs).toEqual(["with a request that succeeds"]);
	expect(requests).toBeLessThan(40);
});

test("nothing is left out that the request is about", async () => {
	const steps = [{ verb: "lend" }];
	const { body } = await learn(
		({ steps }) =>
			Object(Object(steps)[0]).verb === undefined
				? { state: "done" }
				: { state: "failed", errors: { verb: ["No such verb."] } },
		{ steps },
	);
	expect(body).toBeUndefined();
});

test("nothing is learnt of a failure without a reason, or if nothing helps", async () => {
	const silent = await learn(() => ({ state: "failed" }));
	expect(silent).toEqual({ requests: 1, needs: undefined, body: undefined });
	const usual = await learn(() => ({ state: "done", error: "none at all" }));
	expect(usual.requests).toBe(1);
	const stubborn = await learn(() => ({
		...{ state: "failed", error: "the title is taken" },
	}));
	expect(stubborn.body).toBeUndefined();
	expect(stubborn.requests).toBeLessThanOrEqual(61);
});
