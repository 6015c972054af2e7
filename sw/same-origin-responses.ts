// A file of the application is kept only when our own server gave it: the page that a captive portal or a proxy gives in
// its place would be shown for as long as this version is.
import { protocolHeader } from '#schema/sync/protocol.ts'

const isOwn = ({ ok, headers }: Response): boolean => ok && headers.has(protocolHeader)

interface Given {
  readonly request: Request
  readonly response: Response
}

/** For the precache, which asks these before it takes an answer. */
export const sameOriginResponses = (fetch: typeof globalThis.fetch) => ({
  /** The browser's own store of answers may still have the network's page when the network has gone. */
  fetchDidSucceed: async ({ request, response }: Given): Promise<Response> =>
    isOwn(response) ? response : fetch(request.url, { cache: 'reload' }),
  cacheWillUpdate: async ({ response }: Pick<Given, 'response'>): Promise<Response | null> =>
    isOwn(response) ? response : null,
})
