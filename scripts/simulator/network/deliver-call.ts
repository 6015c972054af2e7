import { protocolHeader } from '#schema/sync/protocol.ts'
import { createDice } from '../dice.ts'
import type { History } from '../history/history.ts'
import { type ServerResponse, type Call, isFeed } from './network.ts'
import type { Fault } from '../history/weights.ts'
import { shortenPage } from './shorten-page.ts'

/** The server's response when it can neither process nor reject. */
const unavailable: ServerResponse = {
  status: 503,
  text: JSON.stringify({ code: 'INTERNAL' }),
  headers: { [protocolHeader]: '1', 'retry-after': '1' },
}
const html = '<!doctype html><title>Welcome to our network</title>'

export async function deliverOne(
  history: History,
  step: { which: number; fault?: Fault },
): Promise<string | undefined> {
  const { calls } = history.network
  const call = calls[step.which % Math.max(1, calls.length)]
  if (!call) return undefined
  const what = call.response ? 'the response to' : 'the request'
  const fault = step.fault && isPossible(call, step.fault) ? step.fault : undefined
  const done = await deliverCall(history, call, fault, step.which)
  return `${call.from.label}: ${what} ${describe(call)} ${done}`
}

const isPossible = (call: Call, fault: Fault): boolean => {
  if (call.response) return fault === 'lose' || fault === 'truncate'
  if (fault === 'short' || fault === 'mix') return isFeed(call)
  if (fault === 'borrow') return !isFeed(call)
  return fault !== 'large' || !isFeed(call)
}

export async function deliverCall(
  history: History,
  call: Call,
  fault: Fault | undefined,
  dice: number,
): Promise<string> {
  const { network } = history
  if (call.response) return deliver(history, call, call.response, fault)
  if (!isFeed(call) && network.refusedPushes > 0) {
    network.refusedPushes--
    network.deliverResponse(call, unavailable)
    return 'gets 503'
  }
  switch (fault) {
    case 'drop':
      network.drop(call)
      return 'never arrives'
    case 'busy':
      if (!isFeed(call)) network.refusedPushes = dice % 8
      network.deliverResponse(call, unavailable)
      return `gets 503${isFeed(call) ? '' : `, and so are the next ${network.refusedPushes}`}`
    case 'later':
      network.deliverResponse(call, { status: 503, text: '{}', headers: { 'retry-after': '7' } })
      return 'gets 503 with Retry-After'
    case 'large':
      network.deliverResponse(call, { status: 413, text: '', headers: {} })
      return 'gets 413'
    case 'portal':
      network.deliverResponse(call, { status: 200, text: html, headers: {} })
      return 'gets a captive portal’s page'
    case 'meet':
      return serveTogether(history, call)
    case 'again':
      network.copy(call)
      break
    case 'twice':
      await serve(history, call)
      break
    case 'borrow':
      if (isDecided(call, await serve(history, call))) await repeatAsOther(history, call)
      break
    default:
  }
  const other = fault === 'mix' ? await responseForOther(history, call) : undefined
  if (other) {
    history.network.deliverResponse(call, other)
    return 'gets what somebody else got'
  }
  const response = await serve(history, call)
  if (fault === 'hold') return `is processed (${response.status}), and its response is in transit`
  if (fault === 'short')
    return deliver(history, call, await shortenPage(response, createDice(dice), checkpointHashIn(history)), fault)
  return deliver(history, call, response, fault)
}

async function repeatAsOther(history: History, call: Call): Promise<void> {
  const response = await history.network.serve(asOtherPerson(history, call))
  history.watch.borrowed(response)
}

/** An undecided change may still be decided, and one with `was` is recognized from anybody. */
function isDecided(call: Call, { status, text }: ServerResponse): boolean {
  if (status !== 200) return false
  const { changes } = JSON.parse(call.body!) as { changes: { was?: unknown }[] }
  const { results } = JSON.parse(text) as { results: { verdict: string }[] }
  return changes.every(({ was }) => !was) && results.every(({ verdict }) => verdict !== 'later')
}

