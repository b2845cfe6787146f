import {
	type Caller,
	findRemoteSign,
	fromFetchRequest,
	isOwnOrigin,
} from "../../engine/request/request.ts";
import { isBearerToken } from "../../values/is-bearer-token.ts";
import { ControlError } from "../control-error.ts";

const USE_TOKEN =
	"start the mock with --control-token and send the token as a bearer token.";
const TOKEN_IS_NO_HELP = "A --control-token does not allow other pages either.";

const forbidden = (reason: string) => new ControlError(403, reason);

/**
 * Rejects requests of other websites. Every browser sends `Origin` with requests that change something, and current
 * browsers send `Sec-Fetch-Site` with all requests.
 * @throws ControlError with 403
 */
function requireOwnPage({ headers }: Request): void {
	const origin = headers.get("origin");
	if (origin !== null && !isOwnOrigin(origin, headers.get("host")))
		throw forbidden(
			`A page of the origin ${origin} sent the request, and only the mock's own page may use the control API. Use the shell, a test, or the page at /__mock/. ${TOKEN_IS_NO_HELP}`,
		);
	const site = headers.get("sec-fetch-site");
	if (site !== null && site !== "same-origin" && site !== "none")
		throw forbidden(
			`A page of another origin sent the request (Sec-Fetch-Site: ${site}), and only the mock's own page may use the control API. Type the address instead of following a link. ${TOKEN_IS_NO_HELP}`,
		);
}

/** @throws ControlError with 403 */
function requireThisMachine(request: Request, caller: Caller): void {
	const sign = findRemoteSign(fromFetchRequest(request), caller);
	if (sign)
		throw forbidden(
			`${sign.fact}, and without a token only this machine may use the control API. ${sign.remedy}, or ${USE_TOKEN}`,
		);
}

const SEND_TOKEN =
	"Send the --control-token that the mock was started with, as `Authorization: Bearer <token>`.";

const unauthorized = (reason: string) => new ControlError(401, reason);

/** @throws ControlError with 401 */
function requireToken({ headers }: Request, token: string, isOpen: boolean) {
	const authorization = headers.get("authorization");
	if (authorization === null && isOpen) return;
	if (authorization === null)
		throw unauthorized(
			`The control API of this mock requires a token. ${SEND_TOKEN}`,
		);
	if (!isBearerToken(authorization, token))
		throw unauthorized(
			`The Authorization header has a wrong token. ${SEND_TOKEN}`,
		);
}

/**
 * Requires that a client may use the control API: a client on this machine or, if the mock has a token, a client with
 * the token. In browsers, only the mock's own page may use it.
 * @param isOpen whether the route is available without the token
 * @throws ControlError with 401 or 403
 */
export function requireAccess(
	request: Request,
	caller: Caller,
	token: string | undefined,
	isOpen: boolean,
): void {
	if (token === undefined) requireThisMachine(request, caller);
	else requireToken(request, token, isOpen);
	requireOwnPage(request);
}
