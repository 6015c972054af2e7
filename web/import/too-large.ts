/** Thrown for files so large that reading them could crash the tab. */
export class TooLarge extends Error {}
