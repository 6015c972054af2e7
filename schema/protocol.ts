// The shapes on the wire between a device and the server. What they mean is said, rule by rule, in SYNC.md.
import * as z from 'zod/mini'
import type { Code } from './codes.ts'
import { codes } from './codes.ts'

/** The version of these shapes, sent as the header `Holdfast-Protocol`; absent means newest. */
export const protocolVersion = 1
/** On requests and on every answer under `/api`: an answer without it is not the server's own. */
export const protocolHeader = 'Holdfast-Protocol'
/** On every request that a script makes: the id of the person whose store asks. The stream says it as `?person=`. */
export const personHeader = 'Holdfast-Person'
// In a file of its own: the script before the first paint needs no more than the name.
export { endedPerson, personCookie } from './person-cookie.ts'
/** Why a session is over, in the body of a 401 as `reason`, where the server knows it. */
export type SessionEnd = 'expired' | 'revoked' | 'deactivated'

export const limits = {
  changesPerRequest: 500,
  operationsPerChange: 50,
  requestBytes: 1_000_000,
  rowsPerNumber: 2_000,
  rowsPerPage: 5_000,
  bytesPerPage: 1_000_000,
} as const

export const feedPath = '/api/sync/feed'
export const changesPath = '/api/sync/changes'
export const streamPath = '/api/sync/stream'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuid = z.string().check(z.regex(uuidPattern))
const uuidv7 = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
export const isUuid = (text: string): boolean => uuidPattern.test(text)
export const isUuidv7 = (text: unknown): boolean => uuidv7.safeParse(text).success

const number = z.int().check(z.gte(0))
const fields = z.record(z.string(), z.unknown())

export const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), entity: z.string(), id: uuidv7, fields }),
  z.strictObject({
    op: z.literal('update'),
    entity: z.string(),
    id: uuid,
    fields,
    base: fields,
    seen: z.optional(number),
  }),
  z.strictObject({
    op: z.literal('delete'),
    entity: z.string(),
    id: uuid,
    base: z.optional(fields),
    seen: z.optional(number),
  }),
  /** Brings back a deleted row with all that went with it. */
  z.strictObject({ op: z.literal('restore'), entity: z.string(), id: uuid }),
])
export type Operation = z.infer<typeof operation>

/** The new values that an operation carries; none for a delete or a restore. */
export const fieldsOf = (of: Pick<Operation, 'op'> & { readonly fields?: Readonly<Record<string, unknown>> }) =>
  of.fields ?? {}

const mark = z.string().check(z.regex(/^[\w-]{1,64}$/))
const was = z.strictObject({ epoch: z.string().check(z.regex(/^[\w-]{0,64}$/)), number, mark: z.optional(mark) })

/** One action of a person, applied all or none. */
export const change = z.strictObject({
  id: uuidv7,
  /** The device's clock when the person acted; shown, never decided by. */
  at: z.iso.datetime(),
  /** Where the server had put it, when a device sends it again after a restored backup. */
  was: z.optional(was),
  /** Made before its device learned that the history is another one. */
  behind: z.optional(z.literal(true)),
  /** Its device supposes that it goes with an earlier change that was not accepted: it is, unless it was judged already. */
  superseded: z.optional(z.literal(true)),
  ops: z.array(operation).check(z.minLength(1), z.maxLength(limits.operationsPerChange)),
})
export type Change = z.infer<typeof change>

/** Of an operation's `base`, the key that names the rows counted by the dialog, by entity. */
export const withRows = '$with'

/** A number that a device has had, with its mark: one point proves all before it. */
export const known = z.object({ number, mark })
export type Known = z.infer<typeof known>

export const envelope = z.object({
  client: uuid,
  known: z.optional(known),
  changes: z.array(z.looseObject({ id: uuid, was: z.optional(was) })).check(z.maxLength(limits.changesPerRequest)),
})

export const conflict = z.object({
  entity: z.string(),
  id: z.string(),
  field: z.string(),
  base: z.unknown(),
  yours: z.unknown(),
  theirs: z.unknown(),
  /** Who wrote `theirs`, by name, and when; null where that is not known or not for this viewer. */
  by: z.optional(z.nullable(z.string())),
  at: z.optional(z.nullable(z.string())),
})
export type Conflict = z.infer<typeof conflict>

/** `later`: not decided while the firm recovers from an older backup; the change keeps waiting. */
export const verdicts = ['applied', 'merged', 'conflict', 'rejected', 'later'] as const
export const verdict = z.object({
  id: z.string(),
  verdict: z.enum(verdicts),
  number: z.nullable(number),
  mark: z.optional(z.nullable(z.string())),
  code: z.optional(z.enum(codes)),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  conflicts: z.optional(z.array(conflict)),
})
export type Verdict = z.infer<typeof verdict>
export const changesAnswer = z.object({ person: z.optional(z.string()), results: z.array(verdict) })

/** [entity, id, number, fields]; null fields: gone, deleted or out of the viewer's scope. */
export type FeedRow = readonly [
  entity: string,
  id: string,
  number: number,
  fields: Readonly<Record<string, unknown>> | null,
]

export interface FeedPage {
  /** Whose page it is; a device takes none but its own. */
  readonly person?: string
  /** The mark of `to`. */
  readonly mark?: string
  readonly epoch: string
  readonly scope: string
  readonly from: number
  readonly to: number
  readonly more: boolean
  readonly total: number | null
  readonly durable: number
  readonly digest?: Digest
  readonly rows: readonly FeedRow[]
}

/** Everything of a page but its rows, which a device keeps as the text they came as. */
export const feedHead = z.object({
  person: z.optional(z.string()),
  mark: z.optional(z.string()),
  epoch: z.string(),
  scope: z.string(),
  from: number,
  to: number,
  more: z.boolean(),
  total: z.nullable(number),
  durable: number,
  digest: z.optional(z.object({ count: number, xor: z.string() })),
})
export type FeedHead = z.infer<typeof feedHead>

export interface Digest {
  readonly count: number
  readonly xor: string
}

/** 409 of the feed, before any row. */
export interface FeedRefusal {
  readonly code: Extract<Code, 'EPOCH' | 'SCOPE'>
  readonly epoch: string
  readonly scope: string
  /** The viewer may see less than before: hide the old set at once. */
  readonly narrowed: boolean
}

export interface Hint {
  readonly number: number
}
