// During a rolling upgrade the last release runs on the new schema, so a migration only expands (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from '../processes/programs.ts'
import { migrationsFolder, statementsOf } from './committed.ts'

/** Earlier ones are part of the first release. */
const lastOfFirstRelease = '0054_holding_values'

const rules: readonly (readonly [RegExp, string])[] = [
  [
    /\bdrop (?:table|column|view|materialized view|type|domain|sequence|function|procedure|trigger|schema|policy)\b/,
    'removes',
  ],
  [/\bdrop constraint (?!(?:if exists )?\w+_fk\b)/, 'removes'],
  [/\bdrop index (?:if exists )?[\w.]*unique/, 'removes'],
  [/\balter table (?:if exists )?[\w.%]+ (?:drop (?!constraint\b|column\b)\w|drop if exists )/, 'removes'],
  [/\brename (?!constraint\b)/, 'renames'],
  [/\balter (?:column )?\w+ (?:set data )?type\b/, 'changes the type of'],
  [/\bset not null\b/, 'requires a value of'],
  [/\bdrop default\b/, 'requires a value of'],
  [/\badd (?:column )?(?:if not exists )?\w+ (?!.*\b(?:default|generated)\b).*\bnot null\b/, 'requires a value of'],
  [/\badd constraint \w+ (?:check|unique|primary key|exclude)\b/, 'restricts'],
  [/\bcreate unique index\b/, 'restricts'],
  [/^revoke\b/, 'takes a right from'],
  [/\balter policy\b|\bas restrictive\b/, 'restricts'],
  [/\balter (?:function|procedure)\b/, 'changes'],
]

const plain = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, '').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase()

const createdTable = /^create table (?:if not exists )?([\w.]+)/
const addedColumn = /^alter table ([\w.]+) add column (?:if not exists )?(\w+)/
const alteredTable = /^alter table (?:only )?([\w.]+)|\bon (?:only )?([\w.]+)/
const foreignKey = /^alter table ([\w.]+) add constraint \w+ foreign key \(([^)]*)\)/
const declared = /^\s*--\s*contract:\s*([\w.]+) is unused since ([0-9a-f]{7,40})\s*$/m

export interface Contraction {
  readonly name: string
  readonly since: string
}

/** Whether the sources of the commit still name it; undefined if Git has no such commit. */
export type StillUses = (contraction: Contraction) => boolean | undefined

export function breakingChanges(text: string, stillUses: StillUses): string[] {
  const originals = statementsOf(text)
  const statements = originals.map(plain)
  const created = new Set(statements.flatMap((each) => createdTable.exec(each)?.[1] ?? []))
  const added = new Set(statements.flatMap((each) => addedColumn.exec(each)?.slice(1).join('.') ?? []))
  return statements.flatMap((statement, i) => {
    const table = alteredTable.exec(statement)
    if (createdTable.test(statement) || created.has(table?.[1] ?? table?.[2] ?? '')) return []
    const [, verb] = rules.find(([pattern]) => pattern.test(statement)) ?? []
    const [, from, columns] = foreignKey.exec(statement) ?? []
    const restrictsOld = from !== undefined && !columns!.split(', ').some((column) => added.has(`${from}.${column}`))
    const problem = verb ?? (restrictsOld ? 'restricts' : undefined)
    if (!problem) return []
    const [, name, since] = declared.exec(originals[i]!) ?? []
    if (!name || !since) return [`it ${problem} what the last release may use: ${statement}`]
    return mistakeIn({ name, since }, statement, stillUses)
  })
}

function mistakeIn(contraction: Contraction, statement: string, stillUses: StillUses): string[] {
  const { name, since } = contraction
  if (!name.split('.').every((part) => statement.includes(part.toLowerCase())))
    return [`it declares ${name}, and changes something else: ${statement}`]
  const isUsed = stillUses(contraction)
  if (isUsed === undefined) return [`Git has no commit ${since}, after which ${name} is unused`]
  return isUsed ? [`${since} still uses ${name}`] : []
}

export const findBreakingChanges = (tags: readonly string[], folder = migrationsFolder): string[] =>
  tags
    .filter((tag) => tag > lastOfFirstRelease)
    .flatMap((tag) =>
      breakingChanges(readFileSync(`${folder}/${tag}.sql`, 'utf8'), stillUsesInGit).map((each) => `${tag}: ${each}`),
    )

const toCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** By its last word, as the table and as the field. */
const stillUsesInGit: StillUses = ({ name, since }) => {
  const last = name.split('.').at(-1)!
  const sources = [':(glob)sync-server/**/*.ts', ':(glob)schema/**/*.ts', ':(exclude,glob)**/*.test.ts']
  const args = ['grep', '-qw', '-e', last, '-e', toCamelCase(last), since, '--', ...sources]
  const { status } = spawnSync('git', args, { cwd: root, stdio: 'ignore' })
  return status === 0 ? true : status === 1 ? false : undefined
}
