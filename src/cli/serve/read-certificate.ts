import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { attempt, errorMessage } from "../../values/errors.ts";
import type { GivenFlags } from "../options/serve-flags.ts";

const fail = (flag: string, file: string, reason: string): never => {
	throw new Error(`Cannot use --${flag} ${file}: ${reason}`);
};

const readPem = (flag: string, file: string): Promise<string> =>
	readFile(file, "utf8").catch((error) =>
		fail(flag, file, `${errorMessage(error)}. Pass a PEM file.`),
	);

/**
 * Reads the files of `--cert` and `--key`, as PEM text.
 * @throws Error that says which file cannot be used, and why
 */
export async function readCertificate({
	cert: certFile,
	key: keyFile,
}: GivenFlags): Promise<{ cert: string; key: string }> {
	if (certFile === undefined || keyFile === undefined)
		throw new Error(
			"HTTPS requires --cert <file> and --key <file>. Pass both, or neither.",
		);
	const cert = await readPem("cert", certFile);
	const key = await readPem("key", keyFile);
	const certificate =
		attempt(() => new X509Certificate(cert)) ??
		fail(
			"cert",
			certFile,
			"it has no certificate. Pass a PEM file that begins with -----BEGIN CERTIFICATE-----.",
		);
	const privateKey =
		attempt(() => createPrivateKey(key)) ??
		fail(
			"key",
			keyFile,
			"it has no private key without a passphrase. Pass a PEM file that begins with -----BEGIN PRIVATE KEY-----.",
		);
	if (!certificate.checkPrivateKey(privateKey))
		fail(
			"key",
			keyFile,
			`it is not the private key of the certificate in ${certFile}. Pass two files that were made together.`,
		);
	try {
		createSecureContext({ cert, key });
	} catch (error) {
		fail("cert", certFile, `${errorMessage(error)}. Make another certificate.`);
	}
	return { cert, key };
}
