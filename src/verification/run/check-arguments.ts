import { hasUrlCredentials, NO_URL_CREDENTIALS } from "../../values/http.ts";
import type { Contract } from "../contract.ts";
import { VerificationError } from "../errors.ts";
import type { VerifyOptions } from "../verify-options.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the base URL without its trailing slash.
 * @throws VerificationError if it is invalid, or names another machine and `allowWrites` is false
 */
export function readBaseUrl(baseUrl: string, allowWrites: boolean): string {
	if (hasUrlCredentials(baseUrl))
		throw new VerificationError(
			`The base URL ${NO_URL_CREDENTIALS}, with --header 'Authorization: …'.`,
		);
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
		throw new VerificationError(
			`Invalid base URL "${baseUrl}". Pass one such as http://127.0.0.1:4010, with http or https and without a query.`,
		);
	if (!allowWrites && !LOOPBACK.test(url.hostname))
		throw new VerificationError(
			`${url.host} is not this machine, and the verification submits commands and creates data there. Pass --allow-writes to allow that.`,
		);
	return url.href.replace(/\/$/, "");
}

/** @throws VerificationError if an option names an operation or assumption that the contract does not have */
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
