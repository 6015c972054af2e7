// A malformed envelope is refused; a malformed change in a valid one is rejected alone.
import type { Context } from 'hono'
import * as z from 'zod'
import { type Issue, type IssueKey, type Issues } from '#schema/kernel/issues.ts'
import {
  change as changeShape,
  changesResponse,
  changesPath,
  envelope,
  isUuidv7,
  type Checkpoint,
  limits,
  verbIn,
} from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { readJson } from '#server/http/calls/body.ts'
import { protocolParameter } from '#server/http/headers/response-headers.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { type AddressOf, requestOrigin } from '#server/http/headers/client-address.ts'
import { uuidText } from '#server/http/calls/shapes.ts'
import type { Env } from '#server/http/env.ts'
import { respondWithCode, RequestError } from '#server/http/errors.ts'
import type { ConsumeOperations } from '#server/http/limits/operation-limit.ts'
import { isAccessDenial, type AuditRefusal } from '#server/http/security/audit-refusals.ts'
import { asPerson } from '#server/records/actor.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { Submitted } from '#server/records/judge/outcome.ts'
import { writeFromCheckpoint } from '#server/records/write/write.ts'
import { requireProtocol } from './protocol-version.ts'
import { epochRefusal } from './scope.ts'
import { unknownChange } from './unknown-change.ts'
import { nameWriters } from './writer-names.ts'

const changesRequest = z.object({ client: uuidText, changes: z.array(changeShape).max(limits.changesPerRequest) })

interface ChangesDeps extends WriteDeps {
  readonly addressOf: AddressOf
  readonly consume: ConsumeOperations
  readonly auditRefusal: AuditRefusal
}

export const changesCall = (deps: ChangesDeps): Call =>
  call(
    {
      method: 'post',
      path: changesPath,
      summary: 'Judges changes, in order',
      auth: 'person',
      parameters: [protocolParameter],
      requestBody: { type: 'application/json', schema: changesRequest },
      responses: { 200: { description: 'One verdict per change', json: changesResponse } },
      errors: ['EPOCH', 'TOO_OLD', 'NEWER', 'RATE_LIMITED', 'HELD', 'WIPE'],
    },
    async ({ context, session: { viewer } }) => {
      requireProtocol(context)
      const { known, submitted } = readChanges(await readJson(context, limits.requestBytes))
      deps.consume(
        viewer,
        submitted.reduce((sum, each) => sum + ('ops' in each ? each.ops.length : 1), 0),
      )
      const results = await writeFromCheckpoint(
        deps,
        asPerson(viewer, requestOrigin(context, deps.addressOf)),
        submitted,
        known,
      )
      for (const [index, { code }] of (results ?? []).entries())
        auditRefusedChange(deps, context, submitted[index]!, code)
      if (results)
        return context.json({ person: viewer.userId, results: await nameWriters(deps.database, viewer, results) })
      return respondWithCode(context, 'EPOCH', { ...(await epochRefusal(deps.database, viewer, '')) })
    },
  )

function auditRefusedChange(
  { auditRefusal }: ChangesDeps,
  context: Context<Env>,
  each: Submitted,
  code: string | undefined,
): void {
  const op = 'ops' in each ? each.ops[0] : undefined
  if (!op || !isAccessDenial(code) || !entityNamed(op.entity)) return
  auditRefusal(context, { entity: op.entity, verb: verbIn(op), id: op.id, code, call: `POST ${changesPath}` })
}

interface Request {
  readonly known: Checkpoint | undefined
  readonly submitted: Submitted[]
}

export function readEnvelope(body: unknown): z.infer<typeof envelope> {
  const changes = typeof body === 'object' && body !== null ? (body as { changes?: unknown }).changes : undefined
  if (Array.isArray(changes) && changes.length > limits.changesPerRequest) throw new RequestError('TOO_LARGE')
  const parsed = envelope.safeParse(body)
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') || 'body'
    throw new RequestError('VALIDATION', {}, `The envelope is malformed at ${where}`)
  }
  return parsed.data
}

function readChanges(body: unknown): Request {
  const { known, changes } = readEnvelope(body)
  return { known, submitted: changes.map(readChange) }
}

export function readChange(given: Record<string, unknown> & { readonly id: string }): Submitted {
  const ops = Array.isArray(given['ops']) ? given['ops'] : []
  if (ops.length > limits.operationsPerChange) throw new RequestError('TOO_LARGE')
  const parsed = changeShape.safeParse(given)
  if (ops.some(containsHiddenKey)) return malformed(given, ops, { [hiddenKey]: { key: 'unknown' } })
  const unknown = unknownChange(given.id, ops)
  if (unknown) return unknown
  if (parsed.success) {
    const { id, at, ops: operations, was: formerNumber, behind, superseded } = parsed.data
    return {
      id,
      at: new Date(at).toISOString(),
      hash: hashOf({ id, ops: operations }),
      unknownFields: 'refuse',
      ops: operations as Extract<Submitted, { ops: unknown }>['ops'],
      was: formerNumber,
      behind,
      superseded,
    }
  }
  const issues = parsed.error.issues.map((issue) => [issue.path.join('.') || 'change', issueOf(issue.code)])
  return malformed(given, ops, Object.fromEntries(issues))
}

/** The content of a change excludes its position, its time and what its device assumed. */
const idAndOps = ({ at: _at, was: _was, behind: _behind, superseded: _superseded, ...rest }: Record<string, unknown>) =>
  rest

const malformed = (
  given: Record<string, unknown> & { readonly id: string },
  ops: readonly unknown[],
  issues: Issues,
): Submitted => ({ id: given.id, hash: hashOf(['malformed', idAndOps(given)]), issues, creates: createsOf(ops) })

const createsOf = (ops: readonly unknown[]): string[] =>
  ops.flatMap((op) => (isRecord(op) && op['op'] === 'create' && isUuidv7(op['id']) ? [op['id'] as string] : []))

/** Zod drops this key silently. */
const hiddenKey = '__proto__'
const containsHiddenKey = (op: unknown): boolean =>
  isRecord(op) && [op['fields'], op['base']].some((each) => isRecord(each) && Object.hasOwn(each, hiddenKey))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const keys: Readonly<Record<string, IssueKey>> = {
  unrecognized_keys: 'unknown',
  invalid_union: 'object',
  invalid_format: 'reference',
}
const issueOf = (code: string | undefined): Issue => ({ key: keys[code ?? ''] ?? 'object' })
