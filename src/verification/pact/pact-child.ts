import pactCore from "@pact-foundation/pact-core";
import { errorMessage } from "../../values/error-message.ts";

/** What the parent asks for, and what it is told. */
export interface PactChildRequest {
	readonly providerBaseUrl: string;
	readonly providerStatesSetupUrl: string;
	readonly provider: string;
	readonly file: string;
	readonly timeoutMs: number;
	readonly debug: boolean;
}

export type PactChildAnswer =
	| { readonly results: string }
	| { readonly error: string };

async function verify({
	file,
	timeoutMs,
	debug,
	...options
}: PactChildRequest): Promise<PactChildAnswer> {
	try {
		const results = await pactCore.default.verifyPacts({
			...options,
			pactUrls: [file],
			providerStatesSetupBody: true,
			providerStatesSetupTeardown: true,
			timeout: timeoutMs,
			logLevel: debug ? "debug" : "error",
		});
		return { results };
	} catch (error) {
		// Failures and crashes are told alike; only the former are told as JSON.
		const message = errorMessage(error);
		return message.startsWith("{") ? { results: message } : { error: message };
	}
}

process.on("message", async (request: PactChildRequest) => {
	process.send?.(await verify(request));
});
process.on("disconnect", () => process.exit());
