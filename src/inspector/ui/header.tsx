import { DEFAULT_SESSION } from "../../engine/sessions/session-name.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { VIEWS } from "../model/route.ts";
import { Choice } from "./choice.tsx";
import { IconButton } from "./parts.tsx";

/** The texts of the header about the connection, with their tones. */
const STATUS_WORDS = {
	connecting: ["connecting", "odd"],
	live: ["live", "good"],
	lost: ["not connected", "bad"],
	locked: ["locked", "odd"],
} as const;

/** The scenario without faults and without its own data. */
export const NORMAL = "normal";

/** Shows the views, the session, its scenario and the connection. */
export function Header({ onHelp }: { onHelp(): void }) {
	const { router, connection } = useInspector();
	const [word, tone] = STATUS_WORDS[connection.status.value];
	const { active = NORMAL } = useResource("scenarios").data ?? {};
	return (
		<header class="header row">
			<a class="brand" href={router.link({ view: "requests" })}>
				<strong>Understudy</strong>
			</a>
			<Navigation />
			<div class="row end">
				{active !== NORMAL && (
					<a
						class="badge odd"
						href={router.link({ view: "behavior" })}
						title="The active scenario of the session"
					>
						scenario {active}
					</a>
				)}
				<SessionPicker />
				<span class="faint" role="status">
					<span class={tone} aria-hidden="true">
						●
					</span>{" "}
					{word}
				</span>
				<IconButton
					label="Keyboard shortcuts"
					title="Keyboard shortcuts (?)"
					onClick={onHelp}
				>
					?
				</IconButton>
			</div>
		</header>
	);
}

function Navigation() {
	const { router } = useInspector();
	const { view } = router.route.value;
	const { data: ledger = [] } = useResource("assumptions");
	const refuted = ledger.filter(({ status }) => status === "refuted").length;
	return (
		<nav class="tabs" aria-label="Views">
			{VIEWS.map((name) => (
				<a
					key={name}
					href={router.link({ view: name })}
					aria-current={name === view ? "page" : undefined}
				>
					{name}{" "}
					{name === "assumptions" && refuted > 0 && (
						<span class="badge bad" title={`${refuted} refuted`}>
							{refuted}
						</span>
					)}
				</a>
			))}
		</nav>
	);
}

/** Selects the session that all views show and change. Only requests and assumptions can cover all sessions. */
function SessionPicker() {
	const { router, session, resources } = useInspector();
	const { view, id } = router.route.value;
	const { data = [] } = useResource("sessions");
	const showsAll = view === "requests" || view === "assumptions";
	const selected = session.value ?? (showsAll ? "" : DEFAULT_SESSION);
	const names = new Set([DEFAULT_SESSION, ...data.map((each) => each.id)]);
	if (selected) names.add(selected);
	const keptId = view === "state" || view === "assumptions" ? id : "";
	return (
		<div class="session-picker">
			<span class="faint" aria-hidden="true">
				Session
			</span>{" "}
			<Choice
				aria-label="Session"
				options={[
					...(showsAll ? [["", "all sessions"] as const] : []),
					...[...names].map((name) => [name, name] as const),
				]}
				value={selected}
				onFocus={resources.reload}
				onChoose={(value) =>
					router.go({ id: keptId, query: { session: value } })
				}
			/>
		</div>
	);
}
