import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type RunResult, run } from "../support/run.ts";
import type { ScratchFolder } from "../support/scratch-folder.ts";
import { type StubServer, startStub } from "../support/stub-server.ts";
import { CLI } from "../support/understudy.ts";

type Json = Readonly<Record<string, unknown>>;

/** An interaction of somebody else's pact. */
export const interaction = (description: string, others: Json = {}): Json => ({
	type: "Synchronous/HTTP",
	description: `getHealth: ${description}`,
	request: { method: "GET", path: "/v1/health" },
	response: { status: 200 },
	...others,
});

export const stated = (name: string, others: Json = {}): Json =>
	interaction("with a state", { providerStates: [{ name }], ...others });

/** Writes the pact, and gives its path. */
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

interface Asked {
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
}

interface ProviderAnswer {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}

/** Passes the probe, and remembers what else was asked. */
export async function startProvider({
	status = 200,
	headers = {},
	body = "",
}: ProviderAnswer = {}): Promise<StubServer & { readonly asked: Asked[] }> {
	const asked: Asked[] = [];
	let isProbed = false;
	const stub = await startStub(async (request, response) => {
		const sent = await text(request);
		if (isProbed) {
			asked.push({
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
	return { ...stub, asked };
}

/** `understudy verify` of the one operation that the pacts here are about. */
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
