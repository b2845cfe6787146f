import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLedger } from "../../../contracts/generate/ledger.ts";
import { interactions } from "../../../contracts/interactions/index.ts";
import { writePact } from "../../../contracts/interactions/write-pact.ts";
import { recordVerdicts } from "../../../src/verification/ledger/ledger-file.ts";
import { shippedLedger } from "../../../src/verify.ts";
import { startContrary } from "../../provider/contrary/server.ts";
import { startEmpty } from "../../support/stub-server.ts";
import { contract, verifyContract } from "./built.ts";
import { scratchLedger } from "./scratch-ledger.ts";

test("an assumption recorded as confirmed is binding in the next pact", async () => {
	await using copy = await scratchLedger(await readFile(shippedLedger, "utf8"));
	const { url, close } = await startContrary({ port: 0, host: "127.0.0.1" });
	await using _ = { [Symbol.asyncDispose]: close };
	const file = join(copy.root, "pact.json");
	const only = ["getHealth"];
	const few = interactions.filter((each) =>
		each.description.startsWith("getHealth:"),
	);
	const pact = await writePact(few, await readLedger(copy.root));
	await writeFile(file, pact);
	const before = { ...contract, pact: file };
	const seen = await verifyContract(before, url, { only });
	await recordVerdicts(seen, { ledger: copy.ledger });

	const ledger = await readLedger(copy.root);
	const regenerated = await writePact(few, ledger);
	await writeFile(file, regenerated);
	const pendingOf = (text: string): unknown[] =>
		(
			JSON.parse(text) as {
				interactions: { description: string; pending: boolean }[];
			}
		).interactions
			.filter(({ description }) => description.includes("a service that is up"))
			.map(({ pending }) => pending);
	expect([pendingOf(pact), pendingOf(regenerated)]).toEqual([[true], [false]]);

	await using empty = await startEmpty();
	const after = { ...contract, pact: file, ledger };
	const codes = await Promise.all(
		[
			[before, url],
			[after, url],
			[before, empty.url],
			[after, empty.url],
		].map(async ([of, at]) => {
			const { exitCode } = await verifyContract(
				of as typeof after,
				at as string,
				{ only },
			);
			return exitCode;
		}),
	);
	expect(codes).toEqual([0, 0, 0, 1]);
});
