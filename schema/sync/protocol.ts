// The shapes on the wire between a device and the server. SYNC.md gives their meaning, rule by rule.
import * as z from 'zod/mini'
import { type Code, codes } from '#schema/kernel/codes.ts'
import { roles } from '#schema/kernel/enumerations.ts'

/**
 * The version of these shapes, sent as the header `Holdfast-Protocol`; a request without it means the newest version.
 */
export const protocolVersion = 1
/** On requests and on every answer under `/api`: an answer without it does not come from the server itself. */
export const protocolHeader = 'Holdfast-Protocol'
/** On every request that a script makes: the id of the person whose store asks. The stream sends it as `?person=`. */
export const personHeader = 'Holdfast-Person'
// In a file of its own, because the script before the first paint needs only the name.
export { endedPerson, personCookie } from '#schema/app/person-cookie.ts'
/** Why a session is over, sent as `reason` in the body of a 401 when the server knows it. */
export const sessionEnds = ['expired', 'revoked', 'deactivated'] as const
export type SessionEnd = (typeof sessionEnds)[number]
/** With each question for the feed: how many changes the device has not sent yet, or the most that is told. */
export const unsentHeader = 'Holdfast-Unsent'
export const maxUnsent = 99_999

export const userPath = '/api/auth/user'

/** The server's answer to who is signed in; devices keep it, so that every route opens offline. */
export const signedIn = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** The role in which the session acts. */
  role: z.enum(roles),
  profileImageUrl: z.nullable(z.string()),
  /** Which language administrators gave the person; absent in what a device remembers from before. */
  preferredLanguage: z.optional(z.nullable(z.string())),
  /** The firm's currency, in which people read totals until they choose another; absent from older servers: USD. */
  baseCurrency: z.optional(z.string()),
  /** See `growthOf`. */
  illustrativeGrowth: z.optional(z.nullable(z.string())),
  /** How many days a device opens without having heard from the server; 0 or absent: no limit. */
  leaseDays: z.optional(z.number()),
  /** The investor records linked to the person; absent for staff. */
  investorIds: z.optional(z.array(z.string())),
})
export type SignedIn = Readonly<z.infer<typeof signedIn>>

/** The currency of a person who has chosen none. */
export const firmCurrencyOf = ({ baseCurrency }: Pick<SignedIn, 'baseCurrency'>): string => baseCurrency ?? 'USD'

/** The growth that firms begin with, in percent. */
export const defaultGrowth = '25.00'

/**
 * The growth in percent that the firm assumes for holdings of projects without a valuation; null: none. Absent from older
 * servers.
 */
export const growthOf = ({ illustrativeGrowth }: Pick<SignedIn, 'illustrativeGrowth'>): string | null =>
  illustrativeGrowth === undefined ? defaultGrowth : illustrativeGrowth

