/** The response header that marks every response of the control API; its value is the version of the API. */
export const API_HEADER = "mock-control";
export const API_VERSION = "1";
