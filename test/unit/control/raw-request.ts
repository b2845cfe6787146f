import { Agent } from "undici";
import type { ServedStage } from "../../support/serve-stage.ts";

const agent = new Agent();

/** The maximum number of headers that Node reads by default. It drops all later ones. */
export const MANY_HEADERS: Readonly<Record<string, string>> =
	Object.fromEntries(
		Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, ""]),
	);

/**
 * Sends a request, as an attacker could.
 * @param line the method and the target, which may have a host
 * @param headers may include Host and Origin, which fetch does not allow
 */
export async function sendRawRequest(
	{ url: origin }: Pick<ServedStage, "url">,
	line = "GET /__mock/health",
	headers: Readonly<Record<string, string>> = {},
	body: string | null = null,
) {
	const [method = "", path = ""] = line.split(" ");
	const options = { origin, method, path, headers: { ...headers }, body };
	const response = await agent.request({ ...options, reset: true });
	return {
		status: response.statusCode,
		headers: response.headers,
		text: await response.body.text(),
		/** The headers that would allow a page of another origin. */
		cors: Object.keys(response.headers).filter((name) =>
			name.startsWith("access-control-allow"),
		),
	};
}
