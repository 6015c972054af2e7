// Every migration that changes what people may read writes the new readable names into a row, so that all nodes agree
// on them.
import { roles } from '#schema/enumerations.ts'
import { namesText, type NewScopes, newScopes, type ReadableNames } from '#schema/readable-names.ts'

const said = /^insert into readable_names \(ordinal, begins, narrows, names\) values \((\d+), .*?, '(\{\n.*\})'\)$/s

/**
 * Scopes 1 and 2 existed before these rows did. Investors may read less than in scope 2, so the first row narrows
 * theirs.
 */
const ordinalBefore = 2
const first: NewScopes = { begins: roles, narrows: ['INVESTOR'] }

/** The missing statement; undefined when the last row matches the definitions. */
export function nextNames(statements: readonly string[], names: ReadableNames): string | undefined {
  const [, ordinal, text = '{}'] = statements.map((each) => said.exec(each)).findLast((each) => each !== null) ?? []
  const wanted = namesText(names)
  const before = text.replaceAll("''", "'")
  if (before === wanted) return undefined
  const known = JSON.parse(before) as ReadableNames
  const { begins, narrows } = ordinal === undefined ? first : newScopes(known, names)
  return `insert into readable_names (ordinal, begins, narrows, names) values (${Number(ordinal ?? ordinalBefore) + 1}, ${list(begins)}, ${list(narrows)}, '${wanted.replaceAll("'", "''")}')`
}

const list = (roles: readonly string[]): string => `'{${roles.join()}}'`
