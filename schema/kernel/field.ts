// The field types from which every entity is built. A field is data plus one zod parser; columns, REST, the feed and
// the tests derive from it.
import * as z from 'zod/mini'
import type { Code } from './codes.ts'
import { isCalendarDate } from '#schema/money/dates.ts'
import { languageCodes } from './enumerations.ts'
import { fixDecimal } from '#schema/money/money.ts'
import { isApiPath } from './same-origin-path.ts'

export type Storage =
  | {
      readonly kind: 'text' | 'email' | 'url' | 'secret'
      readonly max: number
      readonly holds?: 'phone' | 'time'
      /** Suggested values; any other text is valid. */
      readonly suggestions?: readonly string[]
    }
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly isStatus?: true
      readonly holds?: 'language'
    }
  | {
      readonly kind: 'decimal'
      readonly precision: number
      readonly scale: number
      readonly unit?: Unit
      /** Screens round it to this many decimals; without it they show all. */
      readonly shownTo?: 1
    }
  | { readonly kind: 'reference'; readonly to: string }
  | { readonly kind: 'json'; readonly options?: readonly string[]; readonly holds?: 'ids' }
  | { readonly kind: 'flag' | 'integer' | 'date' | 'moment' | 'user' }

/** The unit of a decimal: money in the record's currency, or percent. */
export type Unit = 'money' | 'percent'

export type Readers = 'all' | 'staff' | 'investor' | 'nobody'

export interface Field<Value = unknown> {
  readonly storage: Storage
  readonly parser: z.ZodMiniType<Value>
  readonly nullable: boolean
  /** The value for a new row; `today` is the calendar date on the device that creates it. */
  readonly default?: Value | { readonly now: 'today' }
  /** What REST returns for null, the stored value until a person chooses one. */
  readonly unset?: Value
  /** Key of the message for a missing value; see issues.ts. */
  readonly required: string
  /** Set by the server only: sync refuses it as input, REST ignores it. */
  readonly byServer: boolean
  readonly fixed: boolean
  readonly readers: Readers
  /**
   * An investor sees this reference only if they may read its row, or a row of this entity with the same reference.
   */
  readonly knownFrom?: string
  /** For a reference: what happens when the row it points to is deleted. Without it an optional one is cleared. */
  readonly onDelete?: OnDelete
  readonly isCapability?: true
  readonly sealed?: { readonly plain: Field<string>; readonly shownBy: string | null }
  readonly sums?: MaintainedSum
  /** Bounds of a number, for messages and generated tests. */
  readonly bounds: Bounds
}

/** A maintained sum adds up the rows of `entity` whose reference `via` points to the row. */
export interface MaintainedSum {
  readonly entity: string
  readonly via: string
  /** The currency, if the row has no currency of its own. */
  readonly currency?: string
  readonly counts?: (row: Readonly<Record<string, unknown>>) => boolean
}

/** `cascade` deletes the referring row too; `restrict` refuses the delete with `code`. */
export type OnDelete = { readonly onDelete: 'cascade' } | { readonly onDelete: 'restrict'; readonly code: Code }

/** Lets the compiler refuse forms and changes that set such a field. */
export interface SetByServer {
  readonly byServer: true
}

export interface Bounds {
  readonly min?: string
  readonly above?: string
  readonly max?: string
}

export type ValueOf<F> = F extends Field<infer Value> ? Value : never
export type ValuesOf<Of extends Readonly<Record<string, Field>>> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

const custom = (key: string) => ({ error: key })

function field<Value>(storage: Storage, parser: z.ZodMiniType<Value>, bounds: Bounds = {}): Field<Value> {
  return {
    storage,
    parser,
    bounds,
    nullable: false,
    required: 'required',
    byServer: false,
    fixed: false,
    readers: 'all',
  }
}

/** PostgreSQL cannot store NUL or unpaired surrogates. Text is stored exactly or refused. */
const storable = z.refine<string>((text) => !text.includes('\u0000') && text.isWellFormed(), custom('characters'))
const words = (max: number) => z.string(custom('text')).check(storable, z.maxLength(max, custom('max')))

export const text = (max: number) => field({ kind: 'text', max }, words(max))

/** Free text with suggested values, which screens translate. */
export function textWithSuggestions(options: readonly string[], max: number): Field<string> {
  const any = text(max)
  return { ...any, storage: { kind: 'text', max, suggestions: options } }
}

export const phone = () => field({ kind: 'text', max: 50, holds: 'phone' }, words(50))

export const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
/** A time of day, HH:MM from 00:00 to 23:59. */
export const time = () =>
  field<string>(
    { kind: 'text', max: 5, holds: 'time' },
    z.string(custom('time')).check(z.regex(new RegExp(timePattern), custom('time'))),
  )

