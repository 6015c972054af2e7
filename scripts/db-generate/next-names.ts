// Every migration that changes what people may read writes the new readable names into a row, so that all nodes agree
// on them.
import { roles } from '#schema/kernel/enumerations.ts'
import {
  entitiesTakenFrom,
  namesText,
  type NewScopes,
  newScopes,
  type ReadableNames,
} from '#schema/records/readable-names.ts'

const said = /^insert into readable_names \(ordinal, begins, narrows, names\) values \((\d+), .*?, '(\{\n.*\})'\)$/s

/**
 * Scopes 1 and 2 existed before these rows did. Investors may read less than in scope 2, so the first row narrows
 * theirs.
 */
const ordinalBefore = 2
const first: NewScopes = { begins: roles, narrows: ['INVESTOR'] }

/** The missing statements; none when the last row matches the definitions. */
export function nextNames(statements: readonly string[], names: ReadableNames): readonly string[] {
  const [, ordinal, text = '{}'] = statements.map((each) => said.exec(each)).findLast((each) => each !== null) ?? []
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
 * Activities carry their readers from the day when they were written: investors lose those about records that are taken
 * from them. These rows take no numbers, because staff read nothing else in them and investors pull anew.
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
