import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../src/index.ts";
import { answered, kept } from "./any-answer.ts";
import { toRequest } from "./parts.ts";
import { operations } from "./requests.ts";

const bodied = operations.filter(({ schemas }) => "type" in schemas.request);

/** The bytes in pieces of so many, ending with an error where it is said to break. */
function streamed(
	whole: Uint8Array,
	size: number,
	breaks: boolean,
): ReadableStream<Uint8Array> {
	let at = 0;
	return new ReadableStream({
		pull(controller) {
			if (at < whole.length) controller.enqueue(whole.slice(at, at + size));
			else if (breaks) controller.error(new Error("The client went away"));
			else controller.close();
			at += size;
		},
	});
}

test.each(bodied)(
	"$id takes a body piece by piece, and refuses one that breaks off",
	async ({ valid, success, invalid }) => {
		const mock = createMock();
		const property = fc.asyncProperty(
			valid,
			fc.integer({ min: 1, max: 64 }),
			async (parts, size) => {
				const whole = new TextEncoder().encode(parts.body);
				const { url, method: verb, headers } = toRequest(parts);
				const send = (breaks: boolean): Promise<number> => {
					const init = {
						method: verb,
						headers,
						body: streamed(whole, size, breaks),
						duplex: "half",
					};
					return answered(mock, new Request(url, init));
				};
				expect(await send(false)).toBe(success);
				const before = await kept(mock);
				expect(await send(true)).toBe(invalid);
				expect(await kept(mock)).toEqual(before);
			},
		);
		await fc.assert(property, { numRuns: 40 });
	},
);
