import postgres, { type ParameterOrFragment, type Row } from 'postgres'
import type { Connections } from './connections.ts'
import type { Connection } from './transaction.ts'

/** Never connects. */
const builder = postgres()

type Values = readonly ParameterOrFragment<never>[]

export const part = (text: TemplateStringsArray, ...values: readonly unknown[]) => builder(text, ...(values as Values))
const rowsPart = (rows: object) => builder(rows as Record<string, unknown>)

export type Part = ReturnType<typeof part> | ReturnType<typeof rowsPart>

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

const isText = (first: object): first is TemplateStringsArray => 'raw' in first

function statements(run: Connection['run']): Statements {
  function execute<Rows extends readonly object[]>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Rows & { readonly count: number }>
  function execute(rows: object): Part
  function execute(first: object, ...values: readonly unknown[]): Promise<readonly object[]> | Part {
    return isText(first) ? run((sql) => sql(first, ...(values as Values))) : rowsPart(first)
  }
  return execute
}

export function directoryOver(connections: Connections): Directory {
  const singleStatements = statements((statement) => connections.borrow(({ run }) => run(statement)))
  const begin: Directory['begin'] = (work) => connections.transaction('begin', ({ run }) => work(statements(run)))
  const session: Directory['session'] = (work) => connections.dedicated(({ run }) => work(statements(run)))
  return Object.assign(singleStatements, { begin, session })
}
