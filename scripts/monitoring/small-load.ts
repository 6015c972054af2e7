import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { personHeader, unsentAgeHeader, unsentHeader } from '#schema/sync/protocol.ts'
import { accounts, password } from '../../e2e/support/accounts.ts'

const head = z.object({ person: z.string(), epoch: z.string(), scope: z.string(), to: z.number(), more: z.boolean() })

type Send = (
  path: string,
  init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<Response>

export async function runSmallLoad(origin: string, signal: AbortSignal): Promise<void> {
  const cookie = await signIn(origin)
  const send: Send = (path, init = {}) =>
    fetch(`${origin}${path}`, { ...init, signal, headers: { cookie, origin, ...init.headers } })
  const feed = async (query: string, headers: Record<string, string> = {}) =>
    head.parse(await (await send(`/api/sync/feed?${query}`, { headers })).json())
  try {
    let at = await feed('after=0&epoch=&scope=')
    const stream = await send(`/api/sync/stream?person=${at.person}`)
    while (!signal.aborted) {
      await create(send, `Quay ${Math.random()}`)
      await create(send, '')
      await (await send('/api/projects?limit=5')).text()
      await (await send('/api/nowhere')).text()
      at = await feed(`after=${at.to}&epoch=${at.epoch}&scope=${encodeURIComponent(at.scope)}`, {
        [personHeader]: at.person,
        [unsentHeader]: '1',
        [unsentAgeHeader]: '30',
      })
      await after(100)
    }
    await stream.body?.cancel()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const create = async (send: Send, name: string): Promise<void> => {
  const body = JSON.stringify({ name, type: 'COMMERCIAL' })
  await (await send('/api/projects', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ email: accounts.admin, password })
  const response = await fetch(`${origin}/api/login`, { method: 'POST', headers: { origin }, body, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`Signing in returned ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
