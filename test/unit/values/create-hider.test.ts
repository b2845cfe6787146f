import { expect, test } from "vitest";
import { createHider as createPairHider } from "../../../src/values/create-hider.ts";

const createHider = (headers: Readonly<Record<string, string>>) =>
	createPairHider(Object.entries(headers));

const TOKEN = 's3cret/a+b&c="d"%25';
const base64 = Buffer.from(TOKEN).toString("base64");
const base64url = Buffer.from(TOKEN).toString("base64url");
const pair = Buffer.from("some-user:p4ss word").toString("base64");
const toUnits = (text: string): string =>
	text.replace(/./g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);

const NAMES: Readonly<Record<string, string>> = { "&": "amp", '"': "quot" };
const toHtml = (text: string): string =>
	text.replace(/[&"]/g, (each) => `&${NAMES[each]};`);
const toNumbers = (text: string, radix: number, mark: string): string =>
	text.replace(
		/./g,
		(each) => `&#${mark}${each.charCodeAt(0).toString(radix)};`,
	);

const hide = createHider({
	"x-key": `Bearer ${TOKEN}`,
	authorization: `Basic ${pair}`,
	cookie: "theme=dark; sid=0123456789",
	"x-path": "C:\\key",
	"x-umlaut": "geheim-p\u00e4sswort",
	"x-twice": "first-of-two, second-of-two",
	"proxy-authorization": 'Digest username="me", response="0a1b2c3d4e5f"',
	"content-type": "text/plain",
});

test.each([
	["", TOKEN],
	["in JSON", JSON.stringify(TOKEN).slice(1, -1)],
	["in JSON within JSON", JSON.stringify(JSON.stringify(TOKEN)).slice(3, -3)],
	["with \\/", TOKEN.replaceAll("/", "\\/").replaceAll('"', '\\"')],
	["with \\u0026", TOKEN.replaceAll("&", "\\u0026").replaceAll('"', "\\u0022")],
	["with \\u for each character", toUnits(TOKEN)],
	["percent-encoded", encodeURIComponent(TOKEN)],
	["percent-encoded twice", encodeURIComponent(encodeURIComponent(TOKEN))],
	["percent-encoded in lower case", encodeURIComponent(TOKEN).toLowerCase()],
	["in HTML", toHtml(TOKEN)],
	["with a number for each character in HTML", toNumbers(TOKEN, 10, "")],
	["with a hexadecimal number in HTML", toNumbers(TOKEN, 16, "x")],
	["in base64", base64],
	["in base64 with \\/", base64.replaceAll("/", "\\/")],
	["in base64url", base64url],
	["with its scheme in base64", btoa(`Bearer ${TOKEN}`).replace(/=+$/, "")],
	["in UTF-16", TOKEN.split("").join("\0")],
	[
		"in UTF-16 in JSON",
		JSON.stringify(TOKEN.split("").join("\0")).slice(1, -1),
	],
	["user and password", "some-user:p4ss word"],
	["a password", "p4ss word"],
	["a password in a form", "p4ss+word"],
	["a password in a URL", "p4ss%20word"],
	["the value of a cookie", "0123456789"],
	["with an umlaut", "geheim-p\u00e4sswort"],
	["with an umlaut in a URL", "geheim-p%C3%A4sswort"],
	["with an umlaut in a header", "geheim-p\u00c3\u00a4sswort"],
	["one of two values", "second-of-two"],
	["a parameter of a scheme", "0a1b2c3d4e5f"],
	["with backslashes", "C:\\\\key"],
	["with backslashes in a URL", "C%3A%5Ckey"],
	["with \\u005c", "C:\\u005ckey"],
	["cut", `${TOKEN.slice(0, 5)}…`],
	["cut in JSON", `${toUnits(TOKEN.slice(0, 5))}\\u00…`],
	["cut in HTML", `${toNumbers(TOKEN.slice(0, 5), 10, "")}&#4…`],
	["cut in a URL", `${encodeURIComponent(TOKEN.slice(0, 9))}%2…`],
])("hides a credential %s", (_, repeated) => {
	const shown = hide([{ text: `x ${repeated}` }])[0]?.text;
	expect(shown).toMatch(/^x \[redacted\][…=]*$/);
});

const toJson = (text: string): string =>
	text.replace(/["&'<>+]/g, (each) => {
		const code = each.charCodeAt(0).toString(16).toUpperCase();
		return `\\u${code.padStart(4, "0")}`;
	});
const toAllHtml = (text: string): string =>
	text.replace(/[^\w]/g, (each) => {
		const code = each.charCodeAt(0).toString(16).toUpperCase();
		return `&#x${code};`;
	});
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
	"a URL": encodeURIComponent,
	"a form": (text) => String(new URLSearchParams({ text })).slice(5),
	JSON: toJson,
	HTML: toAllHtml,
	"HTML with names": (text) =>
		text.replace(
			/[+/=&%"]/g,
			(each) =>
				`&${{ "+": "plus", "/": "sol", "=": "equals", "&": "amp", "%": "percnt" }[each] ?? "QUOT"};`,
		),
	"JavaScript with \\x": (text) =>
		text.replace(
			/[^\w]/g,
			(each) => `\\x${each.charCodeAt(0).toString(16).toUpperCase()}`,
		),
	"JavaScript with \\u{}": (text) =>
		text.replace(/[^\w]/g, (each) => `\\u{${each.charCodeAt(0).toString(16)}}`),
};
const NESTED = Object.keys(ENCODERS).flatMap((outer) =>
	Object.keys(ENCODERS).flatMap((middle) =>
		Object.keys(ENCODERS).map((inner) => [outer, middle, inner] as const),
	),
);

test.each([
	["x-key", `Bearer ${TOKEN}`, TOKEN],
	["authorization", `Basic ${pair}`, "some-user:p4ss word"],
	["x-key", `Bearer ${base64}`, base64],
	["cookie", `sid=${encodeURIComponent(TOKEN)}`, TOKEN],
])(
	"hides escapes within escapes within escapes: %s: %s",
	(name, value, secret) => {
		const hideOne = createHider({ [name]: value });
		const shown = NESTED.flatMap((names) => {
			const text = names.reduceRight(
				(each, encoder) => ENCODERS[encoder]?.(each) ?? "",
				secret,
			);
			const cut = `${text.slice(0, -3)}…`;
			return [text, cut].filter(
				(each) => !/^x \[redacted\]\W?…?$/.test(hideOne(`x ${each}`)),
			);
		});
		expect(shown).toEqual([]);
	},
);

test.each(["abcdef/123", "12345678/+"])(
	"hides %s after a percent sign",
	(value) => {
		const hideOne = createHider({ "x-key": value });
		expect(hideOne(`100%${toAllHtml(value)}`)).toBe(
			`100%${value.slice(0, 2)}[redacted]`,
		);
	},
);

test.each([
	["cookie", "sid=s%3Aabcdefgh1234.i%2Fjk; a=b", "s:abcdefgh1234.i/jk"],
	["cookie", 'sid="abcdefgh1234"; a=b', "abcdefgh1234"],
	["authorization", "Token token=abcdefgh1234", "abcdefgh1234"],
	["authorization", 'Token token="abcdefgh1234", a=b', "abcdefgh1234"],
	["authorization", "Digest a=b,response=abcdefgh1234,c=d", "abcdefgh1234"],
	["authorization", "Bearer abcdefgh1234, x", "abcdefgh1234"],
	["authorization", "Bearer\tabcdefgh1234", "abcdefgh1234"],
	["authorization", "Basic\tYm9iOnBhc3N3MHJk", "passw0rd"],
	["authorization", "Basic Ym9iPz5-OnBhc3N3MHJkPz4", "passw0rd?>"],
	["authorization", "Basic Ym9iPz5-OnBhc3N3MHJkPz4", "Ym9iPz5+OnBhc3N3MHJkPz4"],
	["authorization", "Basic YWE/Pj9+Onl5", "YWE_Pj9-Onl5"],
])("hides a part of %s: %s", (name, value, part) => {
	expect(createHider({ [name]: value })(`x ${part} y`)).toBe("x [redacted] y");
});

test.each(["p4ssw0rd!", "p4ssw0rd!?", "p4ssw0rd!?>"])(
	"hides %s at the start of a longer text in base64",
	(value) => {
		const hideOne = createHider({ "x-key": value });
		const shown = (["base64", "base64url"] as const).map((encoding) =>
			hideOne(`x ${Buffer.from(`${value}~~~`).toString(encoding)}`),
		);
		for (const each of shown) expect(each).toMatch(/^x \[redacted\].{4,7}$/);
	},
);

const LONG = Array.from({ length: 40 }, (_, i) => `${i}?>~`).join("");
const hideLong = createHider({ authorization: `Bearer ${LONG}` });
const wrap = (text: string, width: number, ending: string): string =>
	text.replace(new RegExp(`.{${width}}(?=.)`, "g"), `$&${ending}`);
const longBase64 = Buffer.from(LONG).toString("base64");
const mime = wrap(longBase64, 76, "\r\n");

test.each([
	["76 characters", mime],
	["64 characters", wrap(longBase64, 64, "\n")],
	["indented", wrap(longBase64, 64, "\n    ")],
	["its scheme", wrap(btoa(`Bearer ${LONG}`), 76, "\r\n")],
	["base64url", wrap(Buffer.from(LONG).toString("base64url"), 76, "\n")],
	["JSON", JSON.stringify(mime).slice(1, -1)],
	["JSON with \\/", JSON.stringify(mime).slice(1, -1).replaceAll("/", "\\/")],
	["JSON with \\u000a", wrap(longBase64, 64, "\\u000d\\u000A")],
	["JSON within JSON", JSON.stringify(JSON.stringify(mime)).slice(3, -3)],
	["a URL", encodeURIComponent(mime)],
	["a URL, twice", encodeURIComponent(encodeURIComponent(mime))],
	["a line that is cut", `${mime.slice(0, 90)}…`],
	["a line that is cut at its start", `${mime.slice(0, 78)}…`],
])("hides a credential in base64 with line breaks: %s", (_, repeated) => {
	expect(hideLong(`x ${repeated}`)).toMatch(
		/^x \[redacted\](…|=*|(%25|%)*(3D)?)*$/,
	);
});

test("does not join the lines of other text", () => {
	const text = "Bear\ner 0?\n>~1?>~2\\n?>~";
	expect(hideLong(text)).toBe(text);
});

test.each(["text/plain", "Bearer", "Bearer…", "dark", "s3cr", "s3c…", "\\\\"])(
	"does not hide %s",
	(text) => {
		expect(hide({ text })).toEqual({ text });
	},
);

test("hides the rest of a credential that begins again within itself", () => {
	const hideKey = createHider({ "x-key": "ababac" });
	expect(hideKey("xabababacx…")).toBe("xab[redacted]x…");
	expect(hideKey("1 abab… 2 aba… 3 ababac")).toBe(
		"1 [redacted]… 2 aba… 3 [redacted]",
	);
});

test("shows no part of a credential that overlaps another", () => {
	const hideKeys = createHider({ "x-one": "12345678", "x-two": "56789abc" });
	expect(hideKeys("x 123456789abc y 56789abc")).toBe(
		"x [redacted] y [redacted]",
	);
});

test("hides no text for a credential of backslashes", () => {
	expect(createHider({ "x-key": "\\".repeat(9) })("a%20b")).toBe("a%20b");
});

// Comparing each place with the whole credential takes minutes here, which is longer than a test may take.
test.each([
	["a".repeat(60_000), `${"a".repeat(10_000)}b`],
	["\\".repeat(60_000), `${"\\".repeat(10_000)}b`],
	["%25".repeat(20_000), `${"%".repeat(10_000)}b`],
	[`a${"\n".repeat(60_000)}`, `${"a".repeat(10_000)}b`],
	["a\\n".repeat(20_000), `${"a".repeat(10_000)}b`],
	["&amp;".repeat(20_000), `${"&".repeat(10_000)}b`],
	[`a%${"25".repeat(30_000)}`, `${"%".repeat(10_000)}b`],
	[`${"a".repeat(60_000)}${"\\".repeat(60_000)}`, `${"a".repeat(10_000)}b`],
])(
	"looks for a long credential in a long text that nearly repeats it",
	(text, credential) => {
		// Not with toBe, which would print both.
		expect(createHider({ "x-key": credential })(text) === text).toBe(true);
	},
);

test("redacts all text instead of looking for very many credentials in it", () => {
	const cookie = Array.from({ length: 5_000 }, (_, i) => `c=${i}-secret`).join(
		"; ",
	);
	expect(createHider({ cookie })({ text: "x", count: 1 })).toEqual({
		text: "[redacted]",
		count: 1,
	});
});

test("each of many credentials is found, wherever it is", () => {
	const names = Array.from({ length: 200 }, (_, index) => `k${100 + index}`);
	const hideMany = createPairHider(names.map((name) => ["token", name]));
	expect(hideMany(["k100", "a k299", "k150 b", "k2", "plain text"])).toEqual([
		"[redacted]",
		"a [redacted]",
		"[redacted] b",
		"k2",
		"plain text",
	]);
});
