import { expect, test } from "vitest";
import { tryStates } from "../../../src/verification/learning/lists/try-states.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

test("words that records have got since are tried as values of a condition", async () => {
	const paths: string[] = [];
	const rule = {
		...{ where: "request query status", expected: "any text" },
		actual: 'only some values, such as "open"; other texts are rejected',
		example: {
			request: { method: "GET", path: "/v1/zaps" },
			response: received(200, {}),
		},
	};
	const lists = new Map([["listZaps", { conditions: [], seen: [rule] }]]);
	const found = await tryStates(
		contract,
		lists,
		(path, name) =>
			`${path} ${name}` === "/v1/zaps status" ? ["open", "shut", "lost"] : [],
		async (_, { path }) => {
			paths.push(path);
			return received(path.endsWith("=shut") ? 200 : 400, {});
		},
	);
	expect(paths).toEqual(["/v1/zaps?status=shut", "/v1/zaps?status=lost"]);
	expect(found.get("listZaps")?.seen.map(({ actual }) => actual)).toEqual([
		'only some values, such as "open", "shut"; other texts are rejected',
	]);
});
