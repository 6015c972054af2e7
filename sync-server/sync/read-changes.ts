// Parses the bytes of a push into changes to judge. A malformed envelope is refused as a whole; a malformed change
// inside a good one is rejected on its own.
import { type Issue, type IssueKey, type Issues } from '#schema/issues.ts'
import { change as changeShape, envelope, isUuidv7, type Known, limits } from '#schema/protocol.ts'
import { hashOf } from '../records/hash-of.ts'
import type { Submitted } from '../records/outcome.ts'
import { RequestError } from '../http/errors.ts'

interface Request {
  readonly known: Known | undefined
  readonly submitted: Submitted[]
}

export function readChanges(body: unknown): Request {
  const changes = typeof body === 'object' && body !== null ? (body as { changes?: unknown }).changes : undefined
  if (Array.isArray(changes) && changes.length > limits.changesPerRequest) throw new RequestError('TOO_LARGE')
  const parsed = envelope.safeParse(body)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') || 'body'
    throw new RequestError('VALIDATION', {}, `The envelope is malformed at ${where}`)
  }
  return { known: parsed.data.known, submitted: parsed.data.changes.map(readChange) }
}

function readChange(given: Record<string, unknown> & { readonly id: string }): Submitted {
  const ops = Array.isArray(given['ops']) ? given['ops'] : []
  if (ops.length > limits.operationsPerChange) throw new RequestError('TOO_LARGE')
  const parsed = changeShape.safeParse(given)
  if (ops.some(holdsHiddenKey)) return malformed(given, ops, { [hiddenKey]: { key: 'unknown' } })
  if (parsed.success) {
    const { id, at, ops: operations, was, behind, superseded } = parsed.data
    return {
      id,
      at: new Date(at).toISOString(),
      hash: hashOf({ id, ops: operations }),
      unknownFields: 'refuse',
      ops: operations as Extract<Submitted, { ops: unknown }>['ops'],
      was,
      behind,
      superseded,
    }
  }
  const issues = parsed.error.issues.map((issue) => [issue.path.join('.') || 'change', issueOf(issue.code)])
  return malformed(given, ops, Object.fromEntries(issues))
}

/**
 * Removes where a change was before, when it was made and what its device supposes: they do not belong to its content.
 */
const idAndOps = ({ at: _at, was: _was, behind: _behind, superseded: _superseded, ...said }: Record<string, unknown>) =>
  said

const malformed = (
  given: Record<string, unknown> & { readonly id: string },
  ops: readonly unknown[],
  issues: Issues,
): Submitted => ({ id: given.id, hash: hashOf(['malformed', idAndOps(given)]), issues, creates: createsOf(ops) })

/** The rows that an unreadable change would have created. */
const createsOf = (ops: readonly unknown[]): string[] =>
  ops.flatMap((op) => (isRecord(op) && op['op'] === 'create' && isUuidv7(op['id']) ? [op['id'] as string] : []))

/** A field name that parsing drops silently. */
const hiddenKey = '__proto__'
const holdsHiddenKey = (op: unknown): boolean =>
  isRecord(op) && [op['fields'], op['base']].some((each) => isRecord(each) && Object.hasOwn(each, hiddenKey))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const keys: Readonly<Record<string, IssueKey>> = {
  unrecognized_keys: 'unknown',
  invalid_union: 'object',
  invalid_format: 'reference',
}
const issueOf = (code: string | undefined): Issue => ({ key: keys[code ?? ''] ?? 'object' })
