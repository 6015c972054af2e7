// What people call a record.
import type { Values } from './parse.ts'

/** Its own name, a person's first and last name, or that of the project it belongs to; undefined when there is none. */
export function recordNameOf(
  row: Values,
  read: (entity: string, id: string) => Values | undefined = () => undefined,
): string | undefined {
  const full = [row['firstName'], row['lastName']].filter(Boolean).join(' ')
  const own = row['name'] ?? (full || undefined)
  if (typeof own === 'string' && own) return own
  const projectId = row['projectId']
  return typeof projectId === 'string' ? recordNameOf(read('projects', projectId) ?? {}) : undefined
}
