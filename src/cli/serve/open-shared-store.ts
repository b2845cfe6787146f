import type { SharedMock } from "../../engine/shared-mock.ts";
import { openSharedMock } from "../../replicas/open-shared-mock.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { createClock } from "../../store/clock.ts";
import { StoreFileError } from "../../store/sqlite/database.ts";
import { attempt } from "../../values/errors.ts";
import type { ServeFlags } from "../options/serve-flags.ts";
import { readSchemas, writeSchemas } from "./store-schemas.ts";

/**
 * Returns the address and the prefix of the keys.
 * @throws StoreFileError that does not show the address, which may have credentials
 */
function readAddress(store: string): { url: string; prefix: string } {
	const url = attempt(() => new URL(store));
	// The client of Redis takes only a number as the path, and decodes the credentials.
	const isAddress =
		url &&
		/^\/?\d*$/.test(url.pathname) &&
		attempt(() => decodeURIComponent(`${url.username}:${url.password}`));
	if (!isAddress)
		throw new StoreFileError(
			'Invalid address in --store or UNDERSTUDY_STORE. Pass one like redis://user:password@host:6379/0?prefix=team, with each "%" of a password as "%25" and each "/" as "%2F".',
		);
	// A separator or a wildcard in it would name the keys of other prefixes.
	const found = /^(?:\?prefix=([\w.-]+))?$/.exec(url.search);
	if (!found)
		throw new StoreFileError(
			'Invalid parameter in the address of the store. The only one is ?prefix=<name>, with letters, digits, "_", "." and "-".',
		);
	const [, prefix = "understudy"] = found;
	url.search = "";
	return { url: url.href, prefix };
}

/**
 * Joins the store that several mocks share.
 * @throws StoreFileError for an invalid address
 * @throws StoreUnavailableError if Redis does not respond, or has the sessions of another document
 */
export const openSharedStore = async (
	{ store, dataset, seed, clock }: ServeFlags,
	document: MockDocument | undefined,
	onError: (error: unknown) => void,
): Promise<SharedMock> =>
	openSharedMock({
		...readAddress(store),
		document: writeSchemas(await readSchemas(document)),
		initial: { dataset, seed, now: createClock(clock).now() },
		onError,
	});
