/** With `DIFFERENCES=all`, every difference is tested; otherwise a sample. */
export const isWhole: boolean = process.env.DIFFERENCES === "all";

const SAMPLED = 16;

/** Returns every sixteenth, or all. */
export const sample = <Item>(all: readonly Item[]): readonly Item[] =>
	isWhole ? all : all.filter((_, index) => index % SAMPLED === 0);
