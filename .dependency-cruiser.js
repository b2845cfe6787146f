/**
 * The import rules, types included. Each rule but those of LAYERS is broken once by
 * test/process/tooling/architecture.test.ts.
 */

/** By folder of `src/`: the other folders of `src/` that it may import, and no others. */
export const LAYERS = {
	values: [],
	document: ["values"],
	schemas: ["values", "document"],
	store: ["values"],
	faults: ["values", "schemas"],
	journal: ["values", "schemas"],
	engine: ["values", "document", "schemas", "store", "faults", "journal"],
	sampling: ["values", "document"],
	behaviors: [
		...["values", "document", "schemas", "sampling", "faults", "store"],
		"engine",
	],
	control: [
		"values",
		"document",
		"schemas",
		"store",
		"faults",
		"journal",
		"engine",
	],
	adapters: ["values", "schemas", "store", "faults", "journal", "engine"],
	forward: ["values", "document", "journal", "engine"],
	replicas: ["values", "store", "faults", "journal", "engine"],
	inspector: ["values", "schemas", "journal", "engine", "control"],
	verification: ["values", "document"],
	checks: ["values", "document", "store", "behaviors", "verification"],
	mutation: ["values", "document", "verification"],
	comparison: [
		...["values", "document", "behaviors", "engine", "checks"],
		"verification",
	],
	alignment: ["values", "document", "behaviors", "verification"],
	testing: [
		...["values", "store", "faults", "journal", "engine", "control"],
		"adapters",
	],
	service: [
		"values",
		"document",
		"behaviors",
		"schemas",
		"store",
		"faults",
		"engine",
		"control",
		"adapters",
		"forward",
	],
	config: ["values", "schemas", "engine", "verification", "service"],
};

const layerRules = Object.entries(LAYERS).map(([folder, below]) => ({
	name: `${folder}-imports-only-what-is-below`,
	severity: "error",
	from: { path: `^src/${folder}/` },
	to: {
		path: "^src/",
		pathNot: `^src/(${[folder, ...below].join("|")})/`,
	},
}));

/** Within the engine, a folder may import those before it. */
const ENGINE_FOLDERS = [
	"model",
	"response",
	"request",
	"routing",
	"forwarding",
	"sessions",
	"presets",
];

const engineRules = ENGINE_FOLDERS.slice(0, -1).map((folder, index) => ({
	name: `engine-${folder}-imports-only-what-is-below`,
	severity: "error",
	from: { path: `^src/engine/${folder}/` },
	to: {
		path: `^src/engine/(${ENGINE_FOLDERS.slice(index + 1).join("|")})/`,
	},
}));

/** By folder: its child folders that import its own files. Every other child folder is below the own files of its folder. */
const CHILDREN_ABOVE = {
	"src/control": ["client", "server"],
	"src/document": ["judgment"],
	"src/store": ["redis", "sqlite"],
	"src/verification": [
		...[
			"differences",
			"further",
			"learning",
			"ledger",
			"pact",
			"reports",
			"requests",
			"run",
		],
	],
};

const above = Object.entries(CHILDREN_ABOVE);

/** No folder's own files and child folder import each other. */
const childRules = [
	...["contracts|src/[^/]+", "src/[^/]+/[^/]+"].map((folders) => ({
		name: "child-folders-are-below-own-files",
		comment: "A type that both need lives below both.",
		severity: "error",
		from: {
			path: `^(${folders})/[^/]+/`,
			pathNot: above.flatMap(([folder, names]) =>
				names.map((name) => `^${folder}/${name}/`),
			),
		},
		to: { path: "^$1/[^/]+$" },
	})),
	...above.map(([folder, names]) => ({
		name: "own-files-are-below-these-child-folders",
		severity: "error",
		from: { path: `^${folder}/[^/]+$` },
		to: { path: `^${folder}/(${names.join("|")})/` },
	})),
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
	forbidden: [
		{
			name: "no-circles",
			comment: "A type that two neighbors need lives below both.",
			severity: "error",
			from: {},
			to: { circular: true },
		},
		...layerRules,
		...engineRules,
		...childRules,
		{
			name: "verification-run-is-above-its-neighbors",
			severity: "error",
			from: { path: "^src/verification/", pathNot: "^src/verification/run/" },
			to: { path: "^src/verification/run/" },
		},
		{
			name: "only-service-and-entries-name-the-zaps-service",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/(service|entries)/" },
			to: { path: "^(handlers|fixtures|contracts)/" },
		},
		{
			name: "entries-reach-handlers-through-the-service",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/service/shipped-service\\.ts$" },
			to: { path: "^handlers/" },
		},
		{
			name: "only-the-cli-imports-entries",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/(entries|cli)/" },
			to: { path: "^src/entries/" },
		},
		{
			name: "only-the-cli-imports-the-cli",
			severity: "error",
			from: { pathNot: "^(src/cli|test)/" },
			to: { path: "^src/cli/" },
		},
		{
			name: "generated-contracts-import-only-the-document",
			severity: "error",
			from: { path: "^contracts/generated/" },
			to: {
				path: "^(src|handlers|fixtures|contracts)/",
				pathNot: "^(contracts/generated/|src/(values|document)/)",
			},
		},
		{
			name: "contracts-import-the-document-and-verification-types",
			comment:
				"A contract receives what it needs of the engine as parameters. The build finds the behaviors of the document.",
			severity: "error",
			from: { path: "^contracts/" },
			to: {
				path: "^(src|handlers|fixtures)/",
				pathNot: "^src/(values|document|behaviors|verification)/",
			},
		},
		{
			name: "contracts-import-no-verification-code",
			severity: "error",
			from: { path: "^contracts/" },
			to: {
				path: "^src/verification/",
				dependencyTypesNot: ["type-only"],
			},
		},
		{
			name: "fixtures-import-behaviors-and-below",
			severity: "error",
			from: { path: "^fixtures/" },
			to: {
				path: "^(src|handlers|contracts)/",
				pathNot: "^(contracts/generated|src/(behaviors|store|values))/",
			},
		},
		{
			name: "handlers-import-engine-and-below",
			severity: "error",
			from: { path: "^handlers/" },
			to: {
				path: "^(src|contracts)/",
				pathNot: "^(contracts/generated|src/(behaviors|engine|store|values))/",
			},
		},
		{
			name: "browser-is-free-of-node",
			severity: "error",
			from: {
				path: "^src/(entries/(browser|control|document)\\.ts|inspector/main\\.tsx)$",
			},
			to: {
				reachable: true,
				path: "^(node:.+|fs|http|https|http2|net|stream|crypto|path|os|url|util|events|async_hooks|process|buffer|srvx|express|msw/lib/node)",
			},
		},
		{
			name: "msw-in-few-files",
			comment: "Moving to another major version of MSW stays a day's work.",
			severity: "error",
			from: {
				path: "^(src|handlers|fixtures)/",
				pathNot: "^src/adapters/(msw|express)/",
			},
			to: { path: "node_modules/(msw|@mswjs)/" },
		},
		{
			name: "not-installed",
			severity: "error",
			from: {},
			to: { couldNotResolve: true },
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		doNotFollow: { path: "node_modules" },
		exclude: { path: "^(dist|docs)/" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["import", "types", "node", "default"],
		},
	},
};
