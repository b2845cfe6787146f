export const DEFAULT_SESSION = "default";

/** Clients take a segment of one or two dots out of a path before they send it. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

export const isSessionName = (name: string): boolean => NAME.test(name);
