import { request } from "node:http";

export interface Knock {
	readonly method?: string;
	readonly path?: string;
	/** Host and Origin too, which fetch does not let one set. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
}

export interface Knocked {
	readonly status: number;
	readonly headers: NodeJS.Dict<string | string[]>;
	readonly text: string;
}

/** Asks as anything may ask that is no honest client. */
export function knock(
	url: string,
	{ method = "GET", path = "/__mock/health", headers = {}, body }: Knock = {},
): Promise<Knocked> {
	return new Promise((resolve, reject) => {
		const asked = request(
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
		asked.on("error", reject);
		asked.end(body);
	});
}

/** The sentence of a problem. */
export const detailOf = ({ text }: Knocked): string => {
	const { detail }: { detail: string } = JSON.parse(text);
	return detail;
};

/** The headers by which a page would be let in. */
export const corsHeadersOf = ({ headers }: Knocked): string[] =>
	Object.keys(headers).filter((name) =>
		name.startsWith("access-control-allow"),
	);
