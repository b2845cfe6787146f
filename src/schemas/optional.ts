/** The same properties, each of which may also be undefined. */
export type Optional<Schema> = {
	readonly [Name in keyof Schema]?: Schema[Name] | undefined;
};
