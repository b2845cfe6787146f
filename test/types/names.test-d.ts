// `tsc` compiles this file in `npm run check`. Each line after `@ts-expect-error` must not compile.

import { createControlClient } from "../../src/entries/control.ts";
import {
	type AuditRecord,
	type Command,
	type CommandRequest,
	type Config,
	createMock,
	defineConfig,
	type MockOptions,
	type Pipeline,
	type Zap,
} from "../../src/entries/index.ts";
import {
	connectMock,
	type RunOptions,
	setupMock,
} from "../../src/entries/node.ts";
import type { MockTestOptions } from "../../src/entries/vitest.ts";

defineConfig({
	flags: { dataset: "shop", scenario: "outage" },
	scenarios: {
		outage: {
			description: "Nothing can be written.",
			dataset: "shop",
			faults: [
				{ operation: "createZap", kind: "reset" },
				{ operation: "*", kind: "delay", ms: 5 },
				// @ts-expect-error a misspelled operation
				{ operation: "creatZap", kind: "reset" },
			],
		},
	},
});

defineConfig({
	datasets: {
		shop: (make) => ({ zaps: [make.zap({ name: "A" })] }),
		later: async (make) => ({ zaps: [make.zap()], commands: [] }),
		none: {},
		// @ts-expect-error an unknown collection beside a known one
		jobs: (make) => ({ zaps: [make.zap()], jobs: [make.zap()] }),
		// @ts-expect-error the same without a known one
		alone: (make) => ({ zap: [make.zap()] }),
		// @ts-expect-error the same of a promise
		soon: async (make) => ({ zaps: [make.zap()], jobs: [] }),
		// @ts-expect-error the same without a function
		now: { zaps: [], jobs: [] },
		// @ts-expect-error a property of another type
		other: (make) => ({ zaps: [make.zap({ name: 1 })] }),
	},
});
const shared: NonNullable<Config["datasets"]> = { none: {} };
defineConfig({ datasets: shared });

type BuiltIn<Options extends { dataset?: unknown; scenario?: unknown }> = [
	Extract<Options["dataset"], "large">,
	Extract<Options["scenario"], "rate-limited">,
];
type Mock = ReturnType<typeof setupMock>;
type Scenario = NonNullable<Config["scenarios"]>[string];

// A name that `string` has absorbed does not complete, and is `never` here.
["large", "rate-limited"] satisfies BuiltIn<MockOptions>;
["large", "rate-limited"] satisfies BuiltIn<RunOptions>;
["large", "rate-limited"] satisfies BuiltIn<MockTestOptions>;
["large", "rate-limited"] satisfies BuiltIn<NonNullable<Config["flags"]>>;
["large", "slow"] satisfies [
	Extract<Scenario["dataset"], "large">,
	Extract<Parameters<Mock["setScenario"]>[0], "slow">,
];
"large" satisfies Extract<
	NonNullable<Parameters<Mock["reset"]>[0]>["dataset"],
	"large"
>;
createMock({ dataset: "shop", scenario: "outage" });
const mock = setupMock({ dataset: "shop" });
const remote = await connectMock({ url: "http://127.0.0.1:4010" });
await mock.run({ dataset: "shop", scenario: "outage" }, async (own) => {
	await own.reset({ dataset: "shop" });
	await own.setScenario("outage");
});

await mock.control.addFaults([{ operation: "listZaps", kind: "reset" }]);
await mock.setFaults(await mock.control.faults());
// @ts-expect-error a misspelled operation
await mock.control.addFaults([{ operation: "listZap", kind: "reset" }]);
// @ts-expect-error the same in a session
await mock.control.session("a").countRequests({ operation: "listZap" });
// @ts-expect-error the same in another process
await remote.setFaults([{ operation: "listZap", kind: "reset" }]);

const control = createControlClient({ url: "http://127.0.0.1:4010" });
await control.addFaults([{ operation: "listZaps", kind: "reset" }]);
await control.countRequests({ operation: "GET /v1/own" });
// @ts-expect-error a misspelled operation
await control.addFaults([{ operation: "listZap", kind: "reset" }]);
// @ts-expect-error the same in a session
await control.session("a").countRequests({ operation: "listZap" });

const { zaps, commands, pipelines, audit } = await mock.state();
zaps satisfies readonly Zap[];
commands satisfies readonly Command[];
pipelines satisfies readonly Pipeline[];
audit satisfies readonly AuditRecord[];
({ command: "a" }) satisfies CommandRequest;
