let turn: Promise<void> | undefined;

/**
 * Resolves for all who wait for it once this turn of the event loop has read what clients sent. Answers that are
 * written one after the other wake a client once; one that has gone back to sleep in between costs its waking each time.
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
