import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import type { VerificationReport } from "../report.ts";
import { SAYS } from "./describe-status.ts";
import {
	type DifferenceSummary,
	listOperations,
} from "./summarize-differences.ts";

type Differences = readonly [DifferenceSummary, ...DifferenceSummary[]];

/** Differences that are probably fixed together, such as those in the form of all errors, or a single one. */
export interface DifferenceGroup {
	/** Its place in the order of the report, from 1. */
	readonly number: number;
	/** A predicate of the operations, or a sentence about the response. */
	readonly title: string;
	/** The operations, and the title. */
	readonly name: string;
	/** The same without the words of the service. */
	readonly shortName: string;
	readonly operations: readonly string[];
	readonly differences: Differences;
	/** How many failed checks it explains. */
	readonly failed: number;
	/** How many of these were not reached. */
	readonly notReached: number;
	/** How many failed checks it explains, or else how many responses show it. */
	readonly weight: string;
	/** Whether it fails the build. */
	readonly binds: boolean;
}

/** The order in which every report shows the differences. */
export interface GroupedDifferences {
	/** What to fix first: everything if there is little. */
	readonly causes: readonly DifferenceGroup[];
	/** All others, by operation: those of several operations first. */
	readonly byOperation: readonly {
		/** Undefined for those of several operations. */
		readonly operation: string | undefined;
		readonly groups: readonly DifferenceGroup[];
	}[];
}

/** Checks that were not reached for the same reason. */
export interface UnreachedChecks {
	readonly because: string;
	/** The difference that prevents them. */
	readonly cause: DifferenceGroup | undefined;
	readonly descriptions: readonly string[];
}

type Unnumbered = Omit<DifferenceGroup, "number">;

/** A list of this length needs no order but that by weight. */
const MAX_SHORT = 5;
const MAX_CAUSES = 7;
/** How many failed checks make a difference a cause: this share, and at least this number. */
const [MIN_SHARE, MIN_FAILED] = [0.05, 5];

const TITLES = {
	errors: () => "sends errors in another form",
	request: () => "takes requests in another form",
	rejection: ([{ title }]: Differences) =>
		title.replace(
			/^rejects .*? (?=with \d+ instead of )/,
			"rejects valid requests ",
		),
	acceptance: ({ length }: Differences) =>
		`accepts ${length} kinds of invalid requests`,
};

/** @param notReached the descriptions of the checks that were not reached */
function createGroup(
	differences: Differences,
	notReached: ReadonlySet<string>,
): Unnumbered {
	const [first] = differences;
	const { topic } = first;
	const operations = [
		...new Set(differences.flatMap((each) => each.operations)),
	];
	const title =
		differences.length > 1 && topic ? TITLES[topic](differences) : first.title;
	const count = Math.max(...differences.map((each) => each.count));
	const failed = [...new Set(differences.flatMap((each) => each.explains))];
	const name = `${listOperations(operations)}: ${title}`;
	const [shortName = name] = name.split(SAYS);
	return {
		...{ title, name, shortName, operations, differences },
		failed: failed.length,
		weight:
			failed.length > 0
				? plural(failed.length, "failed check")
				: plural(count, "response"),
		notReached: failed.filter((each) => notReached.has(each)).length,
		binds: differences.some(({ binds }) => binds),
	};
}

/** The form of errors is usually one piece of code for all operations. */
const keyOf = ({ topic, operations }: DifferenceSummary, index: number) =>
	JSON.stringify(
		topic === undefined ? index : [topic, topic === "errors" || operations],
	);

/** Groups that explain as many checks keep the order of their differences. */
const byWeight = (a: Unnumbered, b: Unnumbered): number =>
	Number(b.binds) - Number(a.binds) || b.failed - a.failed;

/**
 * Puts first what explains most failed checks or prevented checks, and what fails the build unless everything does. The
 * rest follows by operation.
 * @param differences ordered by weight
 */
export function groupDifferences(
	{ surface, interactions, notReached }: VerificationReport,
	differences: readonly DifferenceSummary[],
): GroupedDifferences {
	const prevented = new Set(notReached.map(({ description }) => description));
	const groups = groupBy(differences, (each) =>
		keyOf(each, differences.indexOf(each)),
	)
		.map((group) => createGroup(group, prevented))
		.sort(byWeight);
	const failed = interactions.filter(({ passed }) => !passed).length;
	const minFailed = Math.max(MIN_FAILED, failed * MIN_SHARE);
	const isCause = ({ operations, differences, ...group }: Unnumbered) => {
		const [{ topic }] = differences;
		if (group.notReached > 0) return true;
		if (topic === "errors" && operations.length > 1) return true;
		// What is accepted prevents nothing: each explains the check that sends it.
		return topic !== "acceptance" && group.failed >= minFailed;
	};
	const allBind = groups.every(({ binds }) => binds);
	const heavy = groups.filter(
		(each) => isCause(each) || (each.binds && !allBind),
	);
	const first =
		heavy.length > 0 ? heavy.slice(0, MAX_CAUSES) : groups.slice(0, 3);
	const causes = groups.length <= MAX_SHORT ? groups : first;
	const others = groups.filter((each) => !causes.includes(each));
	const order = ["", ...surface.map(({ operation }) => operation)];
	const operationOf = ({ operations }: Unnumbered): string =>
		operations.length === 1 ? (operations[0] ?? "") : "";
	const sections = groupBy(others, operationOf).sort(
		([a], [b]) => order.indexOf(operationOf(a)) - order.indexOf(operationOf(b)),
	);
	let number = 0;
	const count = (group: Unnumbered): DifferenceGroup => ({
		number: ++number,
		...group,
	});
	return {
		causes: causes.map(count),
		byOperation: sections.map((section) => ({
			operation: operationOf(section[0]) || undefined,
			groups: section.map(count),
		})),
	};
}

/** The beginning of the response, which may differ in each of several responses of the same kind. */
const RESPONSE = /(responded with \d+[^:]*|did not return [^:]*): .*/s;

/** Returns the checks that were not reached by the reason, those with the most checks first. */
export function groupUnreached(
	{ notReached }: VerificationReport,
	groups: readonly DifferenceGroup[],
): UnreachedChecks[] {
	const found = notReached.map(({ description, because }) => {
		const [id = ""] = because.split(", called ");
		const rejection = groups.find(
			({ operations, differences: [{ topic }] }) =>
				topic === "rejection" && operations.includes(id),
		);
		const cause =
			rejection ??
			groups.find(({ differences }) =>
				differences.some(({ explains }) => explains.includes(description)),
			);
		// The difference shows the response.
		const reason = cause ? because.replace(RESPONSE, "$1") : because;
		return {
			because: rejection
				? `${id} rejects the valid request that these checks need`
				: reason,
			...{ cause, description },
		};
	});
	return groupBy(found, ({ because }) => because)
		.map((group) => ({
			because: group[0].because,
			cause: group[0].cause,
			descriptions: group.map(({ description }) => description),
		}))
		.sort((a, b) => b.descriptions.length - a.descriptions.length);
}

/** Returns all groups in order. */
export const listGroups = ({
	causes,
	byOperation,
}: GroupedDifferences): readonly DifferenceGroup[] => [
	...causes,
	...byOperation.flatMap(({ groups }) => groups),
];
