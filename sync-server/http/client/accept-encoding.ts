/** Best first. `*` and a missing header get none: old tools send them. */
const encodings = ['br', 'gzip']

export function preferredEncoding(header: string | undefined, available: readonly string[]): string {
  const accepted = new Set((header ?? '').split(',').map(readEncoding))
  return encodings.find((encoding) => accepted.has(encoding) && available.includes(encoding)) ?? 'identity'
}

function readEncoding(part: string): string | undefined {
  const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? undefined : name
}
