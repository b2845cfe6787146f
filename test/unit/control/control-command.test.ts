import { expect, test } from "vitest";
import { withControl } from "../../../src/cli/control/control-command.ts";
import { serveStage } from "../../support/serve-stage.ts";

test("ends open event streams, which would keep the process of the command alive", async () => {
	await using stage = await serveStage();
	const flags = { url: stage.url, json: false };
	const { signal } = new AbortController();
	const events = await withControl(flags, ({ control }) =>
		control.events(signal),
	);
	await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow(
		"The connection to the mock broke.",
	);
});
