import pactCore, { type VerifierOptions } from "@pact-foundation/pact-core";
import { errorMessage } from "../../values/errors.ts";

export type PactChildResponse =
	| { readonly results: string }
	| { readonly error: string };

async function verify(options: VerifierOptions): Promise<PactChildResponse> {
	try {
		return { results: await pactCore.default.verifyPacts(options) };
	} catch (error) {
		// Pact rejects both for failed interactions and for crashes. Only for failed interactions, the message is JSON.
		const message = errorMessage(error);
		return message.startsWith("{") ? { results: message } : { error: message };
	}
}

process.on("message", async (options: VerifierOptions) => {
	process.send?.(await verify(options));
});
process.on("disconnect", () => process.exit());
