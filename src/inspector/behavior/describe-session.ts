import type { SessionInfo } from "../../control/control.ts";

const count = (number: number, noun: string): string =>
	`${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a list such as "3 recorded requests, 1 fault and the scenario slow". */
export const describeSession = ({
	requests,
	faults,
	scenario,
}: SessionInfo): string =>
	`${count(requests, "recorded request")}, ${count(faults, "fault")} and the scenario ${scenario}`;
