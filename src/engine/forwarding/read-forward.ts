import { validators } from "../../schemas/generated/forward-validators.ts";
import type { Forward } from "../../schemas/generated/types.ts";
import {
	hasUrlCredentials,
	NO_URL_CREDENTIALS,
	tryDecode,
} from "../../values/http.ts";
import { filterEntries, lowerNames, mapValues } from "../../values/json.ts";
import {
	describeUnknown,
	findInvalidPlaces,
	type InvalidPointer,
	MAX_PLACES,
} from "../../values/validation.ts";
import type { ForwardContext, ReadForward } from "./forwarder.ts";

const DEFAULT_TIMEOUT_MS = 30_000;
/** Headers that belong to one connection, or that the client library sets. */
const OWN_HEADERS =
	/^(connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|via|mock-.*)$/i;
const LOOPBACK = /^(localhost|127\.[0-9.]+|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** Removes the slashes at the end. */
function trimPath({ origin, pathname }: URL): string {
	let end = pathname.length;
	while (pathname[end - 1] === "/") end -= 1;
	return origin + pathname.slice(0, end);
}

const portOf = ({ port, protocol }: URL): string =>
	port || (protocol === "https:" ? "443" : "80");

function isSameServer(url: URL, own: URL): boolean {
	const isSameHost =
		url.hostname === own.hostname ||
		(LOOPBACK.test(url.hostname) && LOOPBACK.test(own.hostname));
	return isSameHost && portOf(url) === portOf(own);
}

/**
 * Returns why the mock cannot forward to the URL. The message does not repeat the URL, because it may contain a
 * password.
 */
function findUrlError(text: string, ownUrl: string | undefined) {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		return "must be an http or https URL, like http://localhost:8080";
	if (hasUrlCredentials(text)) return NO_URL_CREDENTIALS;
	if (/[?#]/.test(text)) return "must have no query and no fragment";
	if (/(^|\/)__mock(\/|$)/i.test(tryDecode(url.pathname)))
		return "must not lead to the control API of a mock";
	if (ownUrl !== undefined && isSameServer(url, new URL(ownUrl)))
		return "is the URL of this mock: pass the URL of the real service";
	return undefined;
}

function findErrors(
	{ url, only, except, headers = {} }: Forward,
	{ operations, current, ownUrl }: ForwardContext,
): InvalidPointer[] {
	const errors: InvalidPointer[] = [];
	const add = (pointer: string, detail: string | undefined): void => {
		if (detail !== undefined) errors.push({ pointer, detail });
	};
	if (url !== undefined) add("/url", findUrlError(url, ownUrl));
	else if (!current) add("/url", "is required");
	if (only && except) add("/except", "is not allowed together with only");
	// Comparing a very long list with each name would take seconds.
	for (const [list, ids = []] of Object.entries({ only, except }))
		for (const [index, id] of ids.entries())
			if (errors.length <= MAX_PLACES && !operations.includes(id))
				add(
					`/${list}/${index}`,
					describeUnknown(`operation "${id}"`, id, operations),
				);
	for (const name of Object.keys(headers))
		if (OWN_HEADERS.test(name))
			add(
				`/headers/${name}`,
				"is not allowed: the mock sets or removes this header",
			);
	return errors;
}

/** Reads settings of forwarding. Returns an error message if they are invalid. */
export const readForward: ReadForward = (given, context) => {
	// In process, an undefined property counts as omitted.
	const value: unknown =
		typeof given === "object" && given !== null
			? filterEntries({ ...given }, (_, each) => each !== undefined)
			: given;
	if (!validators.Forward(value))
		return {
			invalid: findInvalidPlaces(value, validators.Forward, MAX_PLACES + 1),
		};
	const invalid = findErrors(value, context);
	if (invalid.length > 0) return { invalid };
	const { current } = context;
	const { only, except, timeoutMs, strict } = value;
	const url =
		value.url === undefined
			? (current?.url ?? "")
			: trimPath(new URL(value.url));
	// Credentials are meant for one service, so they are not sent to another origin.
	const isSameOrigin =
		current !== undefined &&
		new URL(current.url).origin === new URL(url).origin;
	const kept = isSameOrigin ? current : undefined;
	const headers =
		value.headers &&
		mapValues(lowerNames(value.headers), (each) => each.trim());
	return {
		forward: {
			url,
			only: only && [...only],
			except: except && [...except],
			headers: headers ?? kept?.headers ?? {},
			lostHeaders: headers ? undefined : kept?.lostHeaders,
			timeoutMs: timeoutMs ?? current?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
			strict: strict ?? current?.strict ?? false,
		},
	};
};
