/** Returns a file name for the state of the session, with the local time. */
export function nameExport(session: string, time: Date): string {
	const pad = (number: number): string => `${number}`.padStart(2, "0");
	const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
	const clock = [time.getHours(), time.getMinutes()];
	return `state-${session}-${date.map(pad).join("-")}T${clock.map(pad).join("-")}.json`;
}
