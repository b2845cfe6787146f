/** The characters that a reference of RFC 3986 may have; the empty text is one too. For JavaScript and for Oniguruma. */
export const URI_REFERENCE =
	"([A-Za-z0-9._~:\\/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*";
