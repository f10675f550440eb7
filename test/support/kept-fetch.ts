/** The `fetch` of the moment when this module is imported, as a typed client keeps it. */
export const keptFetch = globalThis.fetch
