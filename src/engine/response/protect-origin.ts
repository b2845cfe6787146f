import { BODILESS } from "../../values/http.ts";
import type { Texts } from "../../values/json.ts";

const NOT_MODIFIED = 304;

/**
 * Media types that no browser shows as a page with scripts. Without a type, a browser may guess that a body is HTML.
 * If there are several types, it uses the last one.
 */
const HARMLESS =
	/^(application\/([\w!#$&^.-]+\+)?json|text\/plain)\s*(;[^,]*)?$/i;

/**
 * Adds `Content-Security-Policy: sandbox` to a response that a browser may show as a page. Otherwise, its scripts
 * would run in the origin of the mock, whose pages may use the control API. Does not depend on the request, because
 * browsers send its destination to some servers only, and may show fetched data as a page later.
 */
export function protectOrigin(status: number, headers: Texts): Texts {
	// After a 304, a browser shows the stored body with the new policy, but with the old type.
	const isHarmless =
		BODILESS.includes(status) || HARMLESS.test(headers["content-type"] ?? "");
	if (isHarmless && status !== NOT_MODIFIED) return headers;
	const policy = headers["content-security-policy"];
	return {
		...headers,
		"content-security-policy": policy ? `${policy}, sandbox` : "sandbox",
	};
}
