import { join } from "node:path";

/** The compiler of this repository, to be run by Node. */
export const TSC: string = join(
	import.meta.dirname,
	"../../node_modules/@typescript/native/bin/tsc",
);
