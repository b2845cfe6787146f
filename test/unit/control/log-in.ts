import type { ServedStage } from "../../support/serve-stage.ts";
import { type RawResponse, sendRawRequest } from "./raw-request.ts";

export const TOKEN = "correct-horse-battery-staple";

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Sends the token to the login route. */
export const logIn = (
	{ url }: ServedStage,
	token = TOKEN,
	headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse> =>
	sendRawRequest(url, {
		method: "POST",
		path: "/__mock/login",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify({ token }),
	});

/** Logs in. Returns the name and value of the cookie, as a browser sends them. */
export async function getCookie(stage: ServedStage): Promise<string> {
	const { "set-cookie": cookies } = (await logIn(stage)).headers;
	return cookies?.[0]?.split(";")[0] ?? "";
}
