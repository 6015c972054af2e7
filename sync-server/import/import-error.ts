/** Nothing was imported. The message is for people. */
export class ImportError extends Error {}
