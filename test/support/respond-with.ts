import type { RequestListener } from "node:http";

/** Reads the whole request before it responds. */
export const respondWith =
	(
		status: number,
		headers: Record<string, string> = {},
		body = "",
	): RequestListener =>
	(request, response) => {
		request.resume().on("end", () => {
			response.writeHead(status, headers).end(body);
		});
	};

export const respondWithJson = (body: unknown): RequestListener =>
	respondWith(
		...([200, { "content-type": "application/json" }] as const),
		JSON.stringify(body),
	);
