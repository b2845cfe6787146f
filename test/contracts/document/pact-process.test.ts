import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { loadDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { startEmpty } from "../../support/stub-server.ts";

test("verifications one after the other use one process of Pact's verifier, except those that print its log", async () => {
	const document = await loadDocument("contracts/openapi.yaml");
	await using service = await startEmpty();
	const run = (onPactOutput?: (text: string) => void) =>
		verify(service.url, {
			...{ document, only: ["getHealth"] },
			...(onPactOutput && { onPactOutput }),
		});
	await run();
	let started = 0;
	const count = () => {
		started += 1;
	};
	subscribe("child_process", count);
	try {
		const [{ report }] = [await run(), await run()];
		expect(report.interactions.length).toBeGreaterThan(0);
		expect(started).toBe(0);
		let log = "";
		await run((text) => {
			log += text;
		});
		expect(started).toBeGreaterThan(0);
		expect(log).toContain("DEBUG");
	} finally {
		unsubscribe("child_process", count);
	}
});
