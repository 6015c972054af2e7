import { extensionsOf, type FileType } from '#schema/kernel/files.ts'

const maxNameLength = 200
/** They reverse text and disguise an extension. */
const bidiControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const unsafe = /[\p{Cc}<>:"/\\|?*]/gu

/** `given` may be a path. */
export function safeFileName(path: string, type: FileType): string {
  const last = path.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!
  const name = withoutPadding(last.replace(bidiControls, '').replace(unsafe, '_').replace(/\s+/g, ' '))
  const [first, ...others] = extensionsOf(type)
  const ending = [first, ...others].find((each) => name.toLowerCase().endsWith(`.${each}`))
  const stem = ending ? name.slice(0, -ending.length - 1).trimEnd() : name
  return `${Array.from(stem || 'file')
    .slice(0, maxNameLength)
    .join('')}.${ending ?? first}`
}

/** A regular expression would be quadratic. */
function withoutPadding(name: string): string {
  const isPadding = (at: number): boolean => name[at] === '.' || name[at] === ' '
  let [start, end] = [0, name.length]
  while (start < end && isPadding(start)) start++
  while (end > start && isPadding(end - 1)) end--
  return name.slice(start, end)
}

export function typeOfName(name: string, types: readonly FileType[]): FileType | null {
  const lower = name.toLowerCase()
  return types.find((type) => extensionsOf(type).some((ending) => lower.endsWith(`.${ending}`))) ?? null
}