async function responseForOther(history: History, call: Call): Promise<ServerResponse | undefined> {
  const response = await history.network.serve(asOtherPerson(history, call))
  return response.status === 200 ? response : undefined
}

function asOtherPerson({ firm }: History, call: Call): Call {
  const person = [...firm.staff, firm.investor].find((each) => each !== call.from.person)!
  return { ...call, session: person, namedPerson: '', handlers: undefined }
}

async function serve(history: History, call: Call): Promise<ServerResponse> {
  const sent = (await history.seam.request?.(call, history)) ?? call
  const response = await history.network.serve(sent)
  const changed = (await history.seam.response?.(call, response, history)) ?? response
  call.response = changed
  await history.watch.served(call, response, changed)
  return changed
}

async function serveTogether(history: History, call: Call): Promise<string> {
  const { network, watch } = history
  const others = network.calls.filter((each) => each !== call && !each.response && each.from !== call.from)
  const simultaneous = concurrentCalls([call, ...others], history).slice(0, 4)
  await watch.race(simultaneous, (each) => network.serve(each))
  const done: string[] = []
  for (const each of simultaneous)
    done.push(`${describe(each)} ${await deliver(history, each, each.response!, undefined)}`)
  return `meets others: ${done.join('; ')}`
}

/** An investor's page meets at most one writer, so that they see the state before or after that write. */
function concurrentCalls(calls: readonly Call[], { firm }: History): Call[] {
  const isTheirs = (call: Call) => isFeed(call) && call.from.person === firm.investor
  if (!calls.some(isTheirs)) return [...calls]
  const writer = calls.find((call) => !isFeed(call))
  return calls.filter((call) => isFeed(call) || call === writer)
}

async function deliver(
  history: History,
  call: Call,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<string> {
  const { network } = history
  const arriving = (await history.seam.arrival?.(call, response, history)) ?? response
  if (fault === 'lose') {
    network.drop(call)
    return `is processed (${response.status}), but its response is lost`
  }
  if (fault === 'gateway') {
    network.deliverResponse(call, { status: 502, text: '', headers: {} })
    return `is processed (${response.status}), but a proxy responds 502`
  }
  if (fault === 'truncate') {
    network.deliverResponse(call, { ...arriving, text: arriving.text.slice(0, Math.floor(arriving.text.length * 0.7)) })
    return `is processed (${response.status}), but its response breaks off`
  }
  if (call.handlers) history.watch.checkArrival(call, arriving)
  network.deliverResponse(call, arriving)
  const suffix = fault === 'twice' ? ' twice' : fault === 'again' ? ', and will arrive again' : ''
  return `gets ${response.status}${fault === 'short' ? ' with a short page' : ''}${suffix}${summary(call, arriving)}`
}

function describe({ path, body }: Call): string {
  if (body === undefined) return path.replace('/api/sync/', '').replace(/&?(epoch|scope|known)=[^&]*/g, '')
  const { changes } = JSON.parse(body) as { changes: { id: string }[] }
  return `changes ${changes.map(({ id }) => id.slice(-6)).join(' ')}`
}

function summary({ body }: Call, { status, text }: ServerResponse): string {
  if (status !== 200) return ` ${text.slice(0, 160)}`
  if (body !== undefined) {
    const { results } = JSON.parse(text) as {
      results: { id: string; verdict: string; number: number; code?: string }[]
    }
    return `: ${results.map(({ id, verdict, number, code }) => `${id.slice(-6)} ${verdict}${code ? ` ${code}` : ''} ${number}`).join(', ')}`
  }
  const { from, to, more, rows } = JSON.parse(text) as { from: number; to: number; more: boolean; rows: unknown[] }
  return `: ${from} to ${to}${more ? ' and more' : ''}, ${rows.length} rows`
}

const checkpointHashIn =
  ({ backend, firm }: History) =>
  async (number: number): Promise<string> => {
    const [row] = await backend.sql<{ mark: string }[]>`
      select mark from marks where tenant_id = ${firm.tenantId} and n = ${number}`
    return row!.mark
  }
