import { afterAll } from "vitest";
import { type ServedStage, serveStage } from "./serve-stage.ts";

/** Serves a mock for the tests of a file, which is closed after them. */
export async function testStage(
	options: Parameters<typeof serveStage>[0] = {},
): Promise<ServedStage> {
	const stage = await serveStage(options);
	afterAll(() => stage[Symbol.asyncDispose]());
	return stage;
}
