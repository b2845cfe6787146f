/** A header of every answer of the control API; its value is the version of the API. */
export const API_HEADER = "mock-control";
