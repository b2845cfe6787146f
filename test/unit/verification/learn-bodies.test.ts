import { expect, test } from "vitest";
import { isObject, tryParseJson } from "../../../src/values/json.ts";
import { learnBodies } from "../../../src/verification/learning/bodies/learn-bodies.ts";
import { createMemory } from "../../../src/verification/learning/values/create-memory.ts";
import { received } from "../../support/received.ts";
import { contract, operationOf } from "../../support/shipped-contract.ts";

type Asking = Parameters<typeof learnBodies>[0];
type Body = Readonly<Record<string, unknown>>;

/** Learns the bodies of commands and pipelines of a service that says what a body lacks. */
async function learn(lacks: (path: string, body: Body) => string | undefined) {
	const rejected = received(422, { detail: "No" });
	const observations = ["submitCommand", "submitPipeline"].map((target) => ({
		...{ target, status: 202, isArrangement: false, response: rejected },
		request: { method: "POST", path: operationOf(target).path },
	}));
	const bodies = await learnBodies({
		...{ contract, memory: createMemory(), examples: undefined },
		...{ requests: new Map(), mediaTypes: new Map() },
		signal: new AbortController().signal,
		observer: { observations } as unknown as Asking["observer"],
		async send(request) {
			const body: unknown = tryParseJson(`${request.body}`);
			const detail = isObject(body) ? lacks(request.path, body) : "no object";
			return detail === undefined
				? received(202, {})
				: received(422, { detail });
		},
	});
	const listRepairs = (id: string) =>
		bodies.get(id)?.repairs.map(({ kind, name }) => `${kind} ${name}`);
	return { listRepairs };
}

test("what only another operation requires is left out", async () => {
	const lack = (body: Body, ...names: readonly string[]) =>
		names
			.filter((name) => !(name in body))
			.map((name) => `'${name}' is required`)[0];
	const command = operationOf("submitCommand").path;
	const { listRepairs } = await learn((path, body) =>
		path === command
			? lack(body, "command", "target")
			: (lack(body, "steps") ??
				lack(Object(Object(body.steps)[0]), "command") ??
				lack(body, "label")),
	);
	expect(listRepairs("submitCommand")).toEqual(["set target"]);
	expect(listRepairs("submitPipeline")).toEqual(["set label"]);
	const other = await learn((path, body) =>
		path === command
			? lack(body, "command", "target")
			: lack(Object(Object(body.steps)[0]), "command"),
	);
	expect(other.listRepairs("submitPipeline") ?? []).toEqual([]);
});
