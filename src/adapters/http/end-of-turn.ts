let turn: Promise<void> | undefined;

/**
 * Resolves at the end of this turn of the event loop, when everything that clients sent has been read. Responses that are
 * written together wake a client once, instead of once for each.
 */
export function endOfTurn(): Promise<void> {
	turn ??= new Promise((resolve) => {
		setImmediate(() => {
			turn = undefined;
			resolve();
		});
	});
	return turn;
}
