export const unsentEnding = '.holdfast'
