const minWidth = 72
const letterWidth = 5.75
const padding = 8

/** The rail of tablets in pixels: wide enough for its longest word, because a divided one is hard to read. */
export const railWidth = (labels: readonly string[]): number =>
  Math.max(
    minWidth,
    Math.ceil(padding + letterWidth * Math.max(...labels.flatMap((label) => label.split(' ')).map(letterCount))),
  )

/** Without marks that share the space of a letter, which Hindi has many of. */
const letterCount = (word: string): number => word.replace(/\p{M}/gu, '').length
