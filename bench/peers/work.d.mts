export const zaps: readonly object[];
export function isCommand(body: unknown): boolean;
export function acceptCommand(body: unknown): object;
