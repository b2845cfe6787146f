import type { OptionNames } from "../values/require-options.ts";
import type { MockOptions } from "./context.ts";

export const MOCK_OPTION_NAMES: OptionNames<MockOptions> = {
	dataset: true,
	seed: true,
	clock: true,
	scenario: true,
	baseUrl: true,
	basePath: true,
	auth: true,
	rateLimit: true,
	journal: true,
	redact: true,
	sessions: "undocumented",
	sessionIdleMs: "undocumented",
	currentSession: "undocumented",
	presets: "undocumented",
	statuses: "undocumented",
	forward: true,
	allowOrigin: true,
	controlToken: "undocumented",
	loadForwarder: "undocumented",
	onError: "undocumented",
};
