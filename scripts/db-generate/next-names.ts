// Stored with the migration that changes who reads what, so that all nodes agree.
import { canonicalJson } from '#schema/kernel/canonical-json.ts'
import { roles } from '#schema/kernel/enumerations.ts'
import {
  entitiesNarrowedFor,
  namesText,
  type NewScopes,
  newScopes,
  type ReadableNames,
} from '#schema/records/readable-names.ts'

/** Migrations up to 0054 hold whole lists, later ones the entities that differ. */
const wholeList =
  /^insert into readable_names \(ordinal, begins, narrows, names\) values \((\d+), .*?, '(\{\n.*\})'\)$/s
const difference =
  /^insert into readable_names .* select (\d+), .* and key <> all \('\{(.*?)\}'\)(?: union all values (.*))?\) as each/s
const differingEntity = /\('(\w+)', '((?:[^']|'')*)'\)/g

/** Scopes 1 and 2 predate these rows. */
const ordinalBefore = 2
const first: NewScopes = { begins: roles, narrows: ['INVESTOR'] }

interface StoredNames {
  readonly ordinal: number | null
  readonly names: ReadableNames
}

function storedAfter(stored: StoredNames, statement: string): StoredNames {
  const [, ordinal, text] = wholeList.exec(statement) ?? []
  if (ordinal) return { ordinal: Number(ordinal), names: parse(text!) }
  const [, next, differing, values = ''] = difference.exec(statement) ?? []
  if (!next) return stored
  const removedNames = differing!.split(',')
  const remaining = Object.entries(stored.names).filter(([name]) => !removedNames.includes(name))
  const added = [...values.matchAll(differingEntity)].map(([, name, names]) => [name, parse(names!)])
  return { ordinal: Number(next), names: Object.fromEntries([...remaining, ...added]) as ReadableNames }
}

const parse = (text: string) => JSON.parse(text.replaceAll("''", "'")) as ReadableNames
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

export function nextNames(statements: readonly string[], names: ReadableNames): readonly string[] {
  const { ordinal, names: known } = statements.reduce(storedAfter, { ordinal: null, names: {} })
  if (namesText(known) === namesText(names)) return []
  const { begins, narrows } = ordinal === null ? first : newScopes(known, names)
  const into = 'insert into readable_names (ordinal, begins, narrows, names)'
  const row = `${(ordinal ?? ordinalBefore) + 1}, ${arrayLiteral(begins)}, ${arrayLiteral(narrows)}`
  return [
    ...withdrawActivities(entitiesNarrowedFor('INVESTOR', known, names)),
    ordinal === null
      ? `${into} values (${row}, ${quote(namesText(names))})`
      : `${into} select ${row}, ${mergedNames(ordinal, known, names)}`,
  ]
}

/** In the order and spelling of `namesText`. Null, which the column refuses, if the earlier row is missing. */
function mergedNames(ordinal: number, before: ReadableNames, after: ReadableNames): string {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  )
  const values = differing
    .filter((name) => Object.hasOwn(after, name))
    .map((name) => `('${name}', ${quote(canonicalJson(after[name]))})`)
  const added = values.length > 0 ? ` union all values ${values.join(', ')}` : ''
  const opening = `(select e'{\\n' from readable_names where ordinal = ${ordinal})`
  return `(${opening} || string_agg(to_json(entity)::text || ':' || names, e',\\n' order by entity collate "C") || e'\\n}')::json from (select key, value::text from readable_names, json_each(names) where ordinal = ${ordinal} and key <> all ('{${differing.join()}}')${added}) as each (entity, names)`
}

/** Investors lose activities about withdrawn entities. No new numbers are needed, because investors pull again. */
export const withdrawActivities = (entities: readonly string[]): readonly string[] =>
  entities.length === 0
    ? []
    : [
        `do $$
declare
  tenant uuid;
begin
  for tenant in select id from directory.tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    perform from tenant_numbers where tenant_id = tenant for update;
    update activities set shown = false, investor_id = null
    where tenant_id = tenant and entity_type in (${entities.map((each) => `'${each}'`).join(', ')}) and (shown or investor_id is not null);
  end loop;
end $$`,
      ]

const arrayLiteral = (roles: readonly string[]): string => `'{${roles.join()}}'`
