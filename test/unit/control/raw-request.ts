import { request } from "node:http";

export interface RawRequest {
	readonly method?: string;
	readonly path?: string;
	/** May include Host and Origin, which fetch does not allow. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

export interface RawResponse {
	readonly status: number;
	readonly headers: NodeJS.Dict<string | string[]>;
	readonly text: string;
}

/** Sends a raw request, as an attacker could. */
export function sendRawRequest(
	url: string,
	{
		method = "GET",
		path = "/__mock/health",
		headers = {},
		body,
	}: RawRequest = {},
): Promise<RawResponse> {
	return new Promise((resolve, reject) => {
		const sent = request(
			new URL(url),
			{ method, path, headers, agent: false },
			(response) => {
				let text = "";
				response.setEncoding("utf8");
				response.on("data", (chunk) => {
					text += chunk;
				});
				response.on("end", () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						text,
					}),
				);
			},
		);
		sent.on("error", reject);
		sent.end(body);
	});
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
