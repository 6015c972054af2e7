// The wire format, specified in SYNC.md.
import * as z from 'zod/mini'
import { type Code, codes } from '#schema/kernel/codes.ts'
import { roles } from '#schema/kernel/enumerations.ts'

/** A request without it means the newest version. */
export const protocolVersion = 1
/** A response without it does not come from our server. */
export const protocolHeader = 'Holdfast-Protocol'
/** Names the request in the server's log. */
export const requestIdHeader = 'X-Request-Id'
/** The id of the store's user; the stream sends it as `?person=`. */
export const personHeader = 'Holdfast-Person'
// Separate, because the script before the first paint needs only the name.
export { endedPerson, personCookie } from '#schema/app/person-cookie.ts'
/** `reason` in the body of a 401, if known. */
export const sessionEnds = ['expired', 'revoked', 'deactivated'] as const
export type SessionEnd = (typeof sessionEnds)[number]
/** The number of unsent changes, at most `maxUnsent`. */
export const unsentHeader = 'Holdfast-Unsent'
export const maxUnsent = 99_999
/** Seconds, by the device's clock, since the oldest change without a verdict was made, at most `maxUnsentAge`. */
export const unsentAgeHeader = 'Holdfast-Unsent-Age'
export const maxUnsentAge = 99_999_999

export const userPath = '/api/auth/user'

/** Devices store it so that every route opens offline. */
export const signedIn = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  role: z.enum(roles),
  profileImageUrl: z.nullable(z.string()),
  /** Absent in older stored copies. */
  preferredLanguage: z.optional(z.nullable(z.string())),
  /** Absent from older servers: USD. */
  baseCurrency: z.optional(z.string()),
  illustrativeGrowth: z.optional(z.nullable(z.string())),
  /** Days that a device opens without contact to the server; 0 or absent: no limit. */
  leaseDays: z.optional(z.number()),
  /** Absent for staff. */
  investorIds: z.optional(z.array(z.string())),
})
export type SignedIn = Readonly<z.infer<typeof signedIn>>

export const firmCurrencyOf = ({ baseCurrency }: Pick<SignedIn, 'baseCurrency'>): string => baseCurrency ?? 'USD'

/** In percent. */
export const defaultGrowth = '25.00'

/** In percent, for projects without a valuation; null: none. Absent from older servers. */
export const growthOf = ({ illustrativeGrowth }: Pick<SignedIn, 'illustrativeGrowth'>): string | null =>
  illustrativeGrowth === undefined ? defaultGrowth : illustrativeGrowth

export const limits = {
  changesPerRequest: 500,
  operationsPerChange: 50,
  requestBytes: 1_000_000,
  rowsPerNumber: 2_000,
  /** Leaves room for changed shares and activities. */
  rowsWithShares: 1_800,
  bytesPerPage: 1_000_000,
  /** For a verb that a device applies offline. Leaves room for the rows that follow. */
  stepsPerVerb: 1_900,
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

/** `hashOfShown` (apply-verb.ts). */
export const shownHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

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
  /** Also restores everything deleted with the row. */
  z.strictObject({ op: z.literal('restore'), entity: z.string(), id: uuid }),
  /** `fields` is the verb's input, `expect` the hash of the result that the person was shown, `seed` of a verb that creates. */
  z.strictObject({
    op: z.literal('act'),
    entity: z.string(),
    verb: z.string(),
    id: uuid,
    fields,
    expect: z.optional(shownHash),
    seed: z.optional(uuidv7),
  }),
])
export type Operation = z.infer<typeof operation>
export const operationKinds: readonly string[] = [
  'create',
  'update',
  'delete',
  'restore',
  'act',
] satisfies Operation['op'][]

export const verbIn = (each: Pick<Operation, 'op'> & { readonly verb?: string }): string => each.verb ?? each.op

/** Empty for delete and restore. */
export const fieldsOf = (each: Pick<Operation, 'op'> & { readonly fields?: Readonly<Record<string, unknown>> }) =>
  each.fields ?? {}

const checkpointHash = z.string().check(z.regex(/^[\w-]{1,64}$/))
const previousPosition = z.strictObject({
  epoch: z.string().check(z.regex(/^[\w-]{0,64}$/)),
  number,
  mark: z.optional(checkpointHash),
})

/** Its operations are applied all or none. */
export const change = z.strictObject({
  id: uuidv7,
  /** By the device's clock; only for display. */
  at: z.iso.datetime(),
  /** The change's number before a restored backup; set when it is sent again. */
  was: z.optional(previousPosition),
  /** Made before its device learned about a new epoch. */
  behind: z.optional(z.literal(true)),
  /** Expected to fail with an earlier rejected change. The server drops it unless it has judged it. */
  superseded: z.optional(z.literal(true)),
  ops: z.array(operation).check(z.minLength(1), z.maxLength(limits.operationsPerChange)),
})
export type Change = z.infer<typeof change>

/** The key in `base` for the ids of the rows that the delete dialog counted, by entity. */
export const withRows = '$with'

/** If it matches, so does everything before it. */
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
  /** Null if unknown or not visible to this viewer. */
  by: z.optional(z.nullable(z.string())),
  at: z.optional(z.nullable(z.string())),
})
export type Conflict = z.infer<typeof conflict>

interface ResultRow {
  readonly entity: string
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}
/** A newer server's further keys count in the hash. */
const resultRow: z.ZodMiniType<ResultRow> = z.looseObject({ entity: z.string(), id: z.string(), fields })

const issue = z.object({
  key: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

/** Undefined for a code from a newer server. */
const knownCode = z.pipe(
  z.transform((code) => codes.find((each) => each === code)),
  z.optional(z.enum(codes)),
)

/** `later`: undecided during recovery or, with the code NEWER, by this version. The change stays in the outbox. */
export const verdicts = ['applied', 'merged', 'conflict', 'rejected', 'later'] as const
export const verdict = z.object({
  id: z.string(),
  verdict: z.enum(verdicts),
  number: z.nullable(number),
  mark: z.optional(z.nullable(z.string())),
  code: z.optional(knownCode),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
  issues: z.optional(z.record(z.string(), issue)),
  conflicts: z.optional(z.array(conflict)),
  /** With RESULT_CHANGED. The server knows only the hash of what the person was shown; the device keeps that itself. */
  result: z.optional(z.object({ theirs: z.readonly(z.array(resultRow)) })),
})
export type Verdict = z.infer<typeof verdict>

export const isAccepted = (each: Pick<Verdict, 'verdict'>): boolean =>
  each.verdict === 'applied' || each.verdict === 'merged'
export const changesResponse = z.object({ person: z.optional(z.string()), results: z.array(verdict) })

/** Null fields: the row was deleted or left the viewer's scope. */
export type FeedRow = readonly [
  entity: string,
  id: string,
  number: number,
  fields: Readonly<Record<string, unknown>> | null,
]

export interface FeedPage {
  /** A device accepts only pages for its own user. */
  readonly person?: string
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

/** Without the rows, which a device stores as the text it received. */
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
  /** The server may not know every field that this person may read. */
  older: z.optional(z.literal(true)),
  /** Server time, by which rows age out. */
  at: z.optional(z.iso.datetime()),
})
export type FeedHead = z.infer<typeof feedHead>

export interface Digest {
  readonly count: number
  readonly xor: string
}

/** Sent with 409 before any row. */
export interface FeedRefusal {
  readonly code: Extract<Code, 'EPOCH' | 'SCOPE'>
  readonly epoch: string
  readonly scope: string
  /** The viewer may see less: hide the old data immediately. */
  readonly narrowed: boolean
}
