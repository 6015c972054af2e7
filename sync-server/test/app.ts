import type { Hono } from 'hono'
import { type AppDeps, createApp as createProduct } from '#server/app.ts'
import type { Session } from '#server/auth/sessions.ts'
import type { Env } from '#server/http/env.ts'
import { createAnswers } from './answers/answers.ts'
import { callsIn, type Described, type OpenApi } from './answers/described-calls.ts'

let answers: ReturnType<typeof createAnswers> | undefined

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
  if (answers) return
  const sessions = { ...deps.sessions, find: async () => everybody }
  const app = createProduct({ ...deps, sessions, isSecure: false, publicUrl: undefined })
  const description = await app.request('/api/openapi.json', { headers: { cookie: 'holdfast=any' } })
  answers = createAnswers(callsIn((await description.json()) as OpenApi))
}

export function createApp(deps: AppDeps): Hono<Env> {
  const app = createProduct(deps)
  const { fetch } = app
  app.fetch = async (request, ...rest) => {
    const answer = await fetch(request, ...rest)
    answers?.receive(request, answer)
    return answer
  }
  return app
}

export const describedCalls = (): readonly Described[] => answers?.calls ?? []
export const takeUndescribedResponses = (): readonly string[] => answers?.takeUndescribed() ?? []
export const takeReceivedResponses = (): readonly string[] => answers?.takeMet() ?? []
