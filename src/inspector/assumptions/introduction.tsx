import { useInspector } from "../model/use-inspector.ts";
import { type Assumption, describeUses } from "./select-assumptions.ts";

/** Says what an assumption is, what is wrong now, and how to check the assumptions. */
export function Introduction({ all }: { readonly all: readonly Assumption[] }) {
	return (
		<header class="assumptions-intro">
			<h1>Assumptions</h1>
			<p>
				The specification leaves these points open; the mock chose. Do not rely
				on an assumption until it is confirmed.
			</p>
			<Refuted refuted={all.filter(({ status }) => status === "refuted")} />
			<details>
				<summary>How to check them against the real service</summary>
				<p>
					Run this in the folder where the mock is started, then start the mock
					again:
				</p>
				<pre>
					npx zaps-understudy ledger init{"\n"}
					npx zaps-understudy verify &lt;url of the service&gt; --record
				</pre>
				<p class="faint">
					The first command writes the file of results; run it once. The second
					one confirms or refutes each assumption that can be tested. It creates
					zaps and submits commands, so a service on another machine needs{" "}
					<code>--allow-writes</code>. To make the mock behave like a service
					that refutes an assumption, change the OpenAPI document in a
					repository of your own (<code>docs/adopt.md</code> of the package).
				</p>
			</details>
		</header>
	);
}

function Refuted({ refuted }: { readonly refuted: readonly Assumption[] }) {
	const { router } = useInspector();
	if (refuted.length === 0) return null;
	return (
		<div class="assumptions-alert">
			<p>
				<strong>
					{refuted.length === 1
						? "1 assumption is refuted."
						: `${refuted.length} assumptions are refuted.`}
				</strong>{" "}
				Code that works with this mock can fail with the real service.
			</p>
			<ul>
				{refuted.map(({ id, uses }) => (
					<li key={id}>
						<a class="mono" href={router.link({ id })}>
							{id}
						</a>{" "}
						<span class="faint">
							{uses > 0 && "used by "}
							{describeUses(uses)}
						</span>
					</li>
				))}
			</ul>
		</div>
	);
}
