import { TrieRouter } from 'hono/router/trie-router'
import { getPath } from 'hono/utils/url'
import { responseHeaders } from '#server/http/headers/response-headers.ts'
import type { OpenApiOperation } from './described-calls.ts'

export type ResponseKey = string

export const typeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] ?? ''

export const isDescribed = ({ contentTypesByStatus }: OpenApiOperation, status: number, type: string): boolean => {
  const byType = contentTypesByStatus[status]
  return byType !== undefined && (type === '' ? byType.length === 0 : byType.includes(type) || byType.includes('*/*'))
}

export const responseKeysOf = ({ method, path, contentTypesByStatus }: OpenApiOperation): readonly ResponseKey[] =>
  Object.entries(contentTypesByStatus).flatMap(([status, byType]) =>
    (byType.length ? byType : ['']).map((type) => `${method} ${path} ${status} ${type}`),
  )

const describedHeaders = Object.keys(responseHeaders).map((name) => name.toLowerCase())

export function createResponseRecorder(calls: readonly OpenApiOperation[]) {
  const router = new TrieRouter<OpenApiOperation>()
  for (const call of calls) router.add(call.method, call.path.replaceAll(/\{(\w+)\}/g, ':$1'), call)
  const received = new Set<ResponseKey>()
  const undescribed = new Set<string>()
  return {
    calls,
    record(request: Request, { status, headers }: Response): void {
      const [found] = router.match(request.method, getPath(request))[0]
      if (!found) return
      const [call] = found
      const type = typeOf(headers)
      const name = `${call.method} ${call.path} ${status}`
      if (!isDescribed(call, status, type)) undescribed.add(`${name} ${type}`)
      for (const header of describedHeaders)
        if (headers.has(header) && !call.headers[status]?.includes(header)) undescribed.add(`${name} with ${header}`)
      received.add(`${name} ${call.contentTypesByStatus[status]?.includes('*/*') ? '*/*' : type}`)
    },
    drainUndescribed: (): readonly string[] => drain(undescribed),
    drainReceived: (): readonly ResponseKey[] => drain(received),
  }
}

function drain<T>(from: Set<T>): readonly T[] {
  const all = [...from]
  from.clear()
  return all
}
