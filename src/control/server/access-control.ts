import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ControlError } from "../control-error.ts";
import {
	type Caller,
	requireOwnPage,
	requireThisMachine,
} from "./caller-check.ts";

/** Decides who may control the mock. */
export interface AccessControl {
	/** @throws ControlError with 401 or 403 for whoever may not */
	admit(request: Request, peer: Caller, isOpen: boolean): void;
	/** @returns the cookie that lets the page in @throws ControlError where it does not know the token */
	logIn(request: Request, token: string): string;
}

const hash = (text: string): Buffer =>
	createHash("sha256").update(text).digest();

/** Takes as long whichever character is the first that differs. */
const isSame = (a: string, b: string): boolean =>
	timingSafeEqual(hash(a), hash(b));

const refuse = (reason: string): ControlError => new ControlError(401, reason);

function cookieOf(request: Request, name: string): string | undefined {
	const pairs = request.headers.get("cookie")?.split(/; */) ?? [];
	return pairs
		.find((pair) => pair.startsWith(`${name}=`))
		?.slice(name.length + 1);
}

/** This machine, and of its browsers the mock's own page. */
const byPlace: AccessControl = {
	admit(request, peer) {
		requireThisMachine(request, peer);
		requireOwnPage(request);
	},
	logIn() {
		throw new ControlError(
			404,
			"There is nothing to log in to: the mock was started without --control-token.",
		);
	},
};

/** Whoever knows the token, from anywhere; of all pages, the mock's own. */
function byToken(token: string): AccessControl {
	const derive = (purpose: string): string =>
		createHmac("sha256", token).update(`understudy ${purpose}`).digest("hex");
	// Browsers share cookies between the ports of a host, and with them the mocks that listen there.
	const name = `understudy-${derive("name").slice(0, 8)}`;
	const pass = derive("pass");
	function requireToken(request: Request): void {
		const authorization = request.headers.get("authorization");
		if (authorization !== null) {
			const [, sent = ""] = /^bearer +(.*)$/i.exec(authorization) ?? [];
			if (isSame(sent, token)) return;
			throw refuse(
				"The Authorization header has another token than the mock was started with. Send that of --control-token, as `Authorization: Bearer <token>`.",
			);
		}
		const cookie = cookieOf(request, name);
		if (cookie === undefined || !isSame(cookie, pass))
			throw refuse(
				"Controlling this mock takes the token that it was started with. Send that of --control-token, as `Authorization: Bearer <token>`.",
			);
	}
	return {
		admit(request, _peer, isOpen) {
			if (isOpen) return;
			requireToken(request);
			requireOwnPage(request);
		},
		logIn(request, sent) {
			requireOwnPage(request);
			if (!isSame(sent, token))
				throw refuse(
					"That is not the token. Send the one that the mock was started with as --control-token.",
				);
			const isSecure = request.headers.get("origin")?.startsWith("https:");
			return `${name}=${pass}; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
		},
	};
}

export const createAccessControl = (
	token: string | undefined,
): AccessControl => (token === undefined ? byPlace : byToken(token));
