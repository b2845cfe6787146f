import { describeUnknownName } from "./describe-unknown-name.ts";
import { isObject } from "./json.ts";

/** Lists all options: a missing or unknown name does not compile. Error messages do not name undocumented options. */
export type OptionNames<Options> = Readonly<
	Record<keyof Options, true | "undocumented">
>;

/**
 * Rejects misspelled options, which would otherwise have no effect.
 * @param owner the function that receives the options
 * @throws TypeError if an option is unknown, or if the options are not an object
 */
export function requireOptions<Options extends object>(
	owner: string,
	options: Options,
	names: OptionNames<Options>,
): void {
	const available = Object.entries(names)
		.filter(([, kind]) => kind === true)
		.map(([name]) => name);
	if (!isObject(options))
		throw new TypeError(
			`Invalid options of ${owner}. Pass an object. Available: ${available.join(", ")}.`,
		);
	for (const name of Object.keys(options))
		if (!Object.hasOwn(names, name))
			throw new TypeError(
				describeUnknownName("option", name, available, `of ${owner}`),
			);
}
