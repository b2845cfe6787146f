import { expect, test } from "vitest";
import { parseExposition } from "./prometheus.ts";

const HISTOGRAM = `# HELP h Some \\\\ help.
# TYPE h histogram
h_bucket{a="x",le="0.5"} 1
h_bucket{a="x",le="+Inf"} 2
h_sum{a="x"} 1.5e-7
h_count{a="x"} 2
`;

test("the exposition reader reads families and samples", () => {
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
	["a last line that does not end", HISTOGRAM.trimEnd()],
	["an empty line", HISTOGRAM.replace("# TYPE", "\n# TYPE")],
	["a family without help", HISTOGRAM.replace(/^.*\n/, "")],
	["a family without type", HISTOGRAM.replace(/# TYPE.*\n/, "")],
	["an unknown type", HISTOGRAM.replace("histogram", "chart")],
	["a family given twice", HISTOGRAM + HISTOGRAM],
	["a series given twice", HISTOGRAM.replace(/(h_sum.*\n)/, "$1$1")],
	["a sample of another family", HISTOGRAM.replace("h_sum", "i_sum")],
	["a label that is not quoted", HISTOGRAM.replace('"x"', "x")],
	["a label given twice", HISTOGRAM.replace('a="x"', 'a="x",a="x"')],
	["a line break within a label", HISTOGRAM.replace('"x"', '"\n"')],
	["a value that is no number", HISTOGRAM.replace("1.5e-7", "much")],
	["bounds that fall", HISTOGRAM.replace("+Inf", "0.1")],
	["buckets that count less", HISTOGRAM.replace('"0.5"} 1', '"0.5"} 3')],
	[
		"a count other than that of the last bucket",
		HISTOGRAM.replace(/2\n$/, "3\n"),
	],
	["a histogram without sum", HISTOGRAM.replace(/h_sum.*\n/, "")],
	["a counter below zero", "# HELP c C\n# TYPE c counter\nc -1\n"],
])("the exposition reader refuses %s", (_, exposition) => {
	expect(() => parseExposition(exposition)).toThrow();
});
