import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import {
	type Verification,
	type VerifyOptions,
	verify,
} from "zaps-understudy/verify";
import type { ScratchFolder } from "../../support/scratch-folder.ts";
import { startStub } from "../../support/stub-server.ts";

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
): Promise<string> => {
	const pact = {
		...{ consumer: { name: "somebody" }, provider: { name: "somebody else" } },
		...{ interactions, metadata: { pactSpecification: { version: "4.0" } } },
	};
	return folder.file(`${crypto.randomUUID()}.json`, JSON.stringify(pact));
};

/** Starts a provider that passes the surface probe and records every later request. */
export async function startProvider(
	respond: RequestListener = (_, response) => {
		response.end();
	},
) {
	const received: { url: string; headers: object; body: string }[] = [];
	let isProbed = false;
	const stub = await startStub(async (request, response) => {
		const body = await text(request);
		const { url = "", headers } = request;
		if (isProbed) {
			received.push({ url, headers, body });
			respond(request, response);
		} else response.end();
		isProbed = true;
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
