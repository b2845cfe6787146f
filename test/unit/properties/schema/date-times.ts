import fc from "fast-check";

const pad = (value: number): string => `${value}`.padStart(2, "0");

const offset: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom("Z", "z", "+00:00", "-00:00"),
	fc.stringMatching(/^[+-]([01][0-9]|2[0-3]):[0-5][0-9]$/),
);

/** The latest leap second, at the end of 2016 UTC, in any offset of whole minutes. */
const leapSecond: fc.Arbitrary<string> = fc
	.integer({ min: -1439, max: 1439 })
	.map((minutes) =>
		formatWithOffset(Date.UTC(2016, 11, 31, 23, 59, 59), minutes),
	)
	.map((text) => text.replace(":59.000", ":60"));

/** Formats milliseconds since the epoch in the local time of an offset of this many minutes. */
function formatWithOffset(time: number, minutes: number): string {
	const local = new Date(time + minutes * 60_000).toISOString().slice(0, -1);
	const zone = `${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
	return `${local}${minutes < 0 ? "-" : "+"}${zone}`;
}

const usual: fc.Arbitrary<string> = fc
	.tuple(
		fc.date({
			min: new Date("0000-01-01T00:00:00Z"),
			max: new Date("9999-12-31T23:59:59Z"),
			noInvalidDate: true,
		}),
		fc.constantFrom("T", "t"),
		fc.stringMatching(/^(\.[0-9]{1,12})?$/),
		offset,
	)
	.map(([date, separator, ...end]) =>
		[date.toISOString().slice(0, 19).replace("T", separator), ...end].join(""),
	);

/** A date-time as RFC 3339 defines it. */
export const dateTime: fc.Arbitrary<string> = fc.oneof(
	{ weight: 9, arbitrary: usual },
	{ weight: 1, arbitrary: leapSecond },
);

/** Places in a date-time, each with texts that are invalid there. */
const INVALID: readonly (readonly [place: RegExp, ...texts: string[]])[] = [
	[/^\d{4}/, "20260", "+002026", "-2026", "26", ""],
	[/(?<=^.{5})\d\d/, "00", "13", "1", "001", "1١"],
	[/(?<=^.{8})\d\d/, "00", "32", "1", "001"],
	[/(?<=^.{11})\d\d/, "24", "99", "7", "-1"],
	[/(?<=^.{14})\d\d/, "60", "99", "7"],
	[/(?<=^.{17})\d\d/, "61", "99", "7", "00.", "00,5", ""],
	[/[Zz]$|[+-]..:..$/, "", "+24:00", "+00:60", "+0000", "+00", "+00:00Z", " Z"],
	[/T/i, "", " ", "_", "\n", "T "],
	[/^/, " ", "\n", "0"],
	[/$/, " ", "\n", "Z", "\0"],
	[/T.*/i, "", "T23:00:60Z", "T23:30:60Z", "T23:58:60Z", "T22:59:60Z"],
	// Although their offsets convert them to 23:59 UTC, the time of leap seconds.
	[/T.*/i, "T24:59:60+01:00", "T23:60:00+00:01", "T46:99:60+23:40"],
	[/.*/, "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z"],
	[/.*/, "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z"],
];

/** A string, mostly similar to a date-time, that RFC 3339 does not allow. */
export const notDateTime: fc.Arbitrary<string> = fc.oneof(
	...INVALID.map(([place, ...texts]) =>
		fc
			.tuple(dateTime, fc.constantFrom(...texts))
			.map(([valid, text]) => valid.replace(place, text)),
	),
	fc.string({ minLength: 1 }).filter((text) => !/\d{4}-\d{2}/.test(text)),
);
