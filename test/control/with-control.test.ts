import { expect, test } from "vitest";
import { withControl } from "../../src/cli/control/with-control.ts";
import { serveStage } from "./stages.ts";

test("ends all that was asked once it is done, which would keep the shell alive", async () => {
	await using stage = await serveStage();
	const flags = { url: stage.url, json: false };
	const { signal } = new AbortController();
	const events = await withControl(flags, (control) => control.events(signal));
	await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow(
		"The connection to the mock broke.",
	);
});
