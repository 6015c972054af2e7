// A captive portal's page in place of an app file would be shown as long as this version lives.
import { protocolHeader } from '#schema/sync/protocol.ts'

const isFromServer = ({ ok, headers }: Response): boolean => ok && headers.has(protocolHeader)

interface PluginParams {
  readonly request: Request
  readonly response: Response
}

/** A Workbox plugin for the precache. */
export const sameOriginResponses = (fetch: typeof globalThis.fetch) => ({
  /** The HTTP cache may still have the captive portal's page. */
  fetchDidSucceed: async ({ request, response }: PluginParams): Promise<Response> =>
    isFromServer(response) ? response : fetch(request.url, { cache: 'reload' }),
  cacheWillUpdate: async ({ response }: Pick<PluginParams, 'response'>): Promise<Response | null> =>
    isFromServer(response) ? response : null,
})
