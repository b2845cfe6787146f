import { isSessionName } from "../engine/sessions/session-name.ts";
import { ControlError } from "./control-error.ts";

/** @throws ControlError for a name that no session can have */
export function requireSessionName(id: string): void {
	if (!isSessionName(id))
		throw new ControlError(
			400,
			`No session can be named "${id}". Use 1 to 100 of the characters A-Z, a-z, 0-9, ".", "_" and "-".`,
		);
}
