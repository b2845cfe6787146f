import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The current time, which changes every second while the page is shown. */
const now = signal(Date.now());

export function useTicks(): void {
	useEffect(() => {
		const timer = setInterval(() => {
			now.value = Date.now();
		}, 1_000);
		return () => clearInterval(timer);
	}, []);
}

/** The units of a duration, each with how many of the one before it has. */
const UNITS = [
	["s", 60],
	["min", 60],
	["h", 24],
] as const;

/** Returns words such as "3 min ago". */
export function formatAgo(ms: number): string {
	let rest = Math.floor(ms / 1_000);
	if (rest < 1) return "now";
	for (const [unit, size] of UNITS) {
		if (rest < size) return `${rest} ${unit} ago`;
		rest = Math.floor(rest / size);
	}
	return `${rest} d ago`;
}

/** Returns the time of day in the user's time zone, with milliseconds. */
export const formatTime = (at: string): string => {
	const date = new Date(at);
	return `${date.toTimeString().slice(0, 8)}.${`${date.getMilliseconds()}`.padStart(3, "0")}`;
};

const FULL = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

export const formatDate = (at: string): string => FULL.format(new Date(at));

/** Shows how long ago a real time was. A pointer shows the time itself. */
export const Ago = ({ at }: { readonly at: string }) => (
	<time dateTime={at} title={`${formatDate(at)} (${formatTime(at)})`}>
		{formatAgo(now.value - Date.parse(at))}
	</time>
);
