/** The text without what PostgreSQL cannot store: NUL, and half a surrogate pair. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')
