import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Ask, CONNECTIONS, headersOf } from "./bench-requests.ts";

const execute = promisify(execFile);

function script({ method, body }: Ask, headers: [string, string][]): string {
	return [
		`wrk.method = ${JSON.stringify(method)}`,
		...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
		...headers.map(
			([name, value]) =>
				`wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
		),
	].join("\n");
}

/** Whether wrk is on the PATH. */
export const hasWrk = (): Promise<boolean> =>
	// It has no option that only says its version: asked for it, it ends with 1.
	execute("wrk", ["-v"]).then(
		() => true,
		(error: { code?: unknown }) => error.code !== "ENOENT",
	);

/**
 * What autocannon does, by a generator that takes less of the machine.
 * @returns answers a second
 * @throws Error where any answer was not 2xx, or did not come
 */
export async function withWrk(
	url: string,
	ask: Ask,
	seconds: number,
	signal: AbortSignal,
): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), "understudy-wrk-"));
	try {
		const file = join(folder, "request.lua");
		await writeFile(file, script(ask, Object.entries(headersOf(ask))));
		const { stdout } = await execute(
			"wrk",
			[
				...["-t", "1", "-c", `${CONNECTIONS}`, "-d", `${seconds}s`],
				...["-s", file, `${url}${ask.path}`],
			],
			{ signal },
		);
		const bad = /Non-2xx or 3xx responses:.*|Socket errors:.*/.exec(stdout);
		const [, perSecond] = /Requests\/sec:\s*([\d.]+)/.exec(stdout) ?? [];
		if (bad || perSecond === undefined)
			throw new Error(
				`Cannot measure ${ask.operation} of ${url}: ${bad?.[0] ?? "wrk gave no rate."}`,
			);
		return Number(perSecond);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
