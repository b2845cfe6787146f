import fc from "fast-check";

interface Parts {
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
const two = (min: number, max: number): fc.Arbitrary<string> =>
	fc.integer({ min, max }).map((value) => pad(value));
const daysIn = (year: number, month: number): number =>
	new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

const offset: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom("Z", "z", "+00:00", "-00:00"),
	fc
		.tuple(fc.constantFrom("+", "-"), two(0, 23), two(0, 59))
		.map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
);

const fraction: fc.Arbitrary<string> = fc
	.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 12 })
	.map((digits) => (digits === "" ? "" : `.${digits}`));

const parts: fc.Arbitrary<Parts> = fc
	.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 12 }))
	.chain(([year, month]) =>
		fc.record({
			year: fc.constant(pad(year, 4)),
			month: fc.constant(pad(month)),
			day: two(1, daysIn(year, month)),
			hour: two(0, 23),
			minute: two(0, 59),
			second: fc.tuple(two(0, 59), fraction).map((both) => both.join("")),
			offset,
		}),
	);

const written = (
	{ year, month, day, hour, minute, second, offset: zone }: Parts,
	separator = "T",
): string =>
	`${year}-${month}-${day}${separator}${hour}:${minute}:${second}${zone}`;

/** The last leap second there was, at the end of 2016, in the local time of an offset of whole minutes. */
export const leapSecond: fc.Arbitrary<string> = fc
	.integer({ min: -1439, max: 1439 })
	.map((minutes) => withOffset(Date.UTC(2016, 11, 31, 23, 59, 59), minutes))
	.map((text) => text.replace(":59.000", ":60"));

/** A time in milliseconds since the epoch, written in the local time of an offset of so many minutes. */
export function withOffset(time: number, minutes: number): string {
	const local = new Date(time + minutes * 60_000).toISOString().slice(0, -1);
	const zone = `${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;
	return `${local}${minutes < 0 ? "-" : "+"}${zone}`;
}

/** A date-time of RFC 3339. */
export const dateTime: fc.Arbitrary<string> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(parts, fc.constantFrom("T", "t"))
			.map(([time, separator]) => written(time, separator)),
	},
	{ weight: 1, arbitrary: leapSecond },
);

/** A date-time with one of its parts as it cannot be. */
const spoilt = (spoil: fc.Arbitrary<Partial<Parts>>): fc.Arbitrary<string> =>
	fc.tuple(parts, spoil).map(([time, part]) => written({ ...time, ...part }));
const oneOf = (...texts: string[]): fc.Arbitrary<string> =>
	fc.constantFrom(...texts);

/** An hour or a minute that no clock shows, with the offset by which it would be 23:59 in UTC, where leap seconds are. */
const asIfLeap: fc.Arbitrary<Partial<Parts>> = fc
	.tuple(
		fc.integer({ min: 0, max: 23 }),
		fc.integer({ min: 0, max: 40 }),
		two(0, 60),
	)
	.filter(([hours, minutes]) => hours + minutes > 0)
	.map(([hours, minutes, second]) => ({
		hour: pad(23 + hours),
		minute: pad(59 + minutes),
		second,
		offset: `+${pad(hours)}:${pad(minutes)}`,
	}));

/** A string that is no date-time of RFC 3339, though most come near. */
export const notDateTime: fc.Arbitrary<string> = fc.oneof(
	spoilt(fc.record({ month: oneOf("00", "13", "1", "001", "1١") })),
	spoilt(fc.record({ day: oneOf("00", "32", "1", "001") })),
	spoilt(
		fc.constantFrom(
			{ year: "2023", month: "02", day: "29" },
			{ year: "1900", month: "02", day: "29" },
			{ year: "2024", month: "02", day: "30" },
			{ year: "2024", month: "04", day: "31" },
		),
	),
	spoilt(fc.record({ year: oneOf("20260", "+002026", "-2026", "26", "") })),
	spoilt(fc.record({ hour: oneOf("24", "99", "7", "-1") })),
	spoilt(fc.record({ minute: oneOf("60", "99", "7") })),
	spoilt(fc.record({ second: oneOf("61", "99", "7", "00.", "00,5", "") })),
	spoilt(
		fc.record({
			minute: two(0, 58),
			second: fc.constant("60"),
			offset: fc.constant("Z"),
		}),
	),
	spoilt(asIfLeap),
	spoilt(
		fc.record({
			offset: oneOf("", "+24:00", "+00:60", "+0000", "+00", "+00:00Z", " Z"),
		}),
	),
	fc
		.tuple(parts, oneOf("", " ", "_", "\n", "T "))
		.map(([time, separator]) => written(time, separator)),
	fc
		.tuple(dateTime, oneOf(" ", "\n", "Z", "\0"))
		.map(([time, junk]) => time + junk),
	fc.tuple(dateTime, oneOf(" ", "\n", "0")).map(([time, junk]) => junk + time),
	parts.map(({ year, month, day }) => `${year}-${month}-${day}`),
	fc.string({ minLength: 1 }).filter((text) => !/\d{4}-\d{2}/.test(text)),
);
