import {
	hasUrlCredentials,
	NO_URL_CREDENTIALS,
} from "../values/has-url-credentials.ts";
import { VerificationError } from "./verification-error.ts";

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
