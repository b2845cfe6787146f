import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
	defineConfig,
	type TestProjectInlineConfiguration,
} from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files share a worker and its modules, so that each module loads once. */
const SHARED = { pool: "threads", isolate: false } as const;
/** For files that change the working directory, run Pact, or share a browser. */
const SHARED_FORKS = { pool: "forks", isolate: false } as const;

/** Each project sets the value itself, because it reads the shared options again, without the mode. */
const EXHAUSTIVE = {
	...SHARED_FORKS,
	provide: { exhaustive: true },
	testTimeout: 120_000,
} as const;

/**
 * Runs one project after another, in the order below, each with its files in random
 * order. Vitest shuffles the files of all projects together, and starts a new worker
 * where the next file is of another project.
 */
class ProjectsInTurn extends BaseSequencer {
	override async sort(
		files: TestSpecification[],
	): Promise<TestSpecification[]> {
		const { config, projects } = this.ctx;
		const position = ({ project, moduleId }: TestSpecification): string => {
			const hash = createHash("sha1");
			hash.update(`${config.sequence.seed} ${moduleId}`);
			return `${projects.indexOf(project)} ${hash.digest("hex")}`;
		};
		return files.toSorted((a, b) => (position(a) < position(b) ? -1 : 1));
	}
}

const toFile = (files: string): string => `test/${files}.test.ts`;

const project = (
	name: string,
	files: readonly string[],
	options: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
	extends: true,
	test: {
		...options,
		name,
		include: files.map(toFile),
	},
});

/** Files that the mode with replicas leaves out, because it would test nothing else in them. */
const OF_ONE_MOCK = [
	// They start no mock, or only one inside of a test.
	"cli/{config-files,config-invalid,describe-document}",
	"docs/compare",
	"testing/{fixture,playwright,shared-modules,to-have-received}",
	"tooling/architecture",
	// They have stores of their own, or even several mocks.
	"store/*",
];

/** The tests that start a mock. Each starts two instead, which share a store in Redis, behind a proxy (`test/support/replicas.ts`). */
const REPLICAS: TestProjectInlineConfiguration = {
	extends: true,
	test: {
		name: "replicas",
		pool: "forks",
		env: { npm_package_name: "", REPLICAS: "2" },
		testTimeout: 120_000,
		include: [
			...["process/**/*", "browser/inspector/*", "exhaustive/example-frontend"],
			"unit/control/{api,control-command,events,page-access,session-names}",
			...["unit/shell/*", "unit/testing/remote"],
		].map(toFile),
		exclude: OF_ONE_MOCK.map((files) => toFile(`process/${files}`)),
	},
};

/**
 * Files that take long, because they wait for a process, a disk, Redis, a browser page or a limit of time. `npm test`
 * leaves them out, and CI runs them once.
 */
const SLOW = [
	"browser/inspector/{assumptions,behavior,forward,markup,requests,state}",
	"browser/worker/*",
	"conformance/{hostile,redis}/*",
	"contracts/document/{own-mock,pact-process}",
	"contracts/verification/{cli,differences,document,hostile-providers,pact-traps}",
	"process/cli/{config*,document,handlers,reload-document,serve*}",
	"process/{shell,tooling}/*",
	"process/store/{crash,full-file,redis-failure,redis-kill,redis-refused,sqlite-transport,store-file}",
	"process/testing/{playwright,registered-types,shared-modules,vitest-run}",
	"unit/forward/{check-thread,checked-in-thread,long-bodies}",
	"unit/properties/*",
	"unit/{comparison/compare,verification/align,verification/measure-rules}",
];
const BUILT = [
	"process/!(docs)/*",
	"contracts/!(learning|library|providers)/*",
	"browser/**/*",
];
const slow = SLOW.map(toFile);
const SOURCES = ["conformance/**/*", "unit/**/*"];

/** `npm test` shows each rule; `npm run test:exhaustive` adds the slow tests, all cases, all runs of the properties, and what the docs say. */
export default defineConfig(({ mode }) => ({
	test: {
		projects:
			mode === "exhaustive"
				? [
						project(
							"exhaustive",
							[
								...["exhaustive/**/*", "process/docs/*"],
								...[
									"contracts/{learning,library,providers}/*",
									"conformance/redis/redis-transport",
								],
							],
							EXHAUSTIVE,
						),
						project("slow", SLOW, { ...SHARED_FORKS, testTimeout: 120_000 }),
						// Of these, `npm test` and the slow tests have run a tenth, so CI leaves them out.
						project(
							"runs",
							[
								...[
									"unit/properties/*",
									"conformance/**/*",
									"contracts/public/*",
								],
								...["crash", "redis-kill", "sqlite-store"].map(
									(name) => `process/store/${name}`,
								),
							],
							EXHAUSTIVE,
						),
					]
				: mode === "replicas"
					? [REPLICAS]
					: [
							// Several folders are one project, because the workers of a project load all modules.
							project("built", BUILT, { ...SHARED_FORKS, exclude: slow }),
							project("sources", SOURCES, { ...SHARED, exclude: slow }),
						],
		provide: { exhaustive: false },
		// Messages name the same commands whether npm or npx runs the tests.
		env: { npm_package_name: "" },
		// One more than there are cores, because many tests wait for processes.
		maxWorkers: availableParallelism() + 1,
		testTimeout: 30_000,
		hookTimeout: 30_000,
		sequence: {
			shuffle: { files: true, tests: false },
			sequencer: ProjectsInTurn,
		},
	},
}));
