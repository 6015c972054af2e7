/** A file that is larger than any that people import: reading it could end the tab. */
export class TooLarge extends Error {}
