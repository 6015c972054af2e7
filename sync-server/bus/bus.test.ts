import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { openHints } from './bus.ts'
import type { Hint } from './payload.ts'

const { ownerUrl, drop } = await createTestDatabase()
const owner = postgres(ownerUrl, { max: 2, onnotice: () => {} })
const opened: { close(): Promise<void> }[] = []
const errors: unknown[] = []
const expected: unknown[] = []

async function openNode(through: (database: Database) => Database = (database) => database) {
  const database = await openDatabase(ownerUrl, 2)
  const hints = await openHints(through(database), (error) => errors.push(error))
  opened.push(database, hints)
  return hints
}

type Node = Awaited<ReturnType<typeof openNode>>

function listen(node: Node, tenantId: string) {
  const received: Hint[] = []
  const missed = vi.fn<() => void>()
  const unsubscribe = node.subscribe(tenantId, (written) => received.push(written), missed)
  return { received, missed, unsubscribe }
}

async function delivered(from: Node, to: Node): Promise<void> {
  const tenantId = uuidv7()
  const { received, unsubscribe } = listen(to, tenantId)
  from.publish(tenantId, { number: 1, audiences: {} })
  await expect.poll(() => received).toHaveLength(1)
  unsubscribe()
}

const numbersOf = (received: readonly Hint[]) => received.map(({ number }) => number)
const notify = (payload: string) => owner`select pg_notify('holdfast_hints', ${payload})`

const cutListeners = async () =>
  (
    await owner`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`
  ).length

beforeEach(() => {
  errors.length = 0
  expected.length = 0
})
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
  if (String(errors) !== String(expected)) throw new Error(`Not expected: ${String(errors)}`)
})
afterAll(async () => {
  await owner.end()
  await drop()
})

