export const REDACTED = "[redacted]";

/** Headers whose values appear in any exchange, and are no credentials. */
const PUBLIC = /^(accept|content-|cache-control|prefer$|user-agent$)/i;
/** Text that is shorter appears by chance. */
const MIN_LENGTH = 4;

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Returns the forms in which a value may be repeated: as a whole, without its scheme such as `Bearer`, and in JSON. */
const listForms = (value: string): string[] =>
	[value, value.replace(/^[\w-]+ +(?=\S+$)/, "")].flatMap((text) => [
		text,
		escapeJson(text),
	]);

/** Redacts credentials in data. */
export type Hide = <Data>(data: Data) => Data;

/**
 * Returns a function that redacts the values of these headers wherever data repeats them. It returns data without them
 * unchanged.
 */
export function createHider(headers: Readonly<Record<string, string>>): Hide {
	const forms = Object.entries(headers)
		.filter(([name]) => !PUBLIC.test(name))
		.flatMap(([, value]) => listForms(value))
		.filter(({ length }) => length >= MIN_LENGTH)
		.sort((a, b) => b.length - a.length);
	const hide = (text: string): string =>
		forms.reduce((left, form) => left.replaceAll(form, REDACTED), text);
	return (data) => {
		if (forms.length === 0) return data;
		const json = JSON.stringify(data) ?? "";
		return forms.some((form) => json.includes(escapeJson(form)))
			? JSON.parse(json, (_, each) =>
					typeof each === "string" ? hide(each) : each,
				)
			: data;
	};
}
