// Which answers the API has given to the tests of a file, compared with those that openapi.json describes.
import { answerHeaders } from '../http/answer-headers.ts'
import type { Described } from './described-calls.ts'

/** A call, a status, and the type of what it holds: `GET /api/projects 200 application/json`. */
type Answer = string

export interface AnswersMet {
  saw(call: Described, answer: { readonly status: number; readonly headers: Headers }): void
  /** Answers that no description has, and headers of described ones. */
  undescribed(): readonly string[]
  /** Described answers that nobody has met. */
  unmet(calls: readonly Described[]): readonly Answer[]
}

export const typeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] ?? ''

/** Whether the call's description has an answer of this status and type. */
export const describes = ({ types }: Described, status: number, type: string): boolean => {
  const of = types[status]
  return of !== undefined && (type === '' ? of.length === 0 : of.includes(type) || of.includes('*/*'))
}

const told = Object.keys(answerHeaders).map((name) => name.toLowerCase())

export function createAnswersMet(): AnswersMet {
  const met = new Set<Answer>()
  const surprising = new Set<string>()
  return {
    saw(call, { status, headers }) {
      const type = typeOf(headers)
      const name = `${call.method} ${call.path} ${status}`
      if (!describes(call, status, type)) surprising.add(`${name} ${type}`)
      for (const header of told)
        if (headers.has(header) && !call.headers[status]?.includes(header)) surprising.add(`${name} with ${header}`)
      met.add(`${name} ${call.types[status]?.includes('*/*') ? '*/*' : type}`)
    },
    undescribed: () => [...surprising],
    unmet: (calls) =>
      calls
        .flatMap(({ method, path, types }) =>
          Object.entries(types).flatMap(([status, of]) =>
            (of.length ? of : ['']).map((type) => `${method} ${path} ${status} ${type}`),
          ),
        )
        .filter((each) => !met.has(each)),
  }
}
