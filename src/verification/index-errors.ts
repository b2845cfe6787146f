import { STATUS_CODES } from "node:http";
import type { ErrorTexts } from "../document/judgment/missing-properties.ts";
import { groupBy } from "../values/group-by.ts";
import { isObject, tryParseJson } from "../values/json.ts";
import { listAllValues, listLeaves } from "../values/list-all-values.ts";
import type { ProviderExchange } from "./contract.ts";

/** A place with more different texts has sentences about single requests. */
const MAX_KINDS = 8;
const MAX_TEXTS = 20_000;
/** So many different errors show whether a place depends on the part of the request that is wrong. */
const MIN_ERRORS = 3;

/** A text in a rejection. */
interface Seen extends Pick<ProviderExchange, "target"> {
	readonly place: string;
	readonly text: string;
	readonly status: number;
	/** The names of properties in the body of the request; undefined without a body. */
	readonly names: ReadonlySet<string> | undefined;
}

const isSentence = ({ text }: Seen): boolean => /\S\s+\S/.test(text);

/** Whether a text is at a place, or in a list there, below the name of a property that was sent, which is its place. */
function isBelowName(seen: Seen, place: string): boolean {
	const [around = ""] = seen.place.match(/\w+/g)?.slice(-2, -1) ?? [];
	const inList = seen.place.replace(`.${around}[*]`, "[*]");
	const isThere = seen.place === place || inList === place;
	return isThere && seen.names?.has(around) === true;
}

const listTexts = (seen: readonly Seen[]): string[] => [
	...new Set(seen.map(({ text }) => text)),
];

/** Returns the number of different sentences at a place, for the status that has most. */
const countVariety = (seen: readonly Seen[]): number =>
	Math.max(
		0,
		...groupBy(seen.filter(isSentence), ({ status }) => `${status}`).map(
			(each) => listTexts(each).length,
		),
	);

const isName = ({ text, status }: Seen): boolean =>
	STATUS_CODES[status] === text;

/** Whether the texts at a place name the status, or another kind of errors that several requests have. */
function areKinds(seen: readonly Seen[]): boolean {
	const groups = groupBy(seen, ({ text }) => text);
	return (
		groups.length <= MAX_KINDS &&
		seen.some(isName) &&
		groups.every((own) => own.length > 1 || own.some(isName))
	);
}

function classify(seen: readonly Seen[]) {
	const all = groupBy(seen, ({ place }) => place).map((own) => ({
		place: own[0].place,
		...{ isKind: areKinds(own), variety: countVariety(own) },
	}));
	const most = Math.max(...all.map(({ variety }) => variety));
	const titles = all.filter((each) => each.isKind && each.variety < most);
	const least = Math.max(...titles.map(({ variety }) => variety));
	const details = all
		.filter(({ variety }) => titles.length > 0 && variety > least)
		.sort((a, b) => b.variety - a.variety);
	return { titles, details };
}

/** Collects the texts of rejections. Only those of several show which depend on the status alone, and which on the request. */
export function createErrorIndex() {
	const seen: Seen[] = [];
	let known: ReturnType<typeof classify> | undefined;
	const find = () => {
		known ??= classify(seen);
		return known;
	};
	function isFixed(target: string, place: string): boolean {
		const own = seen.filter((each) => each.target === target && each.names);
		const [text, ...others] = listTexts(
			own.filter((each) => each.place === place),
		);
		const words = text?.match(/\w+/g) ?? [];
		if (own.some((each) => isBelowName(each, place))) return true;
		return (
			text !== undefined &&
			others.length === 0 &&
			listTexts(own.filter(isSentence)).length >= MIN_ERRORS &&
			!own.some(({ names }) => words.some((each) => names?.has(each)))
		);
	}
	return {
		note({ target, request, response }: ProviderExchange): void {
			const { body: sent } = request;
			const { status, body } = response;
			if (status < 400 || status >= 500 || seen.length > MAX_TEXTS) return;
			const values = [...listAllValues(tryParseJson(`${sent ?? ""}`))];
			const names = new Set(
				values.flatMap((each) => (isObject(each) ? Object.keys(each) : [])),
			);
			for (const { where, value } of listLeaves(tryParseJson(`${body}`)))
				if (typeof value === "string")
					seen.push({
						...{ target, status, place: where, text: value },
						names: sent === undefined ? undefined : names,
					});
			known = undefined;
		},
		/** Returns what the rejections so far say of the texts in those of an operation. */
		textsOf: (target: string): ErrorTexts => ({
			isTitle: (at) => find().titles.some(({ place }) => place === at),
			listDetails: () => find().details.map(({ place }) => place),
			isFixed: (place) => isFixed(target, place),
		}),
	};
}
