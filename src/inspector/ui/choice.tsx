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

/** An input that suggests the options. */
function SearchedChoice(props: ChoiceProps) {
	const { options, value, onChoose, class: name, ...attributes } = props;
	const listId = useId();
	/** What the user has typed; undefined if the input shows the value. */
	const [text, setText] = useState<string>();
	const [, label = value] = options.find(([each]) => each === value) ?? [];
	return (
		<>
			<input
				{...attributes}
				class={`choice ${name ?? ""}`}
				list={listId}
				autocomplete="off"
				spellcheck={false}
				placeholder={label}
				value={text ?? label}
				// An empty input suggests all options.
				onClick={() => setText("")}
				onInput={({ currentTarget }) => {
					setText(currentTarget.value);
					const option = options.find(
						([, each]) => each === currentTarget.value,
					);
					if (option) onChoose(option[0]);
				}}
				onBlur={() => setText(undefined)}
			/>
			<datalist id={listId}>
				{options.map(([each, label]) => (
					<option key={each} value={label} />
				))}
			</datalist>
		</>
	);
}
