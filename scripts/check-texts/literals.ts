// `*` stands for a template's hole; code in a hole is searched, comments are skipped.

export function literalsOf(source: string): string[] {
  const found: string[] = []
  read(source, 0, found, undefined)
  return found
}

function read(source: string, from: number, found: string[], end: '}' | undefined): number {
  let at = from
  for (let depth = 0; at < source.length; at++) {
    const here = source[at]!
    if (here === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) at = afterComment(source, at) - 1
    else if (here === "'" || here === '"') at = quoted(source, at, found)
    else if (here === '`') at = template(source, at, found)
    else if (here === '{') depth++
    else if (here === '}' && depth-- === 0 && end) return at
  }
  return at
}

function afterComment(source: string, from: number): number {
  const isLine = source[from + 1] === '/'
  const end = source.indexOf(isLine ? '\n' : '*/', from + 2)
  return end < 0 ? source.length : end + (isLine ? 0 : 2)
}

/** An apostrophe without a closing one on its line is not a literal. */
function quoted(source: string, from: number, found: string[]): number {
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === source[from]) {
      found.push(source.slice(from + 1, at))
      return at
    }
  }
  return from
}

function template(source: string, from: number, found: string[]): number {
  let text = ''
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') text += source[++at]
    else if (source[at] === '`') {
      found.push(text)
      return at
    } else if (source[at] === '$' && source[at + 1] === '{') {
      at = read(source, at + 2, found, '}')
      text += '*'
    } else text += source[at]
  }
  return source.length
}