describe('two nodes on one database', () => {
  it('both receive hints, separated by firm', async () => {
    const [here, there] = [await openNode(), await openNode()]
    const [firm, other] = [uuidv7(), uuidv7()]
    const [own, far, others] = [listen(here, firm), listen(there, firm), listen(there, other)]
    const written = { number: 7, audiences: { shown: 6, 'investor:1': 7 }, sight: { ines: 5 } }
    here.publish(firm, written)
    await expect.poll(() => [own.received, far.received]).toEqual([[written], [written]])
    there.publish(firm, { number: 8, audiences: {} })
    await expect
      .poll(() => [numbersOf(own.received), numbersOf(far.received)])
      .toEqual([
        [7, 8],
        [7, 8],
      ])
    await delivered(there, there)
    expect(others.received).toEqual([])
  })

  it('receive simultaneous changes as one hint, each audience with its highest number', async () => {
    const [here, there] = [await openNode(), await openNode()]
    const firm = uuidv7()
    const { received } = listen(there, firm)
    here.publish(firm, { number: 3, audiences: { shown: 3, 'investor:1': 2 }, sight: { ines: 3 } })
    here.publish(firm, { number: 5, audiences: { 'investor:1': 5 }, sight: { omar: 5 } })
    here.publish(firm, { number: 4, audiences: { shown: 1, 'investor:1': 4 }, sight: { ines: 2 } })
    await expect.poll(() => received.length).toBeGreaterThan(0)
    await delivered(here, there)
    expect(received).toEqual([{ number: 5, audiences: { shown: 3, 'investor:1': 5 }, sight: { ines: 3, omar: 5 } }])
  })

  it('get hints in the order in which they were published', async () => {
    const [here, there] = [await openNode(), await openNode()]
    const firm = uuidv7()
    const { received } = listen(there, firm)
    const numbers = Array.from({ length: 12 }, (_, i) => i + 1)
    for (const number of numbers) {
      here.publish(firm, { number, audiences: {} })
      await expect.poll(() => received.at(-1)?.number).toBe(number)
    }
    expect(numbersOf(received)).toEqual(numbers)
  })

  it('receive a firm’s hints even if another firm’s exceed one payload', async () => {
    const sent: string[] = []
    const here = await openNode((database) => ({
      ...database,
      notify: (channel, payload) => database.notify(channel, (sent.push(payload), payload)),
    }))
    const there = await openNode()
    const [firm, other] = [uuidv7(), uuidv7()]
    const [large, small] = [listen(there, firm), listen(there, other)]
    const most = 999_999_999_999_999
    const names = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${prefix}${uuidv7()}`, most - i]))
    const written = { number: most, audiences: names('investor:'), sight: names('') }
    here.publish(firm, written)
    here.publish(other, { number: 2, audiences: { shown: 2 } })
    await expect.poll(() => numbersOf(small.received)).toEqual([2])
    await delivered(here, there)
    const mergedEntries = (list: 'audiences' | 'sight') =>
      Object.assign({}, ...large.received.map((each) => each[list] ?? {}))
    expect({ number: most, audiences: mergedEntries('audiences'), sight: mergedEntries('sight') }).toEqual(written)
    expect(new Set(numbersOf(large.received))).toEqual(new Set([most]))
    for (const payload of sent) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  })

  it('publish hints without listeners without failing', async () => {
    const [here, there] = [await openNode(), await openNode()]
    const firm = uuidv7()
    const gone = listen(there, firm)
    gone.unsubscribe()
    here.publish(firm, { number: 1, audiences: {} })
    await delivered(here, there)
    const back = listen(there, firm)
    gone.unsubscribe()
    here.publish(firm, { number: 2, audiences: {} })
    await expect.poll(() => numbersOf(back.received)).toEqual([2])
    expect(gone.received).toEqual([])
  })

  it('can unsubscribe one listener of a firm without the others', async () => {
    const node = await openNode()
    const firm = uuidv7()
    const [gone, stays] = [listen(node, firm), listen(node, firm)]
    gone.unsubscribe()
    gone.unsubscribe()
    node.publish(firm, { number: 1, audiences: {} })
    await expect.poll(() => numbersOf(stays.received)).toEqual([1])
    expect(gone.received).toEqual([])
  })
})

describe('an unknown payload', () => {
  it.each([
    'nonsense',
    '',
    'null',
    '[]',
    '7',
    JSON.stringify({ number: 3, audiences: {} }),
    JSON.stringify({ tenant: 'firm' }),
    JSON.stringify({ tenant: 'firm', number: '3', audiences: {} }),
    JSON.stringify({ tenant: 'firm', number: -1, audiences: {} }),
    JSON.stringify({ tenant: 'firm', number: 3 }),
    JSON.stringify({ tenant: 'firm', number: 3, audiences: { shown: 'x' } }),
    JSON.stringify({ tenant: 'firm', number: 3, audiences: {}, sight: 'ines' }),
  ])('is logged and ignored: %s', async (payload) => {
    const node = await openNode()
    const firm = listen(node, 'firm')
    await notify(payload)
    await delivered(node, node)
    expect(firm.received).toEqual([])
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('hint') })])
    expected.push(...errors)
  })

  it('may have unknown fields from another version', async () => {
    const node = await openNode()
    const { received } = listen(node, 'firm')
    await notify(JSON.stringify({ tenant: 'firm', number: 3, audiences: { shown: 2 }, later: [1] }))
    await expect.poll(() => received).toEqual([{ number: 3, audiences: { shown: 2 } }])
  })
})

it('a failing listener does not block others', async () => {
  const node = await openNode()
  const firm = uuidv7()
  node.subscribe(firm, () => {
    throw new Error('A listener of a hint fails')
  })
  const { received } = listen(node, firm)
  node.publish(firm, { number: 1, audiences: {} })
  await expect.poll(() => numbersOf(received)).toEqual([1])
  expected.push(new Error('A listener of a hint fails'))
})

describe('a lost connection', () => {
  it('HINT2 is opened again, and every listener is notified that hints may be missing', async () => {
    const [here, there] = [await openNode(), await openNode()]
    const firm = uuidv7()
    const { received, missed } = listen(there, firm)
    const gone = listen(there, firm)
    gone.unsubscribe()
    here.publish(firm, { number: 1, audiences: {} })
    await expect.poll(() => numbersOf(received)).toEqual([1])
    expect(missed).not.toHaveBeenCalled()
    expect(await cutListeners()).toBe(2)
    await expect.poll(() => missed).toHaveBeenCalledTimes(1)
    here.publish(firm, { number: 2, audiences: {} })
    await expect.poll(() => numbersOf(received)).toEqual([1, 2])
    expect(gone.missed).not.toHaveBeenCalled()
  })

  it('recovers every time, without duplicate hints', async () => {
    const node = await openNode()
    const firm = uuidv7()
    const { received, missed } = listen(node, firm)
    for (const times of [1, 2, 3]) {
      expect(await cutListeners()).toBe(1)
      await expect.poll(() => missed).toHaveBeenCalledTimes(times)
    }
    node.publish(firm, { number: 4, audiences: {} })
    await delivered(node, node)
    expect(numbersOf(received)).toEqual([4])
  })

  it('is logged if it was the one that sends, and the next hint is sent', async () => {
    let isCut = true
    const here = await openNode((database) => ({
      ...database,
      notify: (...given) => (isCut ? Promise.reject(new Error('The connection has gone')) : database.notify(...given)),
    }))
    const { received } = listen(here, 'firm')
    here.publish('firm', { number: 1, audiences: {} })
    expected.push(new Error('The connection has gone'))
    await expect.poll(() => errors).toHaveLength(1)
    isCut = false
    here.publish('firm', { number: 2, audiences: {} })
    await expect.poll(() => numbersOf(received)).toEqual([2])
  })
})

describe('closing', () => {
  it('sends pending hints first', async () => {
    const there = await openNode()
    const firms = [uuidv7(), uuidv7(), uuidv7()]
    const listeners = firms.map((firm) => listen(there, firm))
    const first = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const database = await openDatabase(ownerUrl, 2)
    const sent: string[] = []
    const closing = await openHints(
      {
        ...database,
        async notify(channel, payload) {
          const isFirst = !sent.length
          sent.push(payload)
          begun.resolve()
          if (isFirst) await first.promise
          await database.notify(channel, payload)
        },
      },
      (error) => errors.push(error),
    )
    closing.publish(firms[0]!, { number: 1, audiences: {} })
    closing.publish(firms[1]!, { number: 2, audiences: {} })
    await begun.promise
    closing.publish(firms[2]!, { number: 3, audiences: {} })
    const closed = closing.close()
    first.resolve()
    await closed
    await database.close()
    expect(sent.map((payload) => (JSON.parse(payload) as Hint).number)).toEqual([1, 2, 3])
    await expect.poll(() => listeners.map(({ received }) => numbersOf(received))).toEqual([[1], [2], [3]])
  })

  it('stops listening and closes its connections', async () => {
    const there = await openNode()
    const database = await openDatabase(ownerUrl, 2)
    const closing = await openHints(database, (error) => errors.push(error))
    const firm = uuidv7()
    const { received, missed } = listen(closing, firm)
    await closing.close()
    await database.close()
    there.publish(firm, { number: 1, audiences: {} })
    await delivered(there, there)
    expect(received).toEqual([])
    expect(missed).not.toHaveBeenCalled()
    expect(await cutListeners()).toBe(1)
  })
})
