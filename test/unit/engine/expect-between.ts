import { expect } from "vitest";

export function expectBetween(
	value: number | undefined,
	least: number,
	most: number,
): void {
	expect(value).toBeGreaterThanOrEqual(least);
	expect(value).toBeLessThanOrEqual(most);
}
