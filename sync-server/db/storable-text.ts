/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')
