const UNITS: Readonly<Record<string, number>> = {
	d: 86_400_000,
	h: 3_600_000,
	m: 60_000,
	s: 1_000,
	ms: 1,
};
const DURATION = /^(\d+(\.\d+)?(ms|[dhms]))+$/;
const PART = /([\d.]+)(ms|[dhms])/g;

/** Returns a duration like `30m` or `1d12h` in milliseconds; NaN if it is invalid. */
export function parseDuration(text: string): number {
	if (!DURATION.test(text)) return Number.NaN;
	let sum = 0;
	for (const [, count, unit = ""] of text.matchAll(PART))
		sum += Number(count) * (UNITS[unit] ?? 0);
	return Math.round(sum);
}
