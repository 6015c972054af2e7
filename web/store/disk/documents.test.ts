import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Codec } from '#web/store/base/codec.ts'
import { openDatabase } from './database.ts'
import { slowCodec } from '#web/store/test/sealing.ts'

let databases = 0

function setupDatabase(codec: Codec) {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const name = `documents${++databases}`
  const database = openDatabase(name, idb, 'test', codec)
  onTestFinished(() => database.close())
  return { ...database, idb, name }
}

const page = (n: number) => ({ id: `page${n}`, head: '{}', rows: `text of page ${n}` })
const pages = (count: number) => Array.from({ length: count }, (_, n) => page(n + 1))

function interruptOpen(onOpen: (text: string) => Promise<void> | undefined): Codec {
  const open = async (sealed: string) => {
    const text = await slowCodec.open(sealed)
    await onOpen(text)
    return text
  }
  return { ...slowCodec, open }
}

describe('sealed documents', () => {
  it('are unreadable on the disk', async () => {
    const { feed, idb, name } = setupDatabase(slowCodec)
    await feed.write({ insert: [page(1)] })
    const previous = (await feed.get('page1'))!
    expect(previous).toMatchObject(page(1))
    await feed.write({ replace: [{ previous, document: { ...page(1), rows: 'another text' } }] })
    const reader = openDatabase(name, idb, 'reader')
    onTestFinished(() => reader.close())
    const { head, rows } = (await reader.feed.get('page1'))!
    expect(head + rows).not.toMatch(/\{\}|text/)
    expect((await feed.get('page1'))!.rows).toBe('another text')
  })

  it('are visited in order or in reverse until the visitor stops', async () => {
    const { feed } = setupDatabase(slowCodec)
    await feed.write({ insert: pages(40) })
    const visit = async (max: number, reverse = false) => {
      let seen: string[] = []
      const begin = () => ((seen = []), ({ id, rows }: { id: string; rows: string }) => seen.push(id + rows) < max)
      await feed.each(begin, { reverse })
      return seen
    }
    const all = pages(40)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, rows }) => id + rows)
    expect(await visit(99)).toEqual(all)
    expect(await visit(3)).toEqual(all.slice(0, 3))
    expect(await visit(2, true)).toEqual(all.slice(-2).reverse())
  })

  it('FOLD6 are all read again if one is deleted while others are opened', async () => {
    let compaction: (() => Promise<unknown>) | undefined
    const { feed } = setupDatabase(
      interruptOpen(async (text) => void (text.endsWith('page 1') && (await compaction?.()))),
    )
    await feed.write({ insert: pages(9) })
    const previous = await Promise.all([8, 9].map(async (n) => (await feed.get(`page${n}`))!))
    compaction = () => {
      compaction = undefined
      const removals = previous.map((each) => ({ previous: each, blank: { id: each.id, head: '', rows: '' } }))
      return feed.write({ insert: [{ id: 'page8+9', head: '{}', rows: 'both' }], remove: removals })
    }
    const visitors: string[][] = []
    await feed.each(() => {
      const seen: string[] = []
      visitors.push(seen)
      return ({ id }) => void seen.push(id)
    })
    expect(visitors).toHaveLength(2)
    expect(visitors[1]).toEqual([...pages(7).map(({ id }) => id), 'page8+9'])
  })

  it('are written in call order, however long sealing takes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const seal = async (text: string) => {
      if (text === 'first') await promise
      return slowCodec.seal(text)
    }
    const { feed } = setupDatabase({ ...slowCodec, seal })
    const first = feed.write({ insert: [{ ...page(1), rows: 'first' }] })
    const second = feed.write({ insert: [{ ...page(1), rows: 'second' }] })
    const third = feed.write({ insert: [page(2)] })
    resolve()
    expect(await Promise.all([first, second, third])).toEqual([{ taken: [] }, { taken: ['page1'] }, { taken: [] }])
    expect((await feed.get('page1'))!.rows).toBe('first')
  })

  it('that cannot be sealed are not written and do not block others', async () => {
    const seal = async (text: string) => {
      if (text === 'no') throw new Error('No key')
      return slowCodec.seal(text)
    }
    const { feed } = setupDatabase({ ...slowCodec, seal })
    const [refused, written] = await Promise.allSettled([
      feed.write({ insert: [{ ...page(1), rows: 'no' }] }),
      feed.write({ insert: [page(2)] }),
    ])
    expect(refused).toMatchObject({ status: 'rejected', reason: new Error('No key') })
    expect(written).toMatchObject({ status: 'fulfilled' })
    expect(await feed.ids()).toEqual(['page2'])
  })
})
