import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import {
  changesResponse,
  changesPath,
  type Change,
  feedPath,
  type FeedPage,
  type FeedRow,
  type Checkpoint,
  type Operation,
  type Verdict,
} from '#schema/sync/protocol.ts'
import { change } from './changes.ts'
import { foldRows } from './device.ts'

type Send = (path: string, init: RequestInit) => Response | Promise<Response>

interface OwnChange {
  change: Change
  verdict: Verdict | null
}

export type SmallDevice = ReturnType<typeof smallDevice>

export function smallDevice(firstSend: Send, cookie: string) {
  let send = firstSend
  let place = { to: 0, epoch: '', scope: '' }
  let known: Checkpoint | undefined
  let rows: FeedRow[] = []
  let own: OwnChange[] = []
  let epochs = 0
  let durable = 0
  const postponedIds = new Set<string>()

  function advanceTo(number: number | null, mark: string | null | undefined): void {
    if (number !== null && mark && number >= (known?.number ?? 0)) known = { number, mark }
  }

  function pullFromStart(): void {
    const { epoch } = place
    own = own.flatMap(({ change: sent, verdict }): OwnChange[] => {
      if (!verdict) return [{ change: sent.was ? sent : { ...sent, behind: true }, verdict }]
      if (verdict.number === null) return [{ change: sent, verdict }]
      const formerNumber = { epoch, number: verdict.number, ...(verdict.mark ? { mark: verdict.mark } : {}) }
      if (verdict.verdict !== 'conflict') return [{ change: { ...sent, was: formerNumber }, verdict: null }]
      const accepted = {
        ...sent,
        id: uuidv7(),
        ops: sent.ops.map((op) => withoutConflicts(op, verdict)),
        was: formerNumber,
      }
      return [
        { change: sent, verdict: { ...verdict, number: null } },
        { change: accepted, verdict: null },
      ]
    })
    place = { to: 0, epoch: '', scope: '' }
    known = undefined
    rows = []
    epochs++
  }

  async function request(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await send(path, { ...init, headers: { cookie, 'content-type': 'application/json' } })
    const body = (await response.json()) as { code?: string }
    if (response.status === 409 && body.code === 'EPOCH') return null
    expect({ status: response.status, code: body.code }).toEqual({ status: 200, code: undefined })
    return body
  }

  async function pull(): Promise<void> {
    for (;;) {
      const { to, epoch, scope } = place
      const point = known ? { known: `${known.number}:${known.mark}` } : {}
      const query = new URLSearchParams({ after: String(to), epoch, scope, ...point })
      const page = (await request(`${feedPath}?${query.toString()}`)) as FeedPage | null
      if (!page) {
        pullFromStart()
        continue
      }
      rows.push(...page.rows)
      place = page
      durable = page.durable
      advanceTo(page.to, page.mark)
      if (!page.more) return
    }
  }

  async function push(): Promise<void> {
    const waiting = own.filter(({ verdict }) => !verdict)
    if (!waiting.length) return
    const body = JSON.stringify({
      client: uuidv7(),
      changes: waiting.map((each) => each.change),
      ...(known ? { known } : {}),
    })
    const response = await request(changesPath, { method: 'POST', body })
    if (!response) {
      pullFromStart()
      await pull()
      return push()
    }
    for (const [i, verdict] of changesResponse.parse(response).results.entries()) {
      if (verdict.verdict === 'later') postponedIds.add(verdict.id)
      else waiting[i]!.verdict = verdict
      advanceTo(verdict.number, verdict.mark)
    }
  }

  return {
    async sync(): Promise<void> {
      await pull()
      await push()
      await pull()
    },
    async act(...ops: readonly Operation[]): Promise<Verdict | null> {
      const made: OwnChange = { change: change(...ops), verdict: null }
      own.push(made)
      await push()
      return made.verdict
    },
    connectTo: (other: Send) => void (send = other),
    own: () => own,
    verdicts: () => own.map(({ verdict }) => verdict?.verdict ?? null),
    epochs: () => epochs,
    durable: () => durable,
    postponedIds,
    rows: () => foldRows(rows),
  }
}

function withoutConflicts(op: Operation, { conflicts = [] }: Verdict): Operation {
  if (op.op !== 'update') return op
  const lost = new Set(conflicts.map(({ field }) => field))
  const withoutConflicting = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !lost.has(name)))
  return { ...op, fields: withoutConflicting(op.fields), base: withoutConflicting(op.base) }
}
