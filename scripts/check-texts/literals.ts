// `*` stands for a template's hole; code in a hole is searched, comments are skipped.

export function literalsOf(source: string): string[] {
  const found: string[] = []
  read(source, 0, found, undefined)
  return found
}

function read(source: string, from: number, found: string[], end: '}' | undefined): number {
  let index = from
  for (let depth = 0; index < source.length; index++) {
    const character = source[index]!
    if (character === '/' && (source[index + 1] === '/' || source[index + 1] === '*'))
      index = afterComment(source, index) - 1
    else if (character === "'" || character === '"') index = quoted(source, index, found)
    else if (character === '`') index = template(source, index, found)
    else if (character === '{') depth++
    else if (character === '}' && depth-- === 0 && end) return index
  }
  return index
}

function afterComment(source: string, from: number): number {
  const isLine = source[from + 1] === '/'
  const end = source.indexOf(isLine ? '\n' : '*/', from + 2)
  return end < 0 ? source.length : end + (isLine ? 0 : 2)
}

/** An apostrophe without a closing one on its line is not a literal. */
function quoted(source: string, from: number, found: string[]): number {
  for (let index = from + 1; index < source.length && source[index] !== '\n'; index++) {
    if (source[index] === '\\') index++
    else if (source[index] === source[from]) {
      found.push(source.slice(from + 1, index))
      return index
    }
  }
  return from
}

function template(source: string, from: number, found: string[]): number {
  let text = ''
  for (let index = from + 1; index < source.length; index++) {
    if (source[index] === '\\') text += source[++index]
    else if (source[index] === '`') {
      found.push(text)
      return index
    } else if (source[index] === '$' && source[index + 1] === '{') {
      index = read(source, index + 2, found, '}')
      text += '*'
    } else text += source[index]
  }
  return source.length
}
