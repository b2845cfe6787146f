import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import {
	alignSchemas,
	compareSchemas,
	mutateSchemas,
	verifySchemas,
} from "../schemas/generated/commands.ts";
import { errorMessage } from "../values/errors.ts";
import { VerificationError } from "../verification/errors.ts";
import { FILE_FORMATS } from "../verification/verify-options.ts";
import {
	collect,
	type OptionReader,
	type OptionReaders,
} from "./options/add-options.ts";
import type { CommandSpec } from "./options/create-command.ts";
import { readHeader, readText } from "./options/read-text.ts";
import { FlagValueError, UsageError } from "./options/usage-error.ts";
import type {
	AlignFlags,
	CompareFlags,
	MutateFlags,
	VerifyFlags,
} from "./verify/verify-flags.ts";

/** Reads a certificate as PEM text. */
function ca(file: string): string {
	try {
		const text = readFileSync(file, "utf8");
		void new X509Certificate(text);
		return text;
	} catch (error) {
		throw new FlagValueError(
			`Cannot read a certificate: ${errorMessage(error)}. Pass a PEM file that begins with -----BEGIN CERTIFICATE-----.`,
		);
	}
}

const CHOICES = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Creates the reader of `--report <format>=<file>`. The format `github` takes no file. */
const createReportReader =
	(...formats: readonly string[]): OptionReader =>
	(value) => {
		const [, format = "", file] = /^([^=]*)=(.+)$/.exec(value) ?? [
			value,
			value,
		];
		const isKnown = formats.includes(format);
		if (isKnown && (file === undefined) === (format === "github"))
			return { format, file };
		const choices = formats.map((each) =>
			each === "github" ? each : `${each}=<file>`,
		);
		throw new FlagValueError(`Pass ${CHOICES.format(choices)}.`);
	};

function apply(value: string): "certain" {
	if (value !== "certain")
		throw new FlagValueError(
			"Pass --apply certain, or --apply without a word for all proposals. Put the base URL first: align <base-url> --apply",
		);
	return value;
}

function wait(value: string): unknown {
	if (/^https?:/i.test(value))
		throw new FlagValueError(
			"--wait takes the word after it as its number. Put the base URL first: verify <base-url> --wait",
		);
	return readText(value, { type: "integer", minimum: 1, maximum: 86_400 });
}

/** Readers for the options that describe access to a service. */
const ACCESS_READERS: OptionReaders = { header: collect(readHeader), ca };

/** Readers for the shared flags that are neither numbers nor texts. */
const SERVICE_READERS: OptionReaders = {
	...ACCESS_READERS,
	only: collect(String),
	wait,
};

/** A command that judges a real service. Its result is the exit code. */
interface ServiceCommandSpec<Flags extends object> extends CommandSpec {
	judge(flags: Flags, baseUrl: string): Promise<number>;
}

/** Completes a command: the errors that explain why the service could not be judged are errors of usage. */
const onService = <Flags extends object>({
	judge,
	...spec
}: ServiceCommandSpec<Flags>): CommandSpec<Flags> => ({
	arguments: ["the base URL of the service"],
	...spec,
	async run(flags, baseUrl = "") {
		process.exitCode = await judge(flags, baseUrl).catch((error) => {
			throw error instanceof VerificationError
				? new UsageError(error.message, { cause: error })
				: error;
		});
	},
});

// What the commands run is imported when it is needed, because it is slow to load.

export const VERIFY: CommandSpec = onService<VerifyFlags>({
	usage: "verify <base-url>",
	description:
		"Verify that a real service behaves like the mock, and list the assumptions that it confirms or refutes.",
	options: verifySchemas,
	readers: {
		...SERVICE_READERS,
		pact: collect(String),
		report: collect(createReportReader(...FILE_FORMATS, "github")),
	},
	help: `Exit codes: 0 every binding check passed, 1 a binding check failed,
2 something could not be verified.`,
	examples: [
		"understudy verify http://127.0.0.1:8080",
		"understudy verify http://127.0.0.1:8080 --strict --report junit=reports/contract.xml",
		"understudy verify https://staging.example --allow-writes --header 'Authorization: Bearer …'",
		"understudy verify http://127.0.0.1:8080 --record --provider-version 1.4.2",
		"understudy verify http://127.0.0.1:8080 --used used-assumptions.json",
	],
	async judge(flags, baseUrl) {
		const { runVerification } = await import("./verify/run-verification.ts");
		return runVerification(baseUrl, flags);
	},
});

export const COMPARE: CommandSpec = onService<CompareFlags>({
	usage: "compare <base-url>",
	description:
		"Play random sequences of requests on the mock and on a real service, and show the shortest ones to which they respond differently.",
	options: compareSchemas,
	readers: {
		...ACCESS_READERS,
		report: collect(createReportReader("json", "markdown", "github")),
	},
	help: `Exit codes: 0 enough responses agree, 1 fewer than --min, 2 the comparison could not tell.`,
	examples: [
		"understudy compare http://127.0.0.1:8080",
		"understudy compare http://127.0.0.1:8080 --time 300s --min 0.98 --report json=reports/comparison.json",
		"understudy compare http://127.0.0.1:8080 --replay reports/comparison.json",
		"understudy compare https://staging.example --allow-writes --concurrency 8 --header 'Authorization: Bearer …'",
	],
	async judge(flags, baseUrl) {
		const { runCompare } = await import("./compare/run-compare.ts");
		return runCompare(baseUrl, flags);
	},
});

export const ALIGN: CommandSpec = onService<AlignFlags>({
	usage: "align [base-url]",
	arguments: [
		"the base URL of the service; with --traffic, only if the file has requests to several",
	],
	description:
		"Learn from a real service: propose edits of your document and your ledger, so that the mock behaves like the service.",
	options: alignSchemas,
	readers: {
		...SERVICE_READERS,
		apply,
		report: collect(createReportReader("json", "markdown")),
	},
	help: `Exit codes: 0 there is nothing to learn, 1 edits were proposed, 2 the service could not be judged.`,
	examples: [
		"understudy align http://127.0.0.1:8080",
		"understudy align http://127.0.0.1:8080 --apply certain",
		"understudy align https://staging.example --allow-writes --apply --report json=aligned.json",
		"# from what a client did anyway; nothing is sent",
		"understudy align --traffic recorded.har",
	],
	async judge(flags, baseUrl) {
		const { runAlignment } = await import("./align/run-alignment.ts");
		return runAlignment(baseUrl || undefined, flags);
	},
});

export const MUTATE: CommandSpec = onService<MutateFlags>({
	usage: "mutate <base-url>",
	description:
		"Measure how many defects the contract detects: change the responses of a passing service, one defect at a time.",
	options: mutateSchemas,
	readers: { ...SERVICE_READERS, report: createReportReader("json") },
	help: `Exit codes: 0 enough mutants were killed, 1 fewer than --min, 2 the contract could not be measured.`,
	examples: [
		"understudy mutate http://127.0.0.1:8080",
		"understudy mutate http://127.0.0.1:8080 --min 95 --report json=reports/mutants.json",
		"understudy mutate http://127.0.0.1:8080 --document openapi.yaml --only getHealth",
	],
	async judge(flags, baseUrl) {
		const { runMutation } = await import("./run-mutation.ts");
		return runMutation(baseUrl, flags);
	},
});
