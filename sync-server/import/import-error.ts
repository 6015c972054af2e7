/** The file, the map or the importer is wrong as a whole: nothing was imported. The message is for people. */
export class ImportError extends Error {}
