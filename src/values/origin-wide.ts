/** Headers that change how a browser treats all later requests to an origin. */
export const ORIGIN_WIDE: RegExp =
	/^(alt-svc|clear-site-data|expect-ct|nel|origin-agent-cluster|public-key-pins.*|report-to|reporting-endpoints|service-worker-allowed|strict-transport-security|use-as-dictionary)$/i;
