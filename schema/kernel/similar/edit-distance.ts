const longest = 64
const rows = [0, 1, 2].map(() => new Uint8Array(longest + 1))

/**
 * Whether at most `edits` letters are missing, extra, wrong or swapped with their neighbor (optimal string alignment).
 * As a part, `typed` is compared with the beginning of the word.
 */
export function isWithinEdits(typed: string, word: string, edits: number, isPart = false): boolean {
  if (typed.length > longest || word.length > longest || typed.length - word.length > edits) return false
  if (!isPart && word.length - typed.length > edits) return false
  const width = Math.min(word.length, typed.length + edits)
  let [beforeLast, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= width; column++) last[column] = column
  for (let line = 1; line <= typed.length; line++) {
    row[0] = line
    let least = line
    for (let column = 1; column <= width; column++) {
      const isSame = typed[line - 1] === word[column - 1]
      let cost = Math.min(last[column - 1]! + (isSame ? 0 : 1), last[column]! + 1, row[column - 1]! + 1)
      const isSwapped =
        line > 1 && column > 1 && typed[line - 1] === word[column - 2] && typed[line - 2] === word[column - 1]
      if (isSwapped) cost = Math.min(cost, beforeLast[column - 2]! + 1)
      row[column] = cost
      if (cost < least) least = cost
    }
    if (least > edits) return false
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  if (!isPart) return last[width]! <= edits
  for (let column = 0; column <= width; column++) if (last[column]! <= edits) return true
  return false
}
