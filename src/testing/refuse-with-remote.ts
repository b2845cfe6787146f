import { commandLine } from "../values/command-line.ts";

/**
 * Rejects options that a running server cannot change.
 * @throws RangeError that names the first option that is set
 */
export function refuseWithRemote(options: object): void {
	for (const [name, value] of Object.entries(options))
		if (value !== undefined)
			throw new RangeError(
				`The option ${name} cannot be used with remote. Pass it to \`${commandLine("serve")}\` instead.`,
			);
}
