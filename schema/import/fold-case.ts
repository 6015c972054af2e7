/** Spaces and accents still count. */
export const foldCase = (text: string): string => text.toLowerCase()
