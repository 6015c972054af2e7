const minWidth = 72
const letterWidth = 5.75
const padding = 8

/** Wide enough for its longest word, because a divided one is hard to read. */
export const railWidth = (labels: readonly string[]): number =>
  Math.max(
    minWidth,
    Math.ceil(padding + letterWidth * Math.max(...labels.flatMap((label) => label.split(' ')).map(letterCount))),
  )

/** Without Hindi's marks, which share the space of a letter. */
const letterCount = (word: string): number => word.replace(/\p{M}/gu, '').length
