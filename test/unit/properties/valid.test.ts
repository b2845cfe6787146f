import fc from "fast-check";
import { expect, test } from "vitest";
import { isNode, type Node } from "../../../src/document/node.ts";
import { createMock } from "../../../src/entries/index.ts";
import { countRuns } from "../../support/exhaustive.ts";
import { operations } from "./requests/operation-requests.ts";
import { toRequest } from "./requests/request-parts.ts";
import { parseResponse } from "./responses.ts";

const sortProperties = (object: Node): [string, unknown][] =>
	Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1));
const pickCommand = ({ command, ...rest }: Node): Node => ({
	command,
	...(Object.hasOwn(rest, "args") && { args: rest.args }),
});
const omitReceipt = ({ id: _, status, acceptedAt, ...rest }: Node): Node =>
	rest;
const listSteps = ({ steps }: Node): Node[] =>
	Array.isArray(steps) ? steps.filter(isNode) : [];

/** Returns the values that a request and the response to it must have in common. */
const echoes: Record<string, (sent: Node, received: Node) => unknown[]> = {
	submitCommand: (sent, received) => [pickCommand(sent), omitReceipt(received)],
	submitPipeline: (sent, received) => [
		listSteps(sent).map(pickCommand),
		listSteps(received).map(omitReceipt),
	],
	createZap: (sent, { id: _, createdAt, ...rest }) => [
		sortProperties(sent),
		sortProperties(rest),
	],
};

const fragment = fc.constantFrom("", "#", "#?limit=0", "#&limit=0", "#/../x");

test.each(operations)(
	"$id responds to every valid request with $successStatus, as the OpenAPI document describes, and returns unchanged what it stores, whatever the URL fragment",
	async ({ id, successStatus, valid, writes }) => {
		const mock = createMock();
		const property = fc.asyncProperty(valid, fragment, async (parts, end) => {
			const request = toRequest(parts);
			const response = await mock.fetch(
				new Request(request.url + end, request),
			);
			const { status, body } = await parseResponse(id, response);
			expect(status).toBe(successStatus);
			if (!writes) return;
			const [sent, received] =
				echoes[id]?.(JSON.parse(parts.body ?? ""), isNode(body) ? body : {}) ??
				[];
			expect(received).toBeDefined();
			// As JSON, because `toEqual` does not distinguish an own `__proto__` from the prototype.
			expect(JSON.stringify(received)).toBe(JSON.stringify(sent));
		});
		await fc.assert(property, { numRuns: countRuns(300) });
	},
);
