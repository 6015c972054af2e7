/** At the first space; a single word is the first name. */
export function splitFullName(name: string): { readonly firstName: string; readonly lastName: string | null } {
  const whole = name.trim()
  const space = whole.indexOf(' ')
  if (space < 0) return { firstName: whole, lastName: null }
  return { firstName: whole.slice(0, space), lastName: whole.slice(space + 1) }
}
