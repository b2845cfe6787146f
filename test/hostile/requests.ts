import type { HostileRequests } from "../support/raw-request.ts";
import { bodyGroups } from "./bodies.ts";
import { framingGroups } from "./framing.ts";
import { headerGroups } from "./headers.ts";
import { targetGroups } from "./targets.ts";

/** Requests that are sent whole and at once, by what is wrong with them. */
export const hostileRequests: readonly (readonly [string, HostileRequests])[] =
	Object.entries({
		...targetGroups,
		...headerGroups,
		...framingGroups,
		...bodyGroups,
	});
