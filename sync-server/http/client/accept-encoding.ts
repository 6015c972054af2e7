/**
 * The encodings that we offer, best first. For `*` and a missing header we use none: old tools send them without
 * thought.
 */
const encodings = ['br', 'gzip']

/** The best encoding that the client accepts and that is available, else `identity`. */
export function preferredEncoding(header: string | undefined, available: readonly string[]): string {
  const accepted = new Set((header ?? '').split(',').map(readEncoding))
  return encodings.find((encoding) => accepted.has(encoding) && available.includes(encoding)) ?? 'identity'
}

/** The name of an encoding; undefined when the client declines it with a weight of zero. */
function readEncoding(part: string): string | undefined {
  const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
  return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? undefined : name
}
