import type { Hono } from 'hono'
import { type AppDeps, createApp as createProduct } from '#server/app.ts'
import type { Session } from '#server/auth/sessions.ts'
import type { Env } from '#server/http/env.ts'
import { createResponseRecorder } from './responses/response-recorder.ts'
import { callsIn, type OpenApiOperation, type OpenApi } from './responses/described-calls.ts'

let recorder: ReturnType<typeof createResponseRecorder> | undefined

const everybody: Session = {
  sid: 'of everybody',
  viewer: { tenantId: '', userId: '', role: 'INVESTOR', investorIds: [] },
  person: {
    id: '',
    tenantId: '',
    tenantName: '',
    email: '',
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    role: 'INVESTOR',
  },
  report: { version: null, unsent: null },
  isSuspended: false,
}

export async function readDescription(deps: AppDeps): Promise<void> {
  if (recorder) return
  const sessions = { ...deps.sessions, find: async () => everybody }
  const app = createProduct({ ...deps, sessions, isSecure: false, publicUrl: undefined })
  const description = await app.request('/api/openapi.json', { headers: { cookie: 'holdfast=any' } })
  recorder = createResponseRecorder(callsIn((await description.json()) as OpenApi))
}

export function createApp(deps: AppDeps): Hono<Env> {
  const app = createProduct(deps)
  const { fetch } = app
  app.fetch = async (request, ...rest) => {
    const response = await fetch(request, ...rest)
    recorder?.record(request, response)
    return response
  }
  return app
}

export const describedCalls = (): readonly OpenApiOperation[] => recorder?.calls ?? []
export const drainUndescribedResponses = (): readonly string[] => recorder?.drainUndescribed() ?? []
export const drainReceivedResponses = (): readonly string[] => recorder?.drainReceived() ?? []
