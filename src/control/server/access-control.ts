import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ControlError } from "../control-error.ts";
import {
	type Caller,
	requireOwnPage,
	requireThisMachine,
} from "./caller-check.ts";

/** Decides which requests may use the control API. */
export interface AccessControl {
	/**
	 * @param isOpen whether the route is available without a token
	 * @throws ControlError with 401 or 403
	 */
	requireAccess(request: Request, caller: Caller, isOpen?: boolean): void;
	/** @returns the cookie that gives the page access @throws ControlError for a wrong token */
	logIn(request: Request, token: string): string;
}

const SEND_TOKEN =
	"Send the --control-token that the mock was started with, as `Authorization: Bearer <token>`.";

const hash = (text: string): Buffer =>
	createHash("sha256").update(text).digest();

/** Takes the same time wherever the texts differ, so that the time reveals nothing of the token. */
const isSame = (a: string, b: string): boolean =>
	timingSafeEqual(hash(a), hash(b));

const unauthorized = (reason: string): ControlError =>
	new ControlError(401, reason);

function cookieOf(request: Request, name: string): string | undefined {
	const pairs = request.headers.get("cookie")?.split(/; */) ?? [];
	return pairs
		.find((pair) => pair.startsWith(`${name}=`))
		?.slice(name.length + 1);
}

/** Allows this machine only; in its browsers, only the mock's own page. */
const localAccess: AccessControl = {
	requireAccess(request, caller) {
		requireThisMachine(request, caller);
		requireOwnPage(request);
	},
	logIn() {
		throw new ControlError(
			404,
			"This mock was started without --control-token, so there is no login. Use the control API without a token.",
		);
	},
};

/** Allows every caller that has the token; in browsers, only the mock's own page. */
function createTokenAccess(token: string): AccessControl {
	const derive = (purpose: string): string =>
		createHmac("sha256", token).update(`understudy ${purpose}`).digest("hex");
	// All ports of a host share their cookies, so the name must differ for each mock.
	const cookieName = `understudy-${derive("name").slice(0, 8)}`;
	const cookieValue = derive("pass");
	return {
		requireAccess(request, _caller, isOpen) {
			if (isOpen) return;
			const authorization = request.headers.get("authorization");
			if (authorization !== null) {
				const [, sent = ""] = /^bearer +(.*)$/i.exec(authorization) ?? [];
				if (!isSame(sent, token))
					throw unauthorized(
						`The Authorization header has a wrong token. ${SEND_TOKEN}`,
					);
			} else if (!isSame(cookieOf(request, cookieName) ?? "", cookieValue))
				throw unauthorized(
					`The control API of this mock requires a token. ${SEND_TOKEN}`,
				);
			requireOwnPage(request);
		},
		logIn(request, sent) {
			requireOwnPage(request);
			if (!isSame(sent, token))
				throw unauthorized(
					"Wrong token. Use the --control-token that the mock was started with.",
				);
			const isSecure = request.headers.get("origin")?.startsWith("https:");
			return `${cookieName}=${cookieValue}; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
		},
	};
}

export const createAccessControl = (
	token: string | undefined,
): AccessControl =>
	token === undefined ? localAccess : createTokenAccess(token);
