const ANY_ADDRESS: Readonly<Record<string, string>> = {
	"0.0.0.0": "127.0.0.1",
	"::": "::1",
};

/** Returns the URL at which this machine reaches a server that listens on the host. */
export function serverUrl(host: string, port: number): string {
	const address = ANY_ADDRESS[host] ?? host;
	return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
