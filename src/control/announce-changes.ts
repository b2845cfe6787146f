import type { Changes } from "../engine/changes.ts";
import { DEFAULT_SESSION } from "../engine/sessions/session-name.ts";
import { isObject } from "../values/is-object.ts";
import type { Control } from "./control.ts";
import { listMethods } from "./methods.ts";

/** What a reset with `all` changes. */
const WHOLE_RESET = ["session", "journal"] as const;

/**
 * Returns the control with methods that announce what they have changed.
 * @param currentSession returns the name of the session that the control acts on, if it has one
 */
export function announceChanges(
	control: Control,
	{ announce }: Changes,
	currentSession: () => string | undefined,
): Control {
	const announcing = { ...control };
	for (const [name, { changes = [] }] of listMethods()) {
		if (changes.length === 0) continue;
		const run = async (...args: readonly unknown[]): Promise<unknown> => {
			const [first] = args;
			const current = currentSession();
			const result: unknown = await Reflect.apply(control[name], control, args);
			const isWhole = name === "reset" && isObject(first) && first.all === true;
			for (const subject of isWhole ? WHOLE_RESET : changes) {
				// Without a name, a control acts on the default session, but on the journal of all.
				const all = subject === "journal" ? null : DEFAULT_SESSION;
				const session = name === "deleteSession" ? String(first) : current;
				announce({ session: session ?? all, subject });
			}
			return result;
		};
		Object.assign(announcing, { [name]: run });
	}
	return announcing;
}
