import { useId, useState } from "preact/hooks";

/** The values to choose from, each with its label. */
export type Options = readonly (readonly [value: string, label: string])[];

interface ChoiceProps {
	readonly options: Options;
	readonly value: string;
	onChoose(value: string): void;
	/** Those of the input element. */
	readonly [attribute: string]: unknown;
}

/** More options are searched. */
export const MAX_LISTED = 12;
/** How many options a search shows at once. */
const MAX_FOUND = 50;

/** Returns the options whose label contains each word of the text. */
export function findOptions(options: Options, text: string): Options {
	const words = text.toLowerCase().split(/\s+/);
	return options.filter(([, label]) =>
		words.every((word) => label.toLowerCase().includes(word)),
	);
}

/** Chooses one of the options: from a list if there are few, else by a search. */
export const Choice = (props: ChoiceProps) =>
	props.options.length > MAX_LISTED ? (
		<SearchedChoice {...props} />
	) : (
		<ListedChoice {...props} />
	);

const ListedChoice = ({ options, onChoose, ...attributes }: ChoiceProps) => (
	<select
		{...attributes}
		onChange={({ currentTarget }) => onChoose(currentTarget.value)}
	>
		{options.map(([value, label]) => (
			<option key={value} value={value}>
				{label}
			</option>
		))}
	</select>
);

/** A combobox as the ARIA Authoring Practices describe it. */
function SearchedChoice(props: ChoiceProps) {
	const { options, value, onChoose, class: name, ...attributes } = props;
	const listId = useId();
	/** What the user has typed; undefined while the list is closed. */
	const [text, setText] = useState<string>();
	const [active, setActive] = useState(0);
	const isOpen = text !== undefined;
	const found = isOpen ? findOptions(options, text) : [];
	const shown = found.slice(0, MAX_FOUND);
	const [, label = value] = options.find(([each]) => each === value) ?? [];

	function search(typed: string | undefined): void {
		setText(typed);
		setActive(0);
	}
	function choose(option: Options[number] | undefined): void {
		search(undefined);
		if (option) onChoose(option[0]);
	}
	function press(event: KeyboardEvent): void {
		const { length } = shown;
		const moves: Readonly<Record<string, () => void>> = {
			ArrowDown: () =>
				isOpen ? setActive((active + 1) % Math.max(length, 1)) : search(""),
			ArrowUp: () => setActive((active + length - 1) % Math.max(length, 1)),
			Enter: () => choose(shown[active]),
			Escape: () => search(undefined),
		};
		const move = moves[event.key];
		if (!move || (!isOpen && event.key !== "ArrowDown")) return;
		event.preventDefault();
		event.stopPropagation();
		move();
	}
	return (
		<span class="choice">
			<input
				{...attributes}
				class={String(name ?? "")}
				role="combobox"
				aria-expanded={isOpen}
				aria-controls={listId}
				aria-autocomplete="list"
				aria-activedescendant={
					shown[active] ? `${listId}-${active}` : undefined
				}
				autocomplete="off"
				spellcheck={false}
				placeholder={label}
				value={isOpen ? text : label}
				onClick={() => !isOpen && search("")}
				onInput={({ currentTarget }) => search(currentTarget.value)}
				onKeyDown={press}
				onBlur={() => search(undefined)}
			/>
			<div class="options" id={listId} role="listbox" hidden={!isOpen}>
				{shown.map((option, index) => (
					<div
						key={option[0]}
						id={`${listId}-${index}`}
						role="option"
						tabIndex={-1}
						aria-selected={index === active}
						// Not a click: the input would lose the focus before.
						onMouseDown={(event) => {
							event.preventDefault();
							choose(option);
						}}
					>
						{option[1]}
					</div>
				))}
				{found.length > MAX_FOUND && (
					<p class="faint">
						{found.length - MAX_FOUND} more: type to find them
					</p>
				)}
				{isOpen && found.length === 0 && <p class="faint">Nothing matches</p>}
			</div>
		</span>
	);
}
