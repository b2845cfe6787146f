import type { RefObject } from "preact";
import { useInspector } from "../model/inspector.ts";
import { KINDS, type Kind, STATUS_CLASSES } from "./filter.ts";

const KIND_WORDS: Readonly<Record<Kind, string>> = {
	unmatched: "without an operation",
	violations: "with violations",
	faults: "with faults",
	forwarded: "from the real service",
};

/** The conditions of the list, which are part of the address. */
export function FilterBar({
	operations,
	search,
	onOpen,
}: {
	readonly operations: readonly string[];
	readonly search: RefObject<HTMLInputElement | null>;
	/** Opens the first request of the list. */
	onOpen(): void;
}) {
	const { router } = useInspector();
	const { id, query } = router.route.value;
	const set = (name: string) => (value: string) =>
		router.go({ id, query: { [name]: value } }, { replace: true });
	return (
		<search class="requests-filters" aria-label="Filter requests">
			<input
				ref={search}
				type="search"
				placeholder="Search path, headers, bodies"
				aria-label="Search path, headers and bodies"
				value={query.text ?? ""}
				onInput={({ currentTarget: { value } }) => set("text")(value)}
				onKeyDown={({ key }) => {
					if (key === "Enter" || key === "ArrowDown") onOpen();
				}}
			/>
			<Choice
				label="Operation"
				all="operation"
				value={query.operation}
				options={operations.map((name) => [name, name])}
				onChange={set("operation")}
			/>
			<Choice
				label="Status"
				all="status"
				value={query.status}
				options={STATUS_CLASSES.map((digit) => [
					digit,
					digit === "0" ? "broken" : `${digit}xx`,
				])}
				onChange={set("status")}
			/>
			<Choice
				label="Kind"
				all="kind"
				value={query.only}
				options={KINDS.map((kind) => [kind, KIND_WORDS[kind]])}
				onChange={set("only")}
			/>
			{query.assumption && (
				<button
					type="button"
					title="Remove this condition"
					onClick={() => set("assumption")("")}
				>
					uses {query.assumption} ✕
				</button>
			)}
		</search>
	);
}

function Choice({
	label,
	all,
	value = "",
	options,
	onChange,
}: {
	readonly label: string;
	readonly all: string;
	readonly value: string | undefined;
	readonly options: readonly (readonly [value: string, label: string])[];
	onChange(value: string): void;
}) {
	return (
		<select
			aria-label={label}
			class={value ? "is-set" : undefined}
			value={value}
			onChange={(event) => onChange(event.currentTarget.value)}
		>
			<option value="">{all}</option>
			{options.map(([key, text]) => (
				<option key={key} value={key}>
					{text}
				</option>
			))}
		</select>
	);
}