/** Never leaves the server. */
export const secret = (max: number) => neverExposed(byServer(field({ kind: 'secret', max }, words(max))))

/** Encrypted by the server. `plain` parses the input; the field `shownBy`, if any, exposes its last characters. */
export const sealed = (plain: Field<string>, shownBy: string | null) => ({
  ...secret(8_000),
  sealed: { plain, shownBy },
})

/** The last four characters of a sealed value; null if there is no value. */
export const lastFour = () => byServer(optional(text(4)))

export const email = () =>
  field(
    { kind: 'email', max: 254 },
    words(254).check(z.regex(/^[^\s@"<>(),;:\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/u, custom('email'))),
  )

/** About 6 kB of image data. */
export const maxPictureCharacters = 8_000

/** Browsers skip control characters and treat a backslash as a slash, so both are refused. */
const isAddress = (text: string): boolean => !/[\p{Cc}\\]/u.test(text) && !/^(https?:\/\/[/?#]|\/\/)/i.test(text)
const isOfTheWeb = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text)
const hasScheme = (text: string): boolean => /^[^/?#]*:/.test(text)
/** Whether it is a path on this server outside of its API. */
const isOfThisServer = (text: string): boolean => !hasScheme(text) && !isApiPath(text)

/**
 * A web address or a path on this server outside of its API. Other schemes are refused. Spaces are percent-encoded.
 */
export const url = () =>
  field<string>(
    { kind: 'url', max: 2048 },
    z.pipe(
      words(2048),
      z.pipe(
        z.transform((input: string) => input.trim().replace(/[^\S\p{Cc}]/gu, encodeURIComponent)),
        z.string().check(
          z.maxLength(2048, custom('max')),
          z.refine((text) => isAddress(text) && (isOfTheWeb(text) || isOfThisServer(text)), custom('url')),
        ),
      ),
    ) as unknown as z.ZodMiniType<string>,
  )

const isPicture = (text: string): boolean => /^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(text)

/** A small image as a `data:` URL, or a path on this server: the content policy allows nothing else. */
export const picture = () =>
  field<string>(
    { kind: 'url', max: maxPictureCharacters },
    words(maxPictureCharacters).check(
      z.refine((text) => isPicture(text) || (isAddress(text) && isOfThisServer(text)), custom('url')),
    ),
  )

/** A value from a closed list; `issue` is the message key for any other value. */
export const choice = <const Options extends readonly string[]>(options: Options, issue = 'choice') =>
  field<Options[number]>(
    { kind: 'choice', options },
    z.enum(options as unknown as readonly [string, ...string[]], custom(issue)) as z.ZodMiniType<Options[number]>,
  )

/** Values of a closed list, without duplicates and in the order of the list. */
export const choices = <const Options extends readonly string[]>(options: Options) =>
  field<readonly Options[number][]>(
    { kind: 'json', options },
    z.pipe(
      z.array(z.enum(options as unknown as readonly [string, ...string[]], custom('choice')), custom('choice')),
      z.transform((given: string[]) => options.filter((option) => given.includes(option))),
    ) as unknown as z.ZodMiniType<readonly Options[number][]>,
  )

/** A choice shown as a badge. FUNDED and ACTIVE form one class. */
export function status<const Options extends readonly string[]>(options: Options): Field<Options[number]> {
  const chosen = choice(options)
  return { ...chosen, storage: { kind: 'choice', options, isStatus: true } }
}

export function language(): Field<(typeof languageCodes)[number]> {
  const chosen = choice(languageCodes)
  return { ...chosen, storage: { kind: 'choice', options: languageCodes, holds: 'language' } }
}

export const isStatus = ({ storage }: Field): boolean => storage.kind === 'choice' && storage.isStatus === true

export const isMoney = ({ storage }: Field): boolean => storage.kind === 'decimal' && storage.unit === 'money'

export const flag = () => field({ kind: 'flag' }, z.boolean(custom('flag')))

/** A whole number from 0 to `max`. */
export const count = (max: number) =>
  field({ kind: 'integer' }, z.int(custom('decimal')).check(z.gte(0, custom('low')), z.lte(max, custom('high'))), {
    min: '0',
    max: String(max),
  })

/** A decimal string with exactly `scale` decimals. More decimals are refused, never rounded. */
export function decimal(precision: number, scale: number, bounds: Bounds = {}, unit?: Unit): Field<string> {
  const parser = z.pipe(
    z.string(custom('decimal')),
    z.transform((input: string, context) => {
      const fixed = fixDecimal(input, precision, scale, bounds)
      if (fixed.ok) return fixed.value
      context.issues.push({ code: 'custom', input, message: fixed.reason, continue: false })
      return z.NEVER
    }),
  )
  const storage = { kind: 'decimal', precision, scale, ...(unit && { unit }) } as const
  return field<string>(storage, parser as unknown as z.ZodMiniType<string>, bounds)
}

/** Money: 15 digits, two of them decimals, 0 or more. */
export const money = (bounds: Bounds = { min: '0' }) => decimal(15, 2, bounds, 'money')
/**
 * A sum of other rows' amounts in one currency, maintained by the server. Screens add the other currencies
 * (cached-sums.ts).
 */
export const maintainedSum = (sums: MaintainedSum): Field<string> & SetByServer & { readonly sums: MaintainedSum } => ({
  ...byServer(withDefault(money(), '0.00')),
  sums,
})
/** A rate of return in percent, from -100 to 999.99. */
export function irr(): Field<string> {
  const rate = decimal(5, 2, { min: '-100', max: '999.99' }, 'percent')
  return { ...rate, storage: { kind: 'decimal', precision: 5, scale: 2, unit: 'percent', shownTo: 1 } }
}
/** A share in percent, above 0 and at most 100. */
export const share = () => decimal(5, 2, { above: '0', max: '100' }, 'percent')

/** A calendar date `YYYY-MM-DD`; an ISO timestamp is cut to its date. */
export const date = () =>
  field<string>(
    { kind: 'date' },
    z.pipe(
      z.string(custom('date')),
      z.pipe(
        z.transform((input: string) =>
          /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})?$/.test(input) ? input.slice(0, 10) : input,
        ),
        z.string().check(z.refine((input: string) => isCalendarDate(input), custom('date'))),
      ),
    ) as unknown as z.ZodMiniType<string>,
  )

/** A timestamp, ISO 8601 in UTC with milliseconds. */
export const moment = () =>
  field<string>(
    { kind: 'moment' },
    z.pipe(
      z.iso
        .datetime(custom('moment'))
        .check(z.refine((input: string) => isCalendarDate(input.slice(0, 10)), custom('moment'))),
      z.transform((input: string) => new Date(input).toISOString()),
    ) as unknown as z.ZodMiniType<string>,
  )

const uuid = z
  .string(custom('reference'))
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, custom('reference')))

/** The id of a row of another entity of the same tenant; `onDelete` says what happens when that row is deleted. */
export const reference = (to: string, onDelete?: OnDelete): Field<string> => ({
  ...field({ kind: 'reference', to }, uuid),
  ...(onDelete && { onDelete }),
})
/** The id of a person who signs in. */
export const user = () => field({ kind: 'user' }, uuid)
/** Row ids, which may belong to several entities. */
export const ids = () =>
  field<readonly string[]>(
    { kind: 'json', holds: 'ids' },
    z.array(uuid, custom('reference')) as z.ZodMiniType<readonly string[]>,
  )
export const json = () => field<unknown>({ kind: 'json' }, z.unknown() as z.ZodMiniType<unknown>)

type Marked<Of> = Of extends SetByServer ? SetByServer : unknown

export const optional = <Of extends Field>(of: Of): Field<ValueOf<Of> | null> & Marked<Of> =>
  ({ ...of, nullable: true, parser: z.nullable(of.parser) }) as unknown as Field<ValueOf<Of> | null> & Marked<Of>

export const withDefault = <Of extends Field>(of: Of, value: NoInfer<ValueOf<Of>>): Field<ValueOf<Of>> & Marked<Of> =>
  ({ ...of, default: value }) as unknown as Field<ValueOf<Of>> & Marked<Of>
/** Stored as null until a person chooses; REST returns `unset`, and devices apply their own settings. */
export const chosen = <Of extends Field>(of: Of, unset: NoInfer<ValueOf<Of>>): Field<ValueOf<Of> | null> =>
  ({ ...of, nullable: true, unset, parser: z.nullable(of.parser) }) as Field<ValueOf<Of> | null>
export const fromToday = (of: Field<string>): Field<string> => ({ ...of, default: { now: 'today' } })
export const required = <Value>(of: Field<Value>, message: string): Field<Value> => ({ ...of, required: message })
export const byServer = <Of extends Field>(of: Of): Of & SetByServer => ({ ...of, byServer: true })
export const fixed = <Of extends Field>(of: Of): Of => ({ ...of, fixed: true })
export const staffReads = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'staff' })
export const investorReads = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'investor' })
export const knownFrom = <Of extends Field>(entity: string, of: Of): Of => ({ ...of, knownFrom: entity })
/** A URL that grants access: the audit trail stores only its host. */
export const capability = <Of extends Field<string>>(of: Of) => ({ ...of, isCapability: true as const })
export const neverExposed = <Of extends Field>(of: Of): Of => ({ ...of, readers: 'nobody' })
