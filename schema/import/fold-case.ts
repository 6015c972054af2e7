/** The text without its letter case, as look-ups and keys compare it; nothing else is evened out. */
export const foldCase = (text: string): string => text.toLowerCase()
