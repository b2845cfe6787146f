import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import {
	type Verification,
	type VerifyOptions,
	verify,
} from "zaps-understudy/verify";
import type { ScratchFolder } from "../../support/scratch-folder.ts";
import { type StubServer, startStub } from "../../support/stub-server.ts";

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
	interaction(`if ${name}`, { providerStates: [{ name }], ...others });

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

/** Starts a provider that passes the surface probe and records every later request. */
export async function startProvider(
	respond: RequestListener = (_, response) => {
		response.end();
	},
): Promise<StubServer & { readonly received: ReceivedRequest[] }> {
	const received: ReceivedRequest[] = [];
	let isProbed = false;
	const stub = await startStub(async (request, response) => {
		const body = await text(request);
		const { url = "", headers } = request;
		if (!isProbed) {
			isProbed = true;
			response.end();
			return;
		}
		received.push({ url, headers, body });
		respond(request, response);
	});
	return { ...stub, received };
}

/** Verifies the only operation of the pacts in these tests. */
export const verifyPact = (
	url: string,
	pact: string,
	options: VerifyOptions = {},
): Promise<Verification> =>
	verify(url, { pacts: [pact], only: ["getHealth"], ...options });
