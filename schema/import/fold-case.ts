/** The text without its letter case, as look-ups and keys compare it; spaces and accents still count. */
export const foldCase = (text: string): string => text.toLowerCase()
