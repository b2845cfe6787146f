import { useState } from "preact/hooks";
import { RequestFailure } from "./request-failure.ts";
import type { Zap } from "./zaps-api.ts";

interface ZapFormProps {
	create(name: string): Promise<Zap>;
}

/** Creates zaps. The service decides which names are valid. */
export function ZapForm({ create }: ZapFormProps) {
	const [name, setName] = useState("");
	const [sending, setSending] = useState(false);
	const [created, setCreated] = useState("");
	const [failure, setFailure] = useState<RequestFailure>();
	const invalidName = failure?.invalid.get("/name");

	async function submit(event: SubmitEvent): Promise<void> {
		event.preventDefault();
		if (sending) return;
		setSending(true);
		setCreated("");
		setFailure(undefined);
		try {
			setCreated((await create(name)).name);
			setName("");
		} catch (error) {
			if (!(error instanceof RequestFailure)) throw error;
			setFailure(error);
		} finally {
			setSending(false);
		}
	}

	return (
		<form onSubmit={submit}>
			<label for="name">Name of the new zap</label>
			<div class="row">
				<input
					id="name"
					autocomplete="off"
					value={name}
					aria-invalid={invalidName !== undefined}
					aria-describedby="outcome"
					onInput={(event) => setName(event.currentTarget.value)}
				/>
				<button type="submit" aria-disabled={sending}>
					Create
				</button>
			</div>
			<p id="outcome" role="status" class={failure && "failure"}>
				{invalidName ? `The name ${invalidName}.` : failure?.message}
				{created && `Created “${created}”.`}
			</p>
		</form>
	);
}
