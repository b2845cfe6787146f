interface ImportMetaEnv {
	/** The base URL of the service. Defaults to the origin of the page. */
	readonly VITE_API_URL?: string;
}
