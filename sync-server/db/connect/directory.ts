// Statements on tables outside of the tenants: people, sessions, invitations, firms.
import postgres, { type Row } from 'postgres'
import type { Connections, Connection } from './connections.ts'

/** A fragment of a statement. */
export interface Part {
  readonly isPart: true
}

export interface Statements {
  <Rows extends readonly object[] = Row[]>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Rows & { readonly count: number }>
  (rows: object): Part
}

export interface Directory extends Statements {
  begin<T>(work: (sql: Statements) => Promise<T>): Promise<T>
  /** On one connection, closed afterwards. */
  session<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

type Given = readonly [object, ...unknown[]]
type Execute = (...given: Given) => Promise<never>

/** Never connects; only builds fragments. */
const buildPart = postgres() as unknown as Execute

export const part = (text: TemplateStringsArray, ...values: readonly unknown[]): Part =>
  buildPart(text, ...values) as unknown as Part

const isStatement = ([text]: Given): boolean => 'raw' in text

const statements = (run: Connection['run']): Statements =>
  ((...given: Given) =>
    isStatement(given)
      ? run((sql) => (sql as unknown as Execute)(...given))
      : buildPart(...given)) as unknown as Statements

export function directoryOver(connections: Connections): Directory {
  const alone = statements((statement) => connections.borrow(({ run }) => run(statement)))
  const begin: Directory['begin'] = (work) => connections.transaction('begin', ({ run }) => work(statements(run)))
  const session: Directory['session'] = (work) => connections.dedicated(({ run }) => work(statements(run)))
  return Object.assign(alone, { begin, session })
}
