/** The file, map or importer is invalid: nothing was imported. The message is for people. */
export class ImportError extends Error {}
