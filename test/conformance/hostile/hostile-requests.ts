import type { HostileRequests } from "../../support/raw-request.ts";
import { bodyGroups } from "./body-groups.ts";
import { framingGroups } from "./framing-groups.ts";
import { headerGroups } from "./header-groups.ts";
import { targetGroups } from "./target-groups.ts";

/** All hostile requests that are sent at once, by the part that is wrong. */
export const hostileRequests: readonly (readonly [string, HostileRequests])[] =
	Object.entries({
		...targetGroups,
		...headerGroups,
		...framingGroups,
		...bodyGroups,
	});
