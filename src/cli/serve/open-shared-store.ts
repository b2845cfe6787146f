import { relative } from "node:path";
import type { SharedMock } from "../../engine/shared-mock.ts";
import { openSharedMock } from "../../replicas/open-shared-mock.ts";
import type { MockDocument } from "../../service/load-document.ts";
import { createClock } from "../../store/clock.ts";
import { StoreRefusedError } from "../../store/redis/store-errors.ts";
import type { ServeFlags } from "../options/serve-flags.ts";
import { readSchemas } from "./store-schemas.ts";

const DEFAULT_PREFIX = "understudy";

/** Returns the address and the prefix of the keys. An error does not show the address, which may have credentials. */
function readAddress(store: string): { url: string; prefix: string } {
	if (!URL.canParse(store))
		throw new StoreRefusedError(
			"Invalid address in --store or UNDERSTUDY_STORE. Pass one like redis://user:password@host:6379/0?prefix=team",
		);
	const url = new URL(store);
	const { prefix = DEFAULT_PREFIX, ...others } = Object.fromEntries(
		url.searchParams,
	);
	const [unknown] = Object.keys(others);
	if (unknown !== undefined)
		throw new StoreRefusedError(
			`Unknown parameter "${unknown}" in the address of the store. The only one is prefix.`,
		);
	// A separator or a wildcard in it would name the keys of other prefixes.
	if (!/^[\w.-]+$/.test(prefix))
		throw new StoreRefusedError(
			`Invalid prefix "${prefix}" in the address of the store. Use letters, digits, "_", "." and "-" only.`,
		);
	url.search = "";
	return { url: url.href, prefix };
}

/** Returns the names and the schemas of the collections of a document. */
const listSchemas = async (document: MockDocument | undefined) =>
	JSON.stringify(Object.entries(await readSchemas(document)).sort());

/**
 * Joins the store that several mocks share.
 * @throws StoreRefusedError for an invalid address
 * @throws StoreUnavailableError if Redis does not respond, or has the sessions of another document
 */
export async function openSharedStore(
	{ store, dataset, seed, clock }: ServeFlags,
	document: MockDocument | undefined,
	onError: (error: unknown) => void,
): Promise<SharedMock> {
	return openSharedMock({
		...readAddress(store),
		document: await listSchemas(document),
		initial: { dataset, seed, now: createClock(clock).now() },
		onError,
	});
}

/**
 * Requires that a document has the collections of the one that a shared store has the sessions of.
 * @throws StoreRefusedError if it has others
 */
export async function requireSameCollections(
	{ store }: ServeFlags,
	before: MockDocument | undefined,
	after: MockDocument | undefined,
): Promise<void> {
	if ((await listSchemas(before)) === (await listSchemas(after))) return;
	const { prefix } = readAddress(store);
	throw new StoreRefusedError(
		`Cannot follow ${after ? relative("", after.file) : "the document of the package"}: its collections have other schemas than those of the store "${prefix}", which other mocks may use. Restart the mock with another ?prefix=<name> in the address of the store.`,
	);
}
