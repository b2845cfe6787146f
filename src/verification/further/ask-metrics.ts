import { attempt } from "../../values/errors.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import { type Exposition, readMetrics } from "../../values/read-exposition.ts";
import type {
	ContractOperation,
	Exchange,
	OutgoingRequest,
} from "../contract.ts";
import {
	describeInner,
	describeObjects,
	describeValue,
} from "../differences/describe-parts.ts";
import { readNamed } from "../named-metrics.ts";
import { buildRequest } from "../operations.ts";
import { type Asking, isSuccess } from "./asking.ts";

/** By series, such as `requests{path="/"}`: a number, or by how much it has grown. */
type Numbers = ReadonlyMap<string, number>;

/** Series that do not count requests. */
const OTHERS = /_(sum|bucket)$/;

/** Returns the numbers of all series that may count requests. */
const listNumbers = ({ samples }: Exposition): Numbers =>
	new Map(
		samples.flatMap(({ name, labels, value }) => {
			const all = Object.entries(labels)
				.map(([label, text]) => `${label}=${JSON.stringify(text)}`)
				.join(",");
			return OTHERS.test(name)
				? []
				: [[all === "" ? name : `${name}{${all}}`, value] as const];
		}),
	);

/** Returns by how much each series has grown. */
const compare = (before: Numbers, after: Numbers): Numbers =>
	new Map(
		Array.from(after, ([key, value]) => [key, value - (before.get(key) ?? 0)]),
	);

/** A request that some services count in another way than the mock does. */
interface Kind {
	readonly what: string;
	/** Whether the mock counts it: in the same series as the usual request, in others, or not. */
	readonly counted: "alike" | "apart" | "not";
	create(usual: OutgoingRequest, asking: Asking): OutgoingRequest | undefined;
}

const KINDS: readonly Kind[] = [
	{
		...{ what: "HEAD requests", counted: "alike" },
		create: (usual) => ({ ...usual, method: "HEAD" }),
	},
	{
		...{ what: "requests to unknown paths", counted: "not" },
		create: ({ method, path }) => ({ method, path: `${path}-understudy` }),
	},
	{
		...{ what: "requests that it rejects", counted: "apart" },
		create(_, { operations }) {
			const writing = operations.find(({ bodies }) => bodies.length > 0);
			return writing && { ...buildRequest(writing, { body: {} }), body: "{" };
		},
	},
];

const familyOf = (series = ""): string => series.replace(/\{.*/, "");

/** Reads the metrics of an operation before and after requests. */
async function askOperation(
	asking: Asking,
	{ id, method, path }: ContractOperation,
	usual: OutgoingRequest,
): Promise<void> {
	const { ask, tell, contract } = asking;
	let shown: Exchange | undefined;
	let value: Exchange | undefined;
	const values: unknown[] = [];
	const readValue = async (at: string): Promise<string | undefined> => {
		value = await ask({ method, path: at });
		if (!value || !isSuccess(value)) return undefined;
		values.push(tryParseJson(`${value.response.body}`));
		return `${value.response.body}`;
	};
	async function read(): Promise<Numbers | undefined> {
		shown = await ask({ method, path });
		const text = await readNamed(
			...([`${shown?.response.body ?? ""}`, path] as const),
			contract.documented.metricFamilies,
			readValue,
		);
		const exposition = attempt(() => readMetrics(text));
		return exposition && listNumbers(exposition);
	}
	let before = await read();
	const again = await read();
	if (!before || before.size === 0 || !again) return;
	const unknown = value && (await ask({ method, path: `${path}/understudy` }));
	if (value && unknown) {
		const [first] = values;
		const shape = isObject(first)
			? describeObjects(values.filter(isObject)) + describeInner(first)
			: describeValue(first);
		const actual = `returns values only at ${path}/{name}, each as ${shape}, and responds with ${unknown.response.status} to other names`;
		tell(id, value, { where: "$", expected: "values", actual });
	}
	const ofReading = compare(before, again);
	before = again;
	/** Lists the series that a request adds to, beside those to which each reading does. */
	async function listGrown(request: OutgoingRequest): Promise<string[]> {
		await ask(request);
		const after = await read();
		const growth = after && before ? compare(before, after) : new Map();
		before = after;
		return [...growth].flatMap(([key, value]) =>
			value - (ofReading.get(key) ?? 0) >= 1 ? [key] : [],
		);
	}
	const first = await listGrown(usual);
	const second = await listGrown(usual);
	const known = first.filter((each) => second.includes(each));
	if (known.length === 0) return;
	const note = (what: string, actual: string): void => {
		const expected = `the usual count of ${what}`;
		if (shown) tell(id, shown, { where: "$", expected, actual });
	};
	const isOwn = [...ofReading].some(
		([key, value]) => value > 0 && familyOf(key) === familyOf(known[0]),
	);
	if (!isOwn) note("readings", "counts no requests for the metrics themselves");
	for (const { what, counted, create } of KINDS) {
		const request = create(usual, asking);
		const grown = request ? await listGrown(request) : known;
		const series = grown.find((each) => !known.includes(each));
		const isAlike = known.every((each) => grown.includes(each));
		if (counted !== "not" && grown.length === 0)
			note(what, `counts no ${what}`);
		const isOther = counted === "not" || (counted === "alike" && !isAlike);
		if (isOther && series) note(what, `counts ${what}, as ${series}`);
	}
}

/** Finds which requests the metrics of a service count. */
export async function askMetrics(asking: Asking): Promise<void> {
	const { operations, createRequest } = asking;
	const [usual] = operations.filter(({ method }) => method === "GET");
	if (!usual) return;
	for (const operation of operations)
		if (operation !== usual && operation.method === "GET")
			await askOperation(asking, operation, createRequest(usual));
}
