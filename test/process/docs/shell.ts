import { chmod } from "node:fs/promises";
import { delimiter } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { run } from "../../support/run.ts";
import { runInFolder } from "../../support/run-in-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";
import { hideVarying, pointAt, readTranscript } from "./page.ts";

export const TOKEN = "open-sesame";
const env = { UNDERSTUDY_CONTROL_TOKEN: TOKEN };

/** Separates the output of two commands. */
const MARK = "=== next ===";

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Creates a folder with a shell in which `npx zaps-understudy` controls the mock at the URL. */
export async function workplace(url: string) {
	const folder = await scratchFolder();
	// Runs the command in this process, because starting Node for each takes most of the time.
	const host = await startStub(async (request, response) => {
		const words = new URLSearchParams(await text(request)).getAll("word");
		const args = [...words, "--url", url];
		const { code, stdout, stderr } = await runInFolder(folder.path, args, env);
		response.end(
			`printf %s ${quote(stderr)} >&2; printf %s ${quote(stdout)}; exit ${code}`,
		);
	});
	const shim = await folder.file(
		"npx",
		`#!/bin/sh
shift
# Only a process has a standard input.
case " $* " in *" - "*) exec '${process.execPath}' '${CLI}' "$@" --url '${url}' ;; esac
for word do
	shift
	set -- "$@" --data-urlencode "word=$word"
done
eval "$(curl -s '${host.url}' "$@")"
`,
	);
	await chmod(shim, 0o755);
	const PATH = [folder.path, process.env.PATH].join(delimiter);
	/** Runs a script in the folder. URLs of the documentation lead to the mock. */
	const shell = (script: string) =>
		run("bash", ["-c", pointAt(script, url)], {
			cwd: folder.path,
			env: { ...env, PATH },
		});
	return {
		...folder,
		shell,
		/** Runs the commands of a transcript in one shell, and expects what it shows; of `curl -i`, only the lines that it shows. */
		async expectTranscript(transcript: string, normalize = hideVarying) {
			const commands = readTranscript(transcript);
			expect(commands, transcript).not.toEqual([]);
			const script = commands.map(
				({ command }) =>
					`echo '${MARK}'; ${command.replace(/^curl (?!-sS)/, "curl -s ")} 2>&1`,
			);
			const { stdout } = await shell(script.join("\n"));
			const seen = stdout.replaceAll("\r", "").split(`${MARK}\n`).slice(1);
			expect(seen, transcript).toHaveLength(commands.length);
			for (const [index, { command, printed }] of commands.entries()) {
				const text = normalize(seen[index] ?? "").trim();
				const shown = normalize(printed.join("\n")).trim();
				if (!command.includes("curl -i")) expect(text, command).toBe(shown);
				else
					expect(text.split("\n"), command).toEqual(
						expect.arrayContaining(shown.split("\n")),
					);
			}
		},
		async [Symbol.asyncDispose]() {
			await host[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

export type Workplace = Awaited<ReturnType<typeof workplace>>;
