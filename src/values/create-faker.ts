import type { Faker } from "@faker-js/faker";
import { faker as english } from "@faker-js/faker/locale/en";

// Taken from an instance: importing the class loads all locales, which takes six times as long, and the shared instance
// must not be reseeded.
const FakerWithOneLocale = english.constructor as new (options: {
	locale: typeof english.rawDefinitions;
	randomizer: { next(): number; seed(): void };
}) => Faker;

/** @param fraction returns random numbers, at least 0 and less than 1 */
export const createFaker = (fraction: () => number): Faker =>
	new FakerWithOneLocale({
		locale: english.rawDefinitions,
		randomizer: { next: fraction, seed() {} },
	});
