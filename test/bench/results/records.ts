import { existsSync, readFileSync } from "node:fs";
import type { measure as measureLoad } from "../load.ts";
import { type BenchmarkRecord, RECORDS_FOLDER } from "../report.ts";
import type { measure as measureSoak } from "../soak.ts";

type Data<Measure extends (...args: never) => unknown> = BenchmarkRecord &
	Omit<Awaited<ReturnType<Measure>>, "lines">;
export type LoadRecord = Data<typeof measureLoad>;
export type SoakRecord = Data<typeof measureSoak>;

const NAMES = ["start", "load", "soak", "scale", "intercept"] as const;

/** The latest record of each benchmark that was measured. */
export type Records = Partial<
	Record<(typeof NAMES)[number], BenchmarkRecord>
> & {
	readonly load?: LoadRecord;
	readonly soak?: SoakRecord;
};

export const readRecords = (): Records =>
	Object.fromEntries(
		NAMES.flatMap((name) => {
			const file = new URL(`${name}.json`, RECORDS_FOLDER);
			if (!existsSync(file)) return [];
			const record: BenchmarkRecord = JSON.parse(readFileSync(file, "utf8"));
			// Ignores records of older versions, which have fewer properties.
			return typeof record.run === "string" ? [[name, record]] : [];
		}),
	);
