import { readFile } from "node:fs/promises";
import { createMock } from "zaps-understudy";
import { loadDocument, type MockDocument } from "zaps-understudy/node";
import { type Verification, verify } from "zaps-understudy/verify";
import { scratchFolder } from "../support/scratch-folder.ts";
import { serveMock } from "../support/serve-mock.ts";
import { edit } from "./edits.ts";
import { startService } from "./server.ts";

const shipped = await readFile("contracts/openapi.yaml", "utf8");

/** Loads the document with the edits of these differences. */
export async function loadEdited(
	differences: readonly string[],
): Promise<MockDocument> {
	await using folder = await scratchFolder();
	const text = edit(shipped, differences);
	return await loadDocument(await folder.file("openapi.yaml", text));
}

/** Verifies whatever is there by a document, which is binding. */
export const verifyBy = (
	url: string,
	document: MockDocument,
): Promise<Verification> => verify(url, { document, strict: true });

/** Verifies a service with these differences by a document. */
export async function verifyService(
	differences: readonly string[],
	document: MockDocument,
): Promise<Verification> {
	await using service = await startService({ differences });
	return await verifyBy(service.url, document);
}

/** Verifies the mock of a document by the document. */
export async function verifyMock(
	document: MockDocument,
): Promise<Verification> {
	const mock = createMock({ document, clock: "system" });
	await using server = await serveMock(mock);
	return await verifyBy(server.url, document);
}

/** Returns the checks that failed, each with its first mismatch. */
export const listFailures = ({ report }: Verification): string[] =>
	report.interactions
		.filter(({ passed }) => !passed)
		.map(
			({ description, notVerified, mismatches: [first] }) =>
				`${description}: ${notVerified ?? `${first?.where} ${first?.message}`}`,
		);
