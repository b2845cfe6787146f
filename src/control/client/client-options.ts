import { ControlError } from "../control-error.ts";
import { requireSessionName } from "../validate-arguments.ts";
import type { Server } from "./http-client.ts";

/** What a header can carry and a shell does not split. */
const TOKEN = /^[!-~]+$/;
/** A host, and what may follow it. */
const HOST = /^([A-Za-z0-9.-]+)(:[0-9]+)?(?=\/|$)/;

const refuse = (reason: string): ControlError => new ControlError(400, reason);

function resembling(text: string): string {
	const [, host = "localhost", port = ":4010"] = HOST.exec(text) ?? [];
	return `http://${host}${port}`;
}

function requireUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	// Not told again, since a password may be in it.
	if (url?.username || url?.password)
		throw refuse(
			"The URL of the mock has a user or a password in it. Leave them out, and pass what it was started with as --control-token as the token.",
		);
	if (!url || !/^https?:$/.test(url.protocol))
		throw refuse(
			`${text.includes("@") ? "That" : `"${text}"`} is no URL of a mock. Pass one like ${resembling(text)}.`,
		);
	const plain = (url.origin + url.pathname).replace(/\/+$/, "");
	if (/[?#]/.test(text))
		throw refuse(
			`The URL of the mock has a query or a fragment. Pass ${plain} without it.`,
		);
	return plain;
}

function requireToken(token: string): void {
	if (!TOKEN.test(token))
		throw refuse(
			"The token cannot be sent. Pass one of visible ASCII characters without spaces, as --control-token takes it.",
		);
}

/** @throws ControlError for a URL, a session or a token that cannot be */
export function readServer({ url, session, token, ...rest }: Server): Server {
	if (session !== undefined) requireSessionName(session);
	if (token !== undefined) requireToken(token);
	return { ...rest, url: requireUrl(url), session, token };
}
