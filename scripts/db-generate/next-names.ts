// A migration that changes who reads what also stores the readable names, so that all nodes agree.
import { roles } from '#schema/kernel/enumerations.ts'
import {
  entitiesTakenFrom,
  namesText,
  type NewScopes,
  newScopes,
  type ReadableNames,
} from '#schema/records/readable-names.ts'

const insertion =
  /^insert into readable_names \(ordinal, begins, narrows, names\) values \((\d+), .*?, '(\{\n.*\})'\)$/s

/** Scopes 1 and 2 predate these rows. Investors read less than in scope 2, so the first row narrows theirs. */
const ordinalBefore = 2
const first: NewScopes = { begins: roles, narrows: ['INVESTOR'] }

/** Empty when the last row matches the definitions. */
export function nextNames(statements: readonly string[], names: ReadableNames): readonly string[] {
  const [, ordinal, text = '{}'] =
    statements.map((each) => insertion.exec(each)).findLast((each) => each !== null) ?? []
  const wanted = namesText(names)
  const before = text.replaceAll("''", "'")
  if (before === wanted) return []
  const known = JSON.parse(before) as ReadableNames
  const { begins, narrows } = ordinal === undefined ? first : newScopes(known, names)
  return [
    ...withdrawActivities(entitiesTakenFrom('INVESTOR', known, names)),
    `insert into readable_names (ordinal, begins, narrows, names) values (${Number(ordinal ?? ordinalBefore) + 1}, ${list(begins)}, ${list(narrows)}, '${wanted.replaceAll("'", "''")}')`,
  ]
}

/**
 * Activities store their readers: investors lose those about withdrawn entities. No new numbers are needed, because
 * staff read nothing else and investors pull again.
 */
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

const list = (roles: readonly string[]): string => `'{${roles.join()}}'`
