import fc from "fast-check";

interface DateTimeParts {
	readonly year: string;
	readonly month: string;
	readonly day: string;
	readonly hour: string;
	readonly minute: string;
	readonly second: string;
	readonly offset: string;
}

const pad = (value: number, length = 2): string =>
	`${value}`.padStart(length, "0");
const twoDigits = (min: number, max: number): fc.Arbitrary<string> =>
	fc.integer({ min, max }).map((value) => pad(value));

const offset: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom("Z", "z", "+00:00", "-00:00"),
	fc.stringMatching(/^[+-]([01][0-9]|2[0-3]):[0-5][0-9]$/),
);

const parts: fc.Arbitrary<DateTimeParts> = fc
	.tuple(
		fc.date({
			min: new Date("0000-01-01T00:00:00Z"),
			max: new Date("9999-12-31T23:59:59Z"),
			noInvalidDate: true,
		}),
		fc.stringMatching(/^(\.[0-9]{1,12})?$/),
		offset,
	)
	.map(([date, fraction, zone]) => {
		const [year = "", month = "", day = "", hour = "", minute = "", second] =
			date.toISOString().split(/[-T:.]/);
		const time = { hour, minute, second: `${second}${fraction}` };
		return { year, month, day, ...time, offset: zone };
	});

const formatDateTime = (
	{ year, month, day, hour, minute, second, offset: zone }: DateTimeParts,
	separator = "T",
): string =>
	`${year}-${month}-${day}${separator}${hour}:${minute}:${second}${zone}`;

/** The latest leap second, at the end of 2016 UTC, in any offset of whole minutes. */
const leapSecond: fc.Arbitrary<string> = fc
	.integer({ min: -1439, max: 1439 })
	.map((minutes) =>
		formatWithOffset(Date.UTC(2016, 11, 31, 23, 59, 59), minutes),
	)
	.map((text) => text.replace(":59.000", ":60"));

/** Formats milliseconds since the epoch in the local time of an offset of this many minutes. */
export function formatWithOffset(time: number, minutes: number): string {
	const local = new Date(time + minutes * 60_000).toISOString().slice(0, -1);
	const zone = `${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
	return `${local}${minutes < 0 ? "-" : "+"}${zone}`;
}

/** A date-time as RFC 3339 defines it. */
export const dateTime: fc.Arbitrary<string> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(parts, fc.constantFrom("T", "t"))
			.map(([time, separator]) => formatDateTime(time, separator)),
	},
	{ weight: 1, arbitrary: leapSecond },
);

/** Replaces parts of a valid date-time with invalid ones. */
const withInvalidPart = (
	invalidPart: fc.Arbitrary<Partial<DateTimeParts>>,
): fc.Arbitrary<string> =>
	fc
		.tuple(parts, invalidPart)
		.map(([time, part]) => formatDateTime({ ...time, ...part }));
const anyOf = (...texts: string[]): fc.Arbitrary<string> =>
	fc.constantFrom(...texts);

/** An invalid hour or minute, with the offset that converts it to 23:59 UTC, the time of leap seconds. */
const invalidLeapSecond: fc.Arbitrary<Partial<DateTimeParts>> = fc
	.tuple(
		fc.integer({ min: 0, max: 23 }),
		fc.integer({ min: 0, max: 40 }),
		twoDigits(0, 60),
	)
	.filter(([hours, minutes]) => hours + minutes > 0)
	.map(([hours, minutes, second]) => ({
		hour: pad(23 + hours),
		minute: pad(59 + minutes),
		second,
		offset: `+${pad(hours)}:${pad(minutes)}`,
	}));

const INVALID: Readonly<Record<string, readonly string[]>> = {
	year: ["20260", "+002026", "-2026", "26", ""],
	month: ["00", "13", "1", "001", "1١"],
	day: ["00", "32", "1", "001"],
	hour: ["24", "99", "7", "-1"],
	minute: ["60", "99", "7"],
	second: ["61", "99", "7", "00.", "00,5", ""],
	offset: ["", "+24:00", "+00:60", "+0000", "+00", "+00:00Z", " Z"],
};

/** A string, mostly similar to a date-time, that RFC 3339 does not allow. */
export const notDateTime: fc.Arbitrary<string> = fc.oneof(
	...Object.entries(INVALID).map(([name, values]) =>
		withInvalidPart(anyOf(...values).map((value) => ({ [name]: value }))),
	),
	anyOf("2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31").map(
		(date) => `${date}T00:00:00Z`,
	),
	withInvalidPart(
		twoDigits(0, 58).map((minute) => ({ minute, second: "60", offset: "Z" })),
	),
	withInvalidPart(invalidLeapSecond),
	fc
		.tuple(parts, anyOf("", " ", "_", "\n", "T "))
		.map(([time, separator]) => formatDateTime(time, separator)),
	fc.tuple(dateTime, anyOf(" ", "\n", "Z", "\0")).map((both) => both.join("")),
	fc.tuple(anyOf(" ", "\n", "0"), dateTime).map((both) => both.join("")),
	parts.map(({ year, month, day }) => `${year}-${month}-${day}`),
	fc.string({ minLength: 1 }).filter((text) => !/\d{4}-\d{2}/.test(text)),
);
