import {
	hasUrlCredentials,
	NO_URL_CREDENTIALS,
	showUrl,
} from "../../values/http.ts";
import type { Contract } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import { type Pact, showSource } from "../pact/pact-files.ts";
import type { VerifyOptions } from "../verify-options.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the base URL without its trailing slash.
 * @throws VerificationError if it is invalid, or if it names another machine and `allowWrites` is false
 */
export function readBaseUrl(baseUrl: string, allowWrites: boolean): string {
	if (hasUrlCredentials(baseUrl))
		throw new VerificationError(
			`The base URL ${NO_URL_CREDENTIALS}, with --header 'Authorization: …'.`,
		);
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
		throw new VerificationError(
			`Invalid base URL "${showUrl(baseUrl)}". Pass one such as http://127.0.0.1:4010, with http or https and without a query.`,
		);
	if (!allowWrites && !LOOPBACK.test(url.hostname))
		throw new VerificationError(
			`${url.host} is not this machine, and the verification submits commands and creates data there. Pass --allow-writes to allow that.`,
		);
	return url.href.replace(/\/$/, "");
}

/** @throws VerificationError if an option names an unknown operation or assumption */
export function rejectUnknownNames(
	{ operations, ledger }: Contract,
	{ only = [], examples = {}, used }: VerifyOptions,
): void {
	const known = operations.map(({ id }) => id);
	const options = { "--only": only, "--examples": Object.keys(examples) };
	for (const [option, names] of Object.entries(options)) {
		const unknown = names.find((name) => !known.includes(name));
		if (unknown !== undefined)
			throw new VerificationError(
				`Unknown operation "${unknown}" in ${option}. Available: ${known.join(", ")}.`,
			);
	}
	const unknown = used?.assumptions.find(
		({ id }) => !ledger.some((each) => each.id === id),
	);
	if (unknown)
		throw new VerificationError(
			`Unknown assumption "${unknown.id}" in --used. Run the tests again with this version of the package.`,
		);
}

/** @throws VerificationError if there is neither an interaction nor a probe */
export function rejectNothing(
	{ probes, unchecked = [] }: Contract,
	pacts: readonly Pact[],
	given: VerifyOptions["pacts"],
): void {
	if (pacts.some(({ interactions }) => interactions.length > 0)) return;
	if (given)
		throw new VerificationError(
			`There is nothing to verify: no interaction in ${given.map(showSource).join(", ")}. Pass another --pact.`,
		);
	if (probes.length === 0)
		throw new VerificationError(
			`There is nothing to verify: checks can send no valid request to ${unchecked[0] ?? "any operation"}${unchecked.length > 1 ? ` and ${unchecked.length - 1} more` : ""}. Give parameters and bodies valid examples in the document, or add operations that create the records of their paths.`,
		);
}
