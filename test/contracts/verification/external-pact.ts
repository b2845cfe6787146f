import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type RunResult, run } from "../../support/run.ts";
import type { ScratchFolder } from "../../support/scratch-folder.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";
import { CLI } from "../../support/understudy.ts";

type Json = Readonly<Record<string, unknown>>;

/** Creates an interaction of another consumer's pact. */
export const interaction = (description: string, others: Json = {}): Json => ({
	type: "Synchronous/HTTP",
	description: `getHealth: ${description}`,
	request: { method: "GET", path: "/v1/health" },
	response: { status: 200 },
	...others,
});

export const stated = (name: string, others: Json = {}): Json =>
	interaction("with a state", { providerStates: [{ name }], ...others });

/** Writes the pact and returns its path. */
export const writePact = (
	folder: ScratchFolder,
	...interactions: readonly Json[]
): Promise<string> =>
	folder.file(
		`${crypto.randomUUID()}.json`,
		JSON.stringify({
			consumer: { name: "somebody" },
			provider: { name: "somebody else" },
			interactions,
			metadata: { pactSpecification: { version: "4.0" } },
		}),
	);

interface ReceivedRequest {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

interface ProviderOptions {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}

/** Starts a provider that passes the surface probe and records every later request. */
export async function startProvider({
	status = 200,
	headers = {},
	body = "",
}: ProviderOptions = {}): Promise<
	StubServer & { readonly received: ReceivedRequest[] }
> {
	const received: ReceivedRequest[] = [];
	let isProbed = false;
	const stub = await startStub(async (request, response) => {
		const sent = await text(request);
		if (isProbed) {
			received.push({
				url: request.url ?? "",
				headers: request.headers,
				body: sent,
			});
			response.writeHead(status, headers).end(body);
		} else {
			isProbed = true;
			response.end();
		}
	});
	return { ...stub, received };
}

/** Runs `understudy verify` for the only operation of the pacts in these tests. */
export const verify = (
	url: string,
	pact: string,
	args: readonly string[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<RunResult> =>
	run(
		process.execPath,
		[CLI, "verify", url, "--pact", pact, "--only", "getHealth", ...args],
		{ env },
	);
