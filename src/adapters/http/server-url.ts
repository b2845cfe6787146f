const ANY_ADDRESS: Readonly<Record<string, string>> = {
	"0.0.0.0": "127.0.0.1",
	"::": "::1",
};

/** Returns the URL at which this machine reaches a server that listens on the host. */
export function serverUrl(
	host: string,
	port: number,
	isSecure = false,
): string {
	const address = ANY_ADDRESS[host] ?? host;
	const scheme = isSecure ? "https" : "http";
	return `${scheme}://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
