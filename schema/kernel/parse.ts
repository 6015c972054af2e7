import { type Entity, type Fields, perEntity } from './entity.ts'
import type { Field } from './field.ts'
import { type Issue, type IssueKey, type Issues, issueTexts } from './issues.ts'

export type Values = Readonly<Record<string, unknown>>
export type Parsed = { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly issues: Issues }

/** `byServer`: the caller is the server, which may also set its own fields. */
export type UnknownFields = 'ignore' | 'refuse' | 'byServer'

const isBlank = (field: Field, input: unknown): boolean =>
  input === undefined ||
  input === null ||
  input === '' ||
  (typeof input === 'string' &&
    input.trim() === '' &&
    (!field.nullable || !['text', 'secret'].includes(field.storage.kind)))

function paramsOf(field: Field, key: IssueKey): Issue['params'] | undefined {
  const { storage } = field
  if (key === 'max' && 'max' in storage) return { max: storage.max }
  if (key === 'choice' && 'options' in storage) return { options: storage.options!.join(', ') }
  if (key === 'decimals' && storage.kind === 'decimal') return { scale: storage.scale }
  if (key === 'digits' && storage.kind === 'decimal') return { digits: storage.precision - storage.scale }
  return ['low', 'high', 'above'].includes(key) ? { ...field.bounds } : undefined
}

/** A blank becomes null if the field is nullable. */
export function parseField(field: Field, input: unknown): { readonly value: unknown } | { readonly issue: Issue } {
  if (isBlank(field, input)) return field.nullable ? { value: null } : { issue: { key: field.required as IssueKey } }
  const parsed = field.parser.safeParse(input)
  if (parsed.success) return { value: parsed.data }
  const issueText = parsed.error.issues[0]!.message
  const key = (issueText in issueTexts ? issueText : 'text') as IssueKey
  const params = paramsOf(field, key)
  return { issue: params ? { key, params } : { key } }
}

const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

function unknownFieldsIn(
  entity: Entity,
  input: Record<string, unknown>,
  unknownFields: UnknownFields,
): Record<string, Issue> {
  const issues: Record<string, Issue> = {}
  if (unknownFields === 'ignore') return issues
  for (const name of Object.keys(input)) {
    if (!Object.hasOwn(entity.fields, name)) issues[name] = { key: 'unknown' }
    else if (unknownFields === 'refuse' && entity.fields[name]!.byServer) issues[name] = { key: 'byServer' }
  }
  return issues
}

const settableFields = perEntity((entity) => Object.entries(entity.fields).filter(([, { byServer }]) => !byServer))

const fieldsToRead = (entity: Entity, input: Record<string, unknown>, unknownFields: UnknownFields) =>
  unknownFields === 'byServer'
    ? Object.entries(entity.fields).filter(([name, { byServer }]) => !byServer || Object.hasOwn(input, name))
    : settableFields(entity)

function parseFields(
  entity: Entity,
  input: unknown,
  unknownFields: UnknownFields,
  absent: (field: Field, raw: unknown) => unknown,
): Parsed {
  if (!isRecord(input)) return { ok: false, issues: { '': { key: 'object' } } }
  const issues = unknownFieldsIn(entity, input, unknownFields)
  const values: Record<string, unknown> = {}
  for (const [name, field] of fieldsToRead(entity, input, unknownFields)) {
    const raw = Object.hasOwn(input, name) ? input[name] : undefined
    const given = absent(field, raw)
    if (given === undefined) continue
    const parsed = parseField(field, given)
    if ('issue' in parsed) issues[name] = parsed.issue
    else values[name] = parsed.value
  }
  return Object.keys(issues).length ? { ok: false, issues } : { ok: true, values }
}

export const parsePatch = (entity: Entity, input: unknown, unknownFields: UnknownFields): Parsed =>
  parseFields(entity, input, unknownFields, (_, raw) => raw)

export function parseValues(fields: Fields, input: unknown, unknownFields: 'ignore' | 'refuse'): Parsed {
  if (!isRecord(input)) return { ok: false, issues: { '': { key: 'object' } } }
  const values: Record<string, unknown> = {}
  const issues: Record<string, Issue> = {}
  if (unknownFields === 'refuse')
    for (const name of Object.keys(input)) if (!Object.hasOwn(fields, name)) issues[name] = { key: 'unknown' }
  for (const [name, field] of Object.entries(fields)) {
    const parsed = parseField(field, Object.hasOwn(input, name) ? input[name] : field.default)
    if ('issue' in parsed) issues[name] = parsed.issue
    else values[name] = parsed.value
  }
  return Object.keys(issues).length ? { ok: false, issues } : { ok: true, values }
}

/** `today` is the date for fields that default to it. */
export function parseCreate(entity: Entity, input: unknown, unknownFields: UnknownFields, today: string): Parsed {
  const parsed = parseFields(entity, input, unknownFields, (field, raw) => {
    if (raw === undefined || (raw === null && field.default !== undefined && !field.nullable))
      return defaultOf(field, today)
    return raw
  })
  if (!parsed.ok) return parsed
  const issues = entity.check(parsed.values)
  return Object.keys(issues).length ? { ok: false, issues } : parsed
}

export function defaultOf(field: Field, today: string): unknown {
  const value = field.default
  if (typeof value === 'object' && value !== null && 'now' in value) return today
  return value ?? null
}

export const serverDefaults = perEntity((entity): Values =>
  Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, { byServer }]) => byServer)
      .map(([name, field]) => [name, defaultOf(field, '')]),
  ),
)
