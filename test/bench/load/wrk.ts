import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { scratchFolder } from "../../support/scratch-folder.ts";
import {
	type BenchRequest,
	CONNECTIONS,
	createHeaders,
} from "./bench-requests.ts";

const execute = promisify(execFile);

function createScript(
	{ method, body }: BenchRequest,
	headers: [string, string][],
): string {
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
export const isWrkInstalled = (): Promise<boolean> =>
	// wrk exits with 1 even when it prints its version.
	execute("wrk", ["-v"]).then(
		() => true,
		(error: { code?: unknown }) => error.code !== "ENOENT",
	);

/**
 * Does the same as `runAutocannon`, and uses less processor time.
 * @returns responses per second
 * @throws Error if any response is not 2xx or is missing
 */
export async function runWrk(
	url: string,
	request: BenchRequest,
	seconds: number,
	signal: AbortSignal,
): Promise<number> {
	await using folder = await scratchFolder();
	const file = await folder.file(
		"request.lua",
		createScript(request, Object.entries(createHeaders(request))),
	);
	const { stdout } = await execute(
		"wrk",
		[
			...["-t", "1", "-c", `${CONNECTIONS}`, "-d", `${seconds}s`],
			...["-s", file, `${url}${request.path}`],
		],
		{ signal },
	);
	const failure = /Non-2xx or 3xx responses:.*|Socket errors:.*/.exec(stdout);
	const [, perSecond] = /Requests\/sec:\s*([\d.]+)/.exec(stdout) ?? [];
	if (failure || perSecond === undefined)
		throw new Error(
			`Cannot measure ${request.operation} of ${url}: ${failure?.[0] ?? "wrk printed no rate."}`,
		);
	return Number(perSecond);
}
