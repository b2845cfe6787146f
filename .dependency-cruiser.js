/** The import rules, types included. A rule that no file can break protects nothing: see test/tooling/import-rules.test.ts. */

const SRC_FOLDERS = "^src/[^/]+/";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
	forbidden: [
		{
			name: "no-circles",
			comment: "A type that two neighbours need lives below both.",
			severity: "error",
			from: {},
			to: { circular: true },
		},
		{
			name: "engine-knows-no-service",
			comment:
				"Only the entries directly in src/ join the engine with the service.",
			severity: "error",
			from: { path: SRC_FOLDERS },
			to: { path: "^(handlers|fixtures|contracts)/" },
		},
		{
			name: "contracts-know-nobody",
			severity: "error",
			from: { path: "^contracts/generated/" },
			to: { path: "^(src|handlers|fixtures)/" },
		},
		{
			name: "contracts-know-client-and-engine",
			severity: "error",
			from: { path: "^contracts/", pathNot: "^contracts/generated/" },
			to: {
				path: "^(handlers|fixtures|src/(?!client\\.ts|mock/|verification/))",
			},
		},
		{
			name: "fixtures-know-contracts-and-state",
			severity: "error",
			from: { path: "^fixtures/" },
			to: { path: "^(handlers|src/(?!state/))" },
		},
		{
			name: "handlers-know-mock-and-state",
			severity: "error",
			from: { path: "^handlers/" },
			to: { path: "^src/(?!(mock|state)/)" },
		},
		{
			name: "leaves-know-nobody",
			severity: "error",
			from: { path: "^src/(state|journal|faults)/" },
			to: { path: "^src/", pathNot: "^src/(state|journal|faults)/" },
		},
		{
			name: "leaves-know-not-each-other",
			severity: "error",
			from: { path: "^src/(state|journal|faults)/" },
			to: { path: "^src/(state|journal|faults)/", pathNot: "^src/$1/" },
		},
		{
			name: "mock-knows-the-leaves",
			severity: "error",
			from: { path: "^src/mock/" },
			to: { path: "^src/", pathNot: "^src/(mock|state|journal|faults)/" },
		},
		{
			name: "users-of-mock-know-not-each-other",
			severity: "error",
			from: { path: "^src/(transports|control|verification|inspector)/" },
			to: {
				path: "^src/",
				pathNot: "^src/($1|mock|state|journal|faults)/",
			},
		},
		{
			name: "testing-knows-mock-and-its-client",
			comment: "The transports come to it in the entries.",
			severity: "error",
			from: { path: "^src/testing/" },
			to: {
				path: "^src/",
				pathNot:
					"^src/((testing|mock|state|journal|faults)/|control/client\\.ts$)",
			},
		},
		{
			name: "nobody-knows-the-cli",
			severity: "error",
			from: { pathNot: "^(src/cli|test)/" },
			to: { path: "^src/cli/" },
		},
		{
			name: "browser-is-free-of-node",
			severity: "error",
			from: { path: "^src/(browser|control)\\.ts$" },
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
				pathNot: "^src/(mock/msw-handler|transports/[^/]+)\\.ts$",
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
