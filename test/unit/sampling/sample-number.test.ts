import { expect, test } from "vitest";
import { sampleNumber } from "../../../src/sampling/sample-scalars.ts";
import { createFaker } from "../../../src/values/create-faker.ts";

test.each<[object, least: number, most: number]>([
	[{ type: "integer", minimum: 3, maximum: 5 }, 3, 5],
	[{ type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 9 }, 4, 8],
	[{ type: "number", minimum: 0.3, maximum: 0.7, multipleOf: 0.1 }, 0.3, 0.7],
	[{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.01, 0.99],
	[{ type: "number", minimum: 0.07, maximum: 0.07 }, 0.07, 0.07],
	[{ type: "integer", maximum: -5 }, -5, -5],
	[{ type: "integer" }, 1, 1_001],
])("numbers of %j are between %d and %d", (schema, least, most) => {
	expect(
		[0, 1 - 2 ** -32].map((fraction) =>
			sampleNumber(
				{ ...schema },
				"",
				createFaker(() => fraction),
			),
		),
	).toEqual([least, most]);
});
