import type { Socket } from "node:net";
import { Problem } from "./problems.ts";

/** The statuses by error code of Node's parser. Others are 400. */
const STATUSES: Readonly<Record<string, number>> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Responds to a malformed request with a problem and closes the connection. */
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
