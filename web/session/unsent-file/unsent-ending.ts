/** How the name of a file of unsent changes ends. */
export const unsentEnding = '.holdfast'
