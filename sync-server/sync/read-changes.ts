// From the bytes of a push to what the desk judges. A malformed envelope is refused as a whole; a malformed change inside a
// good one is rejected by itself.
import { createHash } from 'node:crypto'
import type { Issue, IssueKey } from '#schema/issues.ts'
import { issueText } from '#schema/issues.ts'
import { canonicalJson } from '#schema/canonical-json.ts'
import { change as changeShape, envelope, isUuidv7, limits } from '#schema/protocol.ts'
import type { Submitted } from '../desk/write.ts'
import { Refusal } from '../http/errors.ts'

export function readChanges(body: unknown): { readonly client: string; readonly submitted: Submitted[] } {
  const changes = typeof body === 'object' && body !== null ? (body as { changes?: unknown }).changes : undefined
  if (Array.isArray(changes) && changes.length > limits.changesPerRequest) throw new Refusal('TOO_LARGE')
  const parsed = envelope.safeParse(body)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') || 'body'
    throw new Refusal('VALIDATION', {}, `The envelope is malformed at ${where}`)
  }
  return { client: parsed.data.client, submitted: parsed.data.changes.map(readChange) }
}

function readChange(given: Record<string, unknown> & { readonly id: string }): Submitted {
  const ops = Array.isArray(given['ops']) ? given['ops'] : []
  if (ops.length > limits.operationsPerChange) throw new Refusal('TOO_LARGE')
  const parsed = changeShape.safeParse(given)
  if (parsed.success) {
    const { id, ops: operations } = parsed.data
    const hash = createHash('sha256')
      .update(canonicalJson({ id, ops: operations }))
      .digest('hex')
    return { id, hash, strangers: 'refuse', ops: operations as Extract<Submitted, { ops: unknown }>['ops'] }
  }
  const creates = ops.flatMap((op: unknown) => {
    const { op: verb, id } = (typeof op === 'object' && op !== null ? op : {}) as { op?: unknown; id?: unknown }
    return verb === 'create' && isUuidv7(id) ? [id as string] : []
  })
  const errors = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join('.') || 'change', issueText(issueOf(issue.code))]),
  )
  return { id: given.id, errors, creates }
}

const keys: Readonly<Record<string, IssueKey>> = {
  unrecognized_keys: 'unknown',
  invalid_union: 'object',
  invalid_format: 'reference',
}
const issueOf = (code: string | undefined): Issue => ({ key: keys[code ?? ''] ?? 'object' })
