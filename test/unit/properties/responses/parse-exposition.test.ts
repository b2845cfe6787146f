import { expect, test } from "vitest";
import { parseExposition } from "./parse-exposition.ts";

const HISTOGRAM = `# HELP h Some \\\\ help.
# TYPE h histogram
h_bucket{a="x",le="0.5"} 1
h_bucket{a="x",le="+Inf"} 2
h_sum{a="x"} 1.5e-7
h_count{a="x"} 2
`;

test("parses families and samples", () => {
	const families = parseExposition(
		`${HISTOGRAM}# HELP g G\n# TYPE g gauge\ng -3\n`,
	);
	expect(families.get("g")).toEqual({
		type: "gauge",
		help: "G",
		samples: [{ name: "g", labels: {}, value: -3 }],
	});
	expect(families.get("h")?.samples).toHaveLength(4);
});

test.each([
	["a last line without a line break", HISTOGRAM.trimEnd()],
	["an empty line", HISTOGRAM.replace("# TYPE", "\n# TYPE")],
	["a family without a HELP line", HISTOGRAM.replace(/^.*\n/, "")],
	["a family without a TYPE line", HISTOGRAM.replace(/# TYPE.*\n/, "")],
	["an unknown type", HISTOGRAM.replace("histogram", "chart")],
	["a duplicate family", HISTOGRAM + HISTOGRAM],
	["a duplicate series", HISTOGRAM.replace(/(h_sum.*\n)/, "$1$1")],
	["a sample of another family", HISTOGRAM.replace("h_sum", "i_sum")],
	["an unquoted label", HISTOGRAM.replace('"x"', "x")],
	["a duplicate label", HISTOGRAM.replace('a="x"', 'a="x",a="x"')],
	["a line break in a label", HISTOGRAM.replace('"x"', '"\n"')],
	["a value that is not a number", HISTOGRAM.replace("1.5e-7", "many")],
	["decreasing bounds", HISTOGRAM.replace("+Inf", "0.1")],
	["decreasing bucket counts", HISTOGRAM.replace('"0.5"} 1', '"0.5"} 3')],
	[
		"a count that differs from the last bucket",
		HISTOGRAM.replace(/2\n$/, "3\n"),
	],
	["a histogram without a sum", HISTOGRAM.replace(/h_sum.*\n/, "")],
	["a negative counter", "# HELP c C\n# TYPE c counter\nc -1\n"],
])("rejects %s", (_, exposition) => {
	expect(() => parseExposition(exposition)).toThrow();
});
