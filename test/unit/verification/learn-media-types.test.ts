import { expect, test } from "vitest";
import {
	changeMediaType,
	learnMediaTypes,
	withMediaTypes,
} from "../../../src/verification/learning/bodies/learn-media-types.ts";
import type { Observation } from "../../../src/verification/observer.ts";
import { buildRequest } from "../../../src/verification/operations.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const MEDIA_TYPE = "application/vnd.books+json";

const [operation] = contract.operations.filter(({ id }) => id === "createZap");
if (!operation) throw new Error("The document has no createZap.");

/** An exchange of a check with a service that rejects the documented media type. */
const observe = (text: string): Observation => ({
	...{ check: "a", target: operation.id, status: 201, isArrangement: false },
	request: buildRequest(
		operation,
		contract.createValidRequest("createZap", []),
	),
	response: received(415, text),
});

test.each([
	["names", `Send ${MEDIA_TYPE} instead.`, MEDIA_TYPE],
	["does not name", "Send something else.", undefined],
	["names and rejects", "Send application/other+json.", undefined],
])("the media type that a rejection %s", async (_, text, expected) => {
	const sent: unknown[] = [];
	const learnt = await learnMediaTypes(
		contract,
		{ observations: [observe(text)] },
		async ({ headers }) => {
			sent.push(headers?.["content-type"]);
			return headers?.["content-type"] === MEDIA_TYPE
				? received(422, "{}")
				: received(415, text);
		},
	);
	expect(learnt.get("createZap")?.mediaType).toBe(expected);
	expect(sent.length).toBeLessThanOrEqual(1);
	const built = withMediaTypes(contract, learnt).operations.map((each) =>
		buildRequest(each, { body: {} }),
	);
	const types = built.map(({ headers }) => headers?.["content-type"]);
	expect(types.filter((each) => each === MEDIA_TYPE)).toHaveLength(
		expected ? 1 : 0,
	);
});

test("a request without a body gets no media type", () => {
	const request = { method: "GET", path: "/v1/zaps" };
	expect(changeMediaType(request, "application/json", MEDIA_TYPE)).toEqual(
		request,
	);
});
