import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../../src/index.ts";
import { operationsWithBody } from "./requests/operation-requests.ts";
import { toRequest } from "./requests/request-parts.ts";
import { countRecords } from "./responses/count-records.ts";
import { sendAnyRequest } from "./responses/send-any-request.ts";

/** Streams the bytes in chunks of this size, and ends with an error if `breaks` is set. */
function streamBody(
	bytes: Uint8Array,
	size: number,
	breaks: boolean,
): ReadableStream<Uint8Array> {
	let offset = 0;
	return new ReadableStream({
		pull(controller) {
			if (offset < bytes.length)
				controller.enqueue(bytes.slice(offset, offset + size));
			else if (breaks)
				controller.error(new Error("The client closed the connection"));
			else controller.close();
			offset += size;
		},
	});
}

test.each(operationsWithBody)(
	"$id accepts a body in chunks and rejects a body that breaks off",
	async ({ valid, successStatus, invalidStatus }) => {
		const mock = createMock();
		const property = fc.asyncProperty(
			valid,
			fc.integer({ min: 1, max: 64 }),
			async (parts, size) => {
				const bytes = new TextEncoder().encode(parts.body);
				const { url, method, headers } = toRequest(parts);
				const send = (breaks: boolean): Promise<number> => {
					const init = {
						method,
						headers,
						body: streamBody(bytes, size, breaks),
						duplex: "half",
					};
					return sendAnyRequest(mock, new Request(url, init));
				};
				expect(await send(false)).toBe(successStatus);
				const before = await countRecords(mock);
				expect(await send(true)).toBe(invalidStatus);
				expect(await countRecords(mock)).toEqual(before);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	},
);
