import {
	type IncomingHttpHeaders,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	request,
} from "node:http";
import { text as readText } from "node:stream/consumers";

interface RawRequest {
	readonly method?: string;
	readonly path?: string;
	/** May include Host and Origin, which fetch does not allow. */
	readonly headers?: OutgoingHttpHeaders;
	readonly body?: string;
}

export interface RawResponse {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
}

/** Sends a raw request, as an attacker could. */
export async function sendRawRequest(
	url: string,
	{ path = "/__mock/health", body, ...options }: RawRequest = {},
): Promise<RawResponse> {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		request(url, { ...options, path, agent: false }, resolve)
			.on("error", reject)
			.end(body);
	});
	const { statusCode: status = 0, headers } = response;
	return { status, headers, text: await readText(response) };
}

/** Returns the `detail` of a problem. */
export const detailOf = ({ text }: RawResponse): string => {
	const { detail }: { detail: string } = JSON.parse(text);
	return detail;
};

/** Returns the headers that would allow a page of another origin. */
export const corsHeadersOf = ({ headers }: RawResponse): string[] =>
	Object.keys(headers).filter((name) =>
		name.startsWith("access-control-allow"),
	);
