import type { Socket } from "node:net";
import { Problem } from "./problems.ts";

/** What Node's parser found, by the codes of its errors; all else is 400. */
const STATUSES: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are no request, so that even they are answered with a problem, and hangs up. */
export function answerClientError(
	error: Error & { readonly code?: string },
	socket: Socket,
): void {
	if (error.code === "ECONNRESET" || !socket.writable) return;
	const status = STATUSES[error.code ?? ""] ?? 400;
	const problem = new Problem(status, "These bytes are no HTTP request.");
	const { title } = problem.toJSON();
	const body = JSON.stringify(problem);
	socket.end(
		[
			`HTTP/1.1 ${status} ${title}`,
			"Connection: close",
			"Content-Type: application/problem+json",
			`Content-Length: ${body.length}`,
			"",
			body,
		].join("\r\n"),
	);
}
