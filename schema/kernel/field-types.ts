import * as z from 'zod/mini'
import { isCalendarDate } from '#schema/money/dates.ts'
import { languageCodes } from './enumerations.ts'
import { fixDecimal } from '#schema/money/money.ts'
import type { Bounds, Field, MaintainedSum, OnDelete, SetByServer, Storage, Unit } from './field.ts'
import { byServer, neverExposed, optional, withDefault } from './field-options.ts'

export const custom = (key: string) => ({ error: key })

export function field<Value>(storage: Storage, parser: z.ZodMiniType<Value>, bounds: Bounds = {}): Field<Value> {
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

/** PostgreSQL cannot store NUL or unpaired surrogates, so such text is refused. */
const storable = z.refine<string>((text) => !text.includes('\u0000') && text.isWellFormed(), custom('characters'))
export const boundedText = (max: number) => z.string(custom('text')).check(storable, z.maxLength(max, custom('max')))

export const text = (max: number) => field({ kind: 'text', max }, boundedText(max))

/** Free text with suggested values, which screens translate. */
export function textWithSuggestions(options: readonly string[], max: number): Field<string> {
  const any = text(max)
  return { ...any, storage: { kind: 'text', max, suggestions: options } }
}

export const phone = () => field({ kind: 'text', max: 50, holds: 'phone' }, boundedText(50))

/** Browser and system: see device-text.ts. */
export const device = () => field({ kind: 'text', max: 100, holds: 'device' }, boundedText(100))

export const timePattern = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
export const time = () =>
  field<string>(
    { kind: 'text', max: 5, holds: 'time' },
    z.string(custom('time')).check(z.regex(new RegExp(timePattern), custom('time'))),
  )

/** Never leaves the server. */
export const secret = (max: number) => neverExposed(byServer(field({ kind: 'secret', max }, boundedText(max))))

/** `plain` parses the input; `shownBy` exposes its last characters. */
export const sealed = (plain: Field<string>, shownBy: string | null) => ({
  ...secret(8_000),
  sealed: { plain, shownBy },
})

/** The last four characters of a sealed value; null if there is no value. */
export const lastFour = () => byServer(optional(text(4)))

export const email = () =>
  field(
    { kind: 'email', max: 254 },
    boundedText(254).check(z.regex(/^[^\s@"<>(),;:\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/u, custom('email'))),
  )

/** `issue`: message key for any other value. */
export const choice = <const Options extends readonly string[]>(options: Options, issue = 'choice') =>
  field<Options[number]>({ kind: 'choice', options }, z.enum(options, custom(issue)))

/** Without duplicates, in the order of the list. */
export const choices = <const Options extends readonly string[]>(options: Options) =>
  field<readonly Options[number][]>(
    { kind: 'json', options },
    z.pipe(
      z.array(z.enum(options, custom('choice')), custom('choice')),
      z.transform((input: string[]) => options.filter((option) => input.includes(option))),
    ),
  )

/** FUNDED and ACTIVE form one class. */
export function status<const Options extends readonly string[]>(options: Options): Field<Options[number]> {
  const chosen = choice(options)
  return { ...chosen, storage: { kind: 'choice', options, isStatus: true } }
}

export function language(): Field<(typeof languageCodes)[number]> {
  const chosen = choice(languageCodes)
  return { ...chosen, storage: { kind: 'choice', options: languageCodes, holds: 'language' } }
}

export const flag = () => field({ kind: 'flag' }, z.boolean(custom('flag')))

export const count = (max: number) =>
  field({ kind: 'integer' }, z.int(custom('decimal')).check(z.gte(0, custom('low')), z.lte(max, custom('high'))), {
    min: '0',
    max: String(max),
  })

/** A string with exactly `scale` decimals. More are refused, never rounded. */
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
  return field<string>(storage, parser, bounds)
}

export const money = (bounds: Bounds = { min: '0' }) => decimal(15, 2, bounds, 'money')
/** Covers one currency; screens add the others (cached-sums.ts). */
export const maintainedSum = (sums: MaintainedSum): Field<string> & SetByServer & { readonly sums: MaintainedSum } => ({
  ...byServer(withDefault(money(), '0.00')),
  sums,
})
export function irr(): Field<string> {
  const rate = decimal(5, 2, { min: '-100', max: '999.99' }, 'percent')
  return { ...rate, storage: { kind: 'decimal', precision: 5, scale: 2, unit: 'percent', displayDecimals: 1 } }
}
/** In percent, above 0 and at most 100. */
export const share = () => decimal(5, 2, { above: '0', max: '100' }, 'percent')

/** `YYYY-MM-DD`; an ISO timestamp is cut to its date. */
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
    ),
  )

/** ISO 8601 in UTC with milliseconds. */
export const moment = () =>
  field<string>(
    { kind: 'moment' },
    z.pipe(
      z.iso
        .datetime(custom('moment'))
        .check(z.refine((input: string) => isCalendarDate(input.slice(0, 10)), custom('moment'))),
      z.transform((input: string) => new Date(input).toISOString()),
    ),
  )

const uuid = z
  .string(custom('reference'))
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, custom('reference')))

/** The id of a row of another entity of the same tenant; `onDelete` says what happens when that row is deleted. */
export const reference = (to: string, onDelete?: OnDelete): Field<string> => ({
  ...field({ kind: 'reference', to }, uuid),
  ...(onDelete && { onDelete }),
})
export const user = () => field({ kind: 'user' }, uuid)
const maxIds = 100
export const ids = () =>
  field<readonly string[]>(
    { kind: 'json', holds: 'ids' },
    z.array(uuid, custom('reference')).check(z.maxLength(maxIds, custom('reference'))),
  )
/** What a change did to fields of the row's record, or, with entity and id, of another one. */
export type ChangedValue = readonly [field: string, from: unknown, to: unknown, entity?: string, id?: string]

const changedValue = z.custom<ChangedValue>((input) => Array.isArray(input) && typeof input[0] === 'string')
export const changedValues = () =>
  field<readonly ChangedValue[]>({ kind: 'json', holds: 'changedValues' }, z.array(changedValue))
export const json = () => field<unknown>({ kind: 'json' }, z.unknown())
