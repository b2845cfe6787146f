import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { errorMessage } from "../../values/errors.ts";
import type { GivenFlags } from "../options/serve-flags.ts";

/**
 * Reads the files of `--cert` and `--key`, as PEM text.
 * @throws Error that says why they cannot be used
 */
export async function readCertificate({
	cert: certFile,
	key: keyFile,
}: GivenFlags): Promise<{ cert: string; key: string }> {
	if (certFile === undefined || keyFile === undefined)
		throw new Error(
			"HTTPS requires --cert <file> and --key <file>. Pass both, or neither.",
		);
	try {
		const cert = await readFile(certFile, "utf8");
		const key = await readFile(keyFile, "utf8");
		if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
			throw new Error("the key belongs to another certificate");
		createSecureContext({ cert, key });
		return { cert, key };
	} catch (error) {
		throw new Error(
			`Cannot use --cert ${certFile} with --key ${keyFile}: ${errorMessage(error)}. Pass the PEM files of a certificate and of its private key, which has no passphrase.`,
			{ cause: error },
		);
	}
}
