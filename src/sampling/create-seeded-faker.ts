import type { Faker } from "@faker-js/faker";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { createFaker } from "../values/create-faker.ts";

/** FNV-1a. */
function hash(text: string): number {
	let found = 2_166_136_261;
	for (let index = 0; index < text.length; index++)
		found = Math.imul(found ^ text.charCodeAt(index), 16_777_619);
	return found;
}

/** Returns a source of plausible values that are the same for the same text. */
export function createSeededFaker(text: string): Faker {
	const generator = xoroshiro128plus(hash(text));
	return createFaker(() => (generator.next() >>> 0) / 2 ** 32);
}
