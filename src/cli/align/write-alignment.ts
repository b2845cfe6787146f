import { readFile, realpath, rm } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { digestSource, type Source } from "../../alignment/align.ts";
import type { Texts } from "../../alignment/source-files.ts";
import { type Teaching, teachLedger } from "../../alignment/teach-ledger.ts";
import { loadDocument } from "../../service/load-document.ts";
import { attempt, errorMessage } from "../../values/errors.ts";
import { UsageError } from "../options/usage-error.ts";
import { writeOutput } from "../options/write-output.ts";

/** @throws UsageError if the file cannot be read, or is not UTF-8: other bytes would change when it is written */
async function readText(file: string): Promise<string> {
	const bytes = await readFile(file).catch((error) => {
		throw new UsageError(
			`Cannot read ${file}: ${errorMessage(error)}. Put it back, and run again.`,
			{ cause: error },
		);
	});
	try {
		const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
		return decoder.decode(bytes);
	} catch (error) {
		throw new UsageError(
			`Cannot read ${file}: it is not UTF-8. Save it as UTF-8, so that nothing else in it changes.`,
			{ cause: error },
		);
	}
}

/** Reads the document of a file, with the texts of all its files. @throws UsageError */
export async function readSource(file: string): Promise<Source> {
	const document = await loadDocument(file);
	const texts = new Map<string, string>();
	for (const each of document.files) texts.set(each, await readText(each));
	return { document, file: document.file, texts };
}

/** @throws UsageError if the file cannot be written */
const write = (file: string, text: string): Promise<void> =>
	writeOutput(file, text, {
		what: file,
		remedy: "Allow it to be written, or run without --apply.",
	});

/** @throws UsageError if the file belongs to an installed package, which the next installation would replace */
async function requireOwn(file: string): Promise<void> {
	const target = await realpath(file).catch(() => file);
	if (!/[\\/]node_modules[\\/]/.test(target)) return;
	throw new UsageError(
		`Nothing was written: a proposal edits ${file}, which belongs to a package. Copy the file into your project and refer to the copy, or leave its operations out with --only.`,
	);
}

/** What is about to be written, so that the next run can finish what a killed one has begun. */
interface Plan {
	/** The files of the document that change. */
	readonly changes: readonly {
		readonly file: string;
		readonly before: string;
		readonly after: string;
	}[];
	readonly teaching: Teaching;
}

/** Writes what an alignment has learnt. */
export interface AlignmentWriter {
	/** Finishes what a killed run has begun, unless the document has been edited since. */
	recover(): Promise<void>;
	/** Writes the files that differ from those before, and then the ledger. Returns the document as it is then. */
	write(before: Texts, after: Texts, teaching: Teaching): Promise<Source>;
	/** Writes the ledger after the last run. */
	finish(source: Source, teaching: Teaching): Promise<void>;
}

/**
 * Creates a writer of a document and its ledger.
 * @param ledger the path of the ledger; undefined if there is none
 */
export function createAlignmentWriter(
	document: string,
	ledger: string | undefined,
): AlignmentWriter {
	const journal = `${document}.align.json`;

	async function teach(source: Source, teaching: Teaching): Promise<void> {
		if (ledger === undefined) return;
		const text = await readText(ledger);
		try {
			const taught = teachLedger(text, teaching, digestSource(source));
			if (taught !== text) await write(ledger, taught);
		} catch (error) {
			throw new UsageError(
				`Cannot edit the ledger ${ledger}: ${errorMessage(error)}. Fix it, and run again.`,
				{ cause: error },
			);
		}
	}

	async function carryOut({ changes, teaching }: Plan): Promise<Source> {
		for (const { file, before, after } of changes)
			if ((await readText(file)) === before) await write(file, after);
		const source = await readSource(document).catch(async (error) => {
			let isOurs = true;
			for (const { file, before, after } of changes)
				if ((await readFile(file, "utf8").catch(() => "")) === after)
					await write(file, before);
				else isOurs = false;
			await rm(journal, { force: true });
			throw new UsageError(
				isOurs
					? `Nothing was written: with the edits, the document would be invalid. ${errorMessage(error)} Run without --apply to see the edits, and make them by hand.`
					: `Nothing was written: the document was edited meanwhile, and is invalid now. ${errorMessage(error)} Mend it, and run again.`,
				{ cause: error },
			);
		});
		await teach(source, teaching);
		await rm(journal, { force: true });
		return source;
	}

	/** @throws UsageError if a file is not one that the document may consist of, since the plan may come from elsewhere */
	async function readPlan(text: string): Promise<Plan> {
		const plan: Plan | undefined = attempt(() => JSON.parse(text));
		const found = await readSource(document).catch(() => undefined);
		const folder = dirname(resolve(document)) + sep;
		const isOwn = (file: string): boolean =>
			found?.texts.has(file) || resolve(file).startsWith(folder);
		if (attempt(() => plan?.changes.every(({ file }) => isOwn(file))) && plan)
			return plan;
		throw new UsageError(
			`Cannot finish what ${journal} says: it was not begun for this document. Delete it, and run again.`,
		);
	}

	return {
		async recover() {
			const text = await readFile(journal, "utf8").catch(() => undefined);
			if (text === undefined) return;
			const plan = await readPlan(text);
			const texts = plan.changes.map(({ file }) => readFile(file, "utf8"));
			const now = await Promise.all(texts);
			const isEdited = plan.changes.some(
				({ before, after }, index) =>
					now[index] !== before && now[index] !== after,
			);
			if (isEdited) await rm(journal);
			else await carryOut(plan);
		},
		async write(before, after, teaching) {
			const changes = [...after].flatMap(([file, text]) => {
				const known = before.get(file) ?? text;
				return known === text ? [] : [{ file, before: known, after: text }];
			});
			for (const { file } of changes) await requireOwn(file);
			const plan: Plan = { changes, teaching };
			await write(journal, JSON.stringify(plan));
			return carryOut(plan);
		},
		finish: teach,
	};
}
