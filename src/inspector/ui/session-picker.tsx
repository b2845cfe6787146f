import type { Control } from "../../control/control.ts";
import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { useInspector } from "../model/use-inspector.ts";
import { useResource } from "../model/use-resource.ts";

const loadSessions = (control: Control) => control.sessions();

/** Selects the session that all views show and change. Only requests and assumptions can be those of all sessions. */
export function SessionPicker() {
	const { router, session } = useInspector();
	const { view, id } = router.route.value;
	const { data = [], reload } = useResource(loadSessions, [
		"session",
		"used-assumptions",
	]);
	const showsAll = view === "requests" || view === "assumptions";
	const selected = session.value ?? (showsAll ? "" : DEFAULT_SESSION);
	const names = new Set([DEFAULT_SESSION, ...data.map((each) => each.id)]);
	if (selected) names.add(selected);
	return (
		<label class="session-picker">
			<span class="label">Session</span>
			<select
				value={selected}
				onFocus={reload}
				onChange={({ currentTarget: { value } }) =>
					router.go({
						id: view === "state" || view === "assumptions" ? id : "",
						query: { session: value },
					})
				}
			>
				{showsAll && <option value="">all sessions</option>}
				{[...names].map((name) => (
					<option key={name} value={name}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
