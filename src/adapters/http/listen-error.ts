import { errorMessage } from "../../values/errors.ts";
/** Explains why a server cannot listen, and how to fix it. */
export function listenError(error: unknown, host: string, port: number): Error {
	const code =
		error instanceof Error && "code" in error ? error.code : undefined;
	const reasons: Record<string, string> = {
		EADDRINUSE:
			"the port is in use. Stop the other server, or pass --port 0 for any free port",
		EACCES: "this user may not open the port. Pass a port above 1023",
		EADDRNOTAVAIL:
			"no interface of this machine has that address. Pass --host 127.0.0.1",
		ENOTFOUND: "the host is not known. Pass --host 127.0.0.1",
	};
	const reason =
		reasons[String(code)] ??
		`${errorMessage(error)}. Pass another --host or --port`;
	return new Error(`Cannot listen on ${host}:${port}: ${reason}.`, {
		cause: error,
	});
}
