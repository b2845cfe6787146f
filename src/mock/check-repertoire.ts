import { readFaults } from "../faults/read-faults.ts";
import type { Repertoire } from "./engine.ts";
import type { Service } from "./service.ts";
import { targetOf } from "./session.ts";

/** @throws RangeError for a scenario with a fault that cannot be, or with a dataset that is not there */
export function checkRepertoire(
	{ operations }: Pick<Service, "operations">,
	{ datasets, scenarios }: Repertoire,
): void {
	const targets = operations.map(({ spec }) => targetOf(spec));
	for (const [name, { dataset, faults, rateLimit }] of Object.entries(
		scenarios,
	)) {
		const refuse = (reason: string): RangeError =>
			new RangeError(`The scenario "${name}" cannot be: ${reason}.`);
		if (!/^[A-Za-z0-9._-]{1,100}$/.test(name))
			throw refuse(
				'a name is 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-"',
			);
		if (dataset !== undefined && !Object.hasOwn(datasets, dataset))
			throw refuse(
				`there is no dataset "${dataset}"; use one of ${Object.keys(datasets).join(", ")}`,
			);
		if (rateLimit !== undefined && !(rateLimit > 0))
			throw refuse("its rateLimit must be a number above 0");
		const read = readFaults(faults ?? [], targets);
		if ("invalid" in read)
			throw refuse(
				read.invalid
					.map(({ pointer, detail }) => `faults${pointer} ${detail}`)
					.join("; "),
			);
	}
}
