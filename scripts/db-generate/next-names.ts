// What people may read is written down with every migration that changes it, so that all nodes say the same of it.
import { roles } from '#schema/enumerations.ts'
import { namesText, type NewScopes, newScopes, type ReadableNames } from '#schema/readable-names.ts'

const said = /^insert into readable_names \(ordinal, begins, narrows, names\) values \((\d+), .*?, '(\{\n.*\})'\)$/s

/** Scopes had numbers before there were rows of them. Of what they read until the second, investors read less since. */
const ordinalBefore = 2
const first: NewScopes = { begins: roles, narrows: ['INVESTOR'] }

/** The statement that is missing; undefined when the last one says what the definitions say. */
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
