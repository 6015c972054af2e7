// Statements about people, sessions, invitations and firms, which are stored outside of the tenants.
import postgres, { type Row } from 'postgres'
import type { Connections, Connection } from './connections.ts'

/** A part of a statement: rows to insert, or text with values of its own. */
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
  /** Commits everything or nothing. */
  begin<T>(work: (sql: Statements) => Promise<T>): Promise<T>
  /** Runs the work on one connection, which is closed afterwards: what belongs to the session ends with it. */
  session<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

type Given = readonly [object, ...unknown[]]
type Speak = (...given: Given) => Promise<never>

/** Never connects: parts of statements do not belong to a connection. */
const speakOfParts = postgres() as unknown as Speak

/** Text with values, which becomes part of a statement. */
export const part = (text: TemplateStringsArray, ...values: readonly unknown[]): Part =>
  speakOfParts(text, ...values) as unknown as Part

const isStatement = ([text]: Given): boolean => 'raw' in text

const statements = (run: Connection['run']): Statements =>
  ((...given: Given) =>
    isStatement(given)
      ? run((sql) => (sql as unknown as Speak)(...given))
      : speakOfParts(...given)) as unknown as Statements

export function directoryOver(connections: Connections): Directory {
  const alone = statements((statement) => connections.borrow(({ run }) => run(statement)))
  const begin: Directory['begin'] = (work) => connections.transaction('begin', ({ run }) => work(statements(run)))
  const session: Directory['session'] = (work) => connections.dedicated(({ run }) => work(statements(run)))
  return Object.assign(alone, { begin, session })
}
