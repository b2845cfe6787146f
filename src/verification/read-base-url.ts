import { VerificationError } from "./verification-error.ts";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The base URL without its trailing slash.
 * @throws VerificationError where it is none, or leads away from this machine though writes were not allowed
 */
export function readBaseUrl(baseUrl: string, allowWrites: boolean): string {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
		throw new VerificationError(
			`"${baseUrl}" is no base URL. Pass one like http://127.0.0.1:4010, with http or https and without a query.`,
		);
	if (!allowWrites && !LOOPBACK.test(url.hostname))
		throw new VerificationError(
			`${url.host} is not this machine, and verifying really writes there. Pass --allow-writes if that is meant.`,
		);
	return url.href.replace(/\/$/, "");
}
