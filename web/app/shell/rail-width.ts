const usual = 72
const letter = 5.75
const edges = 8

/** The rail of tablets in pixels: wide enough for its longest word, because a divided one is hard to read. */
export const railWidth = (labels: readonly string[]): number =>
  Math.max(usual, Math.ceil(edges + letter * Math.max(...labels.flatMap((label) => label.split(' ')).map(lettersIn))))

/** Without marks that share the space of a letter, which Hindi has many of. */
const lettersIn = (word: string): number => word.replace(/\p{M}/gu, '').length
