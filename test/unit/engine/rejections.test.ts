import { expect, test } from "vitest";
import { createTestMock } from "./test-mock.ts";

test.each([
	[20, "20 places; see errors"],
	[50, "50 places; the first 20 are listed"],
])(
	"counts all of %i wrong places, and lists at most 20",
	async (length, text) => {
		await using mock = createTestMock();
		const steps = Array.from({ length }, () => ({}));
		const { body } = await mock.post("/v1/pipeline", { steps });
		expect(body).toMatchObject({
			detail: `The request is invalid in ${text}.`,
			errors: steps
				.slice(0, 20)
				.map((_, at) => ({ pointer: `/steps/${at}/command` })),
		});
	},
);
