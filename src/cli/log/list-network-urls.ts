import { networkInterfaces } from "node:os";

/** Returns the URLs at which other machines reach a server that listens on all addresses; none for other hosts. */
export function listNetworkUrls(
	host: string,
	url: string,
	interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
	const isAny = host === "0.0.0.0" || host === "::";
	const addresses = Object.values(isAny ? interfaces : {})
		.flatMap((each) => each ?? [])
		// An address that begins with fe80 needs the name of an interface of the client.
		.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
		.filter(({ family }) => family === "IPv4" || host === "::");
	return addresses.map(({ address, family }) => {
		const shown = new URL(url);
		shown.hostname = family === "IPv6" ? `[${address}]` : address;
		return shown.href.replace(/\/$/, "");
	});
}
