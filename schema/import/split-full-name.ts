/** At the first space; a single word is the first name. */
export function splitFullName(name: string): { readonly firstName: string; readonly lastName: string | null } {
  const trimmed = name.trim()
  const space = trimmed.indexOf(' ')
  if (space < 0) return { firstName: trimmed, lastName: null }
  return { firstName: trimmed.slice(0, space), lastName: trimmed.slice(space + 1) }
}