export const limits = {
  changesPerRequest: 500,
  operationsPerChange: 50,
  requestBytes: 1_000_000,
  rowsPerNumber: 2_000,
  /** With the shares that it moves a change still fits into one number, with its activities. */
  rowsWithShares: 1_800,
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

const operation = z.discriminatedUnion('op', [
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
  /** Restores a deleted row and every row that was deleted with it. */
  z.strictObject({ op: z.literal('restore'), entity: z.string(), id: uuid }),
  /** Does a verb of the entity's own to a row; `fields` holds what the verb takes (acts.ts). */
  z.strictObject({ op: z.literal('act'), entity: z.string(), verb: z.string(), id: uuid, fields }),
])
export type Operation = z.infer<typeof operation>
export const operationKinds: readonly string[] = [
  'create',
  'update',
  'delete',
  'restore',
  'act',
] satisfies Operation['op'][]

/** What was done to the row, as the activities and the audit trail call it. */
export const verbIn = (of: Pick<Operation, 'op'> & { readonly verb?: string }): string => of.verb ?? of.op

/** The values that an operation carries; empty for a delete or a restore. */
export const fieldsOf = (of: Pick<Operation, 'op'> & { readonly fields?: Readonly<Record<string, unknown>> }) =>
  of.fields ?? {}

const checkpointHash = z.string().check(z.regex(/^[\w-]{1,64}$/))
const previousPosition = z.strictObject({
  epoch: z.string().check(z.regex(/^[\w-]{0,64}$/)),
  number,
  mark: z.optional(checkpointHash),
})

/** One action of a person: all of its operations are applied, or none. */
export const change = z.strictObject({
  id: uuidv7,
  /** The device's clock when the person acted; shown to people, never used to decide. */
  at: z.iso.datetime(),
  /** The place where the server had put the change; set when a device sends it again after a restored backup. */
  was: z.optional(previousPosition),
  /** Set when the change was made before its device learned that the server has another history. */
  behind: z.optional(z.literal(true)),
  /**
   * The device supposes that this change falls with an earlier one that was not accepted; the server then drops it,
   * unless it judged it already.
   */
  superseded: z.optional(z.literal(true)),
  ops: z.array(operation).check(z.minLength(1), z.maxLength(limits.operationsPerChange)),
})
export type Change = z.infer<typeof change>

/** The key in an operation's `base` that names the rows counted by the dialog, by entity. */
export const withRows = '$with'

/** A number that the device has received, with its mark; if it matches, so does everything before it. */
const checkpoint = z.object({ number, mark: checkpointHash })
export type Checkpoint = z.infer<typeof checkpoint>

export const envelope = z.object({
  client: uuid,
  known: z.optional(checkpoint),
  changes: z
    .array(z.looseObject({ id: uuid, was: z.optional(previousPosition) }))
    .check(z.maxLength(limits.changesPerRequest)),
})

const conflict = z.object({
  entity: z.string(),
  id: z.string(),
  field: z.string(),
  base: z.unknown(),
  yours: z.unknown(),
  theirs: z.unknown(),
  /** The name of the person who wrote `theirs`, and when; null when that is unknown or this viewer may not know it. */
  by: z.optional(z.nullable(z.string())),
  at: z.optional(z.nullable(z.string())),
})
export type Conflict = z.infer<typeof conflict>

const issue = z.object({
  key: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** Undefined for a code of a newer server. */
const knownCode = z.pipe(
  z.transform((code) => codes.find((each) => each === code)),
  z.optional(z.enum(codes)),
)

/**
 * `later`: not decided while the firm recovers from an older backup, or, with the code NEWER, by this version of the
 * server; the change keeps waiting in the outbox.
 */
export const verdicts = ['applied', 'merged', 'conflict', 'rejected', 'later'] as const
export const verdict = z.object({
  id: z.string(),
  verdict: z.enum(verdicts),
  number: z.nullable(number),
  mark: z.optional(z.nullable(z.string())),
  code: z.optional(knownCode),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  /** The same as keys with parameters, for sentences in the person's language. */
  issues: z.optional(z.record(z.string(), issue)),
  conflicts: z.optional(z.array(conflict)),
})
export type Verdict = z.infer<typeof verdict>

/** Whether everything in the change was written. */
export const isAccepted = (of: Pick<Verdict, 'verdict'>): boolean => of.verdict === 'applied' || of.verdict === 'merged'
export const changesAnswer = z.object({ person: z.optional(z.string()), results: z.array(verdict) })

/** [entity, id, number, fields]; null fields mean that the row is gone: deleted or out of the viewer's scope. */
export type FeedRow = readonly [
  entity: string,
  id: string,
  number: number,
  fields: Readonly<Record<string, unknown>> | null,
]

export interface FeedPage {
  /** The person to whom the page belongs; a device takes only its own person's pages. */
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
  readonly older?: true | undefined
  readonly at?: string | undefined
  readonly rows: readonly FeedRow[]
}

/** Everything of a page except its rows, which a device keeps as the text in which they came. */
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
  /** Set when the node may not know every field that this person may read: its rows may lack some. */
  older: z.optional(z.literal(true)),
  /** The server's time; the rows of a recent part are recent by it. */
  at: z.optional(z.iso.datetime()),
})
export type FeedHead = z.infer<typeof feedHead>

export interface Digest {
  readonly count: number
  readonly xor: string
}

/** The feed's answer 409, sent before any row. */
export interface FeedRefusal {
  readonly code: Extract<Code, 'EPOCH' | 'SCOPE'>
  readonly epoch: string
  readonly scope: string
  /** The viewer may see less than before: hide the old set at once. */
  readonly narrowed: boolean
}
