import type { Control } from "../../control/control.ts";
import { VIEWS } from "../model/route.ts";
import { useInspector } from "../model/use-inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { showHelp } from "./help-dialog.tsx";
import { SessionPicker } from "./session-picker.tsx";

const loadScenarios = (control: Control) => control.scenarios();
const loadLedger = (control: Control) => control.assumptions();

const STATUS_WORDS = {
	connecting: "connecting",
	live: "live",
	lost: "not connected",
	locked: "locked",
} as const;

/** Shows the views, the session, its scenario and the connection. */
export function Header() {
	const { router, connection } = useInspector();
	const { view } = router.route.value;
	const status = connection.status.value;
	const scenarios = useResource(loadScenarios, ["scenario", "configuration"]);
	const ledger = useResource(loadLedger, []);
	const active = scenarios.data?.active;
	const refuted = ledger.data?.filter(({ status }) => status === "refuted");
	return (
		<header class="header">
			<a class="brand" href={router.link({ view: "requests" })}>
				Understudy
			</a>
			<nav class="nav" aria-label="Views">
				{VIEWS.map((name) => (
					<a
						key={name}
						href={router.link({ view: name })}
						aria-current={name === view ? "page" : undefined}
					>
						{name}
						{name === "assumptions" && !!refuted?.length && (
							<span class="badge bad" title={`${refuted.length} refuted`}>
								{refuted.length}
							</span>
						)}
					</a>
				))}
			</nav>
			<div class="header-end">
				{active !== undefined && active !== "normal" && (
					<a
						class="badge odd"
						href={router.link({ view: "behavior" })}
						title="The active scenario of the session"
					>
						scenario {active}
					</a>
				)}
				<SessionPicker />
				<span class={`status ${status}`} role="status">
					{STATUS_WORDS[status]}
				</span>
				<button
					type="button"
					class="icon"
					aria-label="Keyboard shortcuts"
					title="Keyboard shortcuts (?)"
					onClick={showHelp}
				>
					?
				</button>
			</div>
		</header>
	);
}
