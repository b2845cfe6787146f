import { bodyMutators } from "./body-mutators.ts";
import { formatMutator } from "./format-mutators.ts";
import { headerMutators } from "./header-mutators.ts";
import type { Mutator } from "./mutation.ts";
import { pageMutators } from "./page-mutators.ts";
import { statusMutators } from "./status-mutators.ts";
import { textMutators } from "./text-mutators.ts";

export const mutators: readonly Mutator[] = [
	...bodyMutators,
	formatMutator,
	...pageMutators,
	...statusMutators,
	...headerMutators,
	...textMutators,
];
