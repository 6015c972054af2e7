export const unsentFileExtension = '.holdfast'
