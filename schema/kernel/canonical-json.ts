/** Sorted keys give equal values equal texts. Only for values that came from JSON. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const record = value as Readonly<Record<string, unknown>>
  let members = ''
  for (const key of Object.keys(record).sort()) {
    const member = record[key]
    if (member !== undefined) members += `${members && ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}
