/** Matches a URI reference (RFC 3986), in JavaScript and in Pact's Oniguruma. The empty string is one too. */
export const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
