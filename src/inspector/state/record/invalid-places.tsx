import { ControlError } from "../../../control/control-error.ts";
import { errorMessage } from "../../../values/error-message.ts";

type InvalidPlace = ControlError["errors"][number];

const MAX_SHOWN = 20;

/** Shows an error with its invalid places, each of which can be selected if there is a text. */
export function InvalidPlaces({
	error,
	onSelect,
}: {
	readonly error: unknown;
	onSelect?(pointer: string): void;
}) {
	const isControl = error instanceof ControlError;
	const places = isControl ? error.errors : [];
	const hidden = places.length - MAX_SHOWN;
	return (
		<div class="state-error" role="alert">
			<p class="error">{isControl ? error.detail : errorMessage(error)}</p>
			{places.length > 0 && (
				<ul>
					{places.slice(0, MAX_SHOWN).map((place) => (
						<Place place={place} onSelect={onSelect} />
					))}
					{hidden > 0 && <li class="faint">and {hidden} more</li>}
				</ul>
			)}
		</div>
	);
}

function Place({
	place,
	onSelect,
}: {
	readonly place: InvalidPlace;
	readonly onSelect: ((pointer: string) => void) | undefined;
}) {
	const pointer = "pointer" in place ? place.pointer : "";
	const name = pointer || "the whole";
	return (
		<li class="wrap">
			{onSelect ? (
				<button
					type="button"
					class="state-place mono"
					title="Select this place in the text"
					onClick={() => onSelect(pointer)}
				>
					{name}
				</button>
			) : (
				<code>{name}</code>
			)}{" "}
			{place.detail}
		</li>
	);
}
