import type { SessionInfo } from "../../control/control.ts";

const count = (number: number, noun: string): string =>
	`${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a sentence about what the session has. */
export const describeSession = ({
	requests,
	faults,
	scenario,
}: SessionInfo): string =>
	`It has ${count(requests, "recorded request")} and ${count(faults, "fault")}; its scenario is ${scenario}.`;

/** Returns what is lost with all settings of the session, as a list. */
export const describeLoss = (info: SessionInfo | undefined): string => {
	const lost = ["changed records", "snapshots", "forwarding"];
	if (info?.requests) lost.push(count(info.requests, "recorded request"));
	if (info?.faults) lost.push(count(info.faults, "fault"));
	const scenario = info ? `its scenario (${info.scenario})` : "its scenario";
	return `${lost.join(", ")} and ${scenario}`;
};
